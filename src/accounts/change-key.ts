// Changes a key after it was made.
import type { Actor, KeyChanges, Store } from "../store/store.ts";
import { actedBy, checkKey, type KeyRefused, refuseKey, stateOf } from "./key-properties.ts";

export function createKeyUpdate({
  store,
  clock,
  ratePerMinuteMax,
}: {
  store: Store;
  clock: () => number;
  ratePerMinuteMax: number;
}) {
  /** Changes what is named, and nothing else; only keys that work and were not replaced can be changed. */
  return async (wanted: {
    id: string;
    accountId: string;
    changes: KeyChanges;
    actor: Actor;
    by?: string | undefined;
  }): Promise<{ ok: true } | KeyRefused> => {
    const at = clock();
    const { id, accountId, changes, actor, by } = wanted;
    const notThere = refuseKey("key", "Key not found or no longer active.");
    const old = await store.findKey(id);
    if (!old || old.accountId !== accountId || old.isManagement) return notThere;
    if (stateOf(old, at) !== "active") return notThere;
    const checked = checkKey({ ...old, ...changes }, { at, ratePerMinuteMax });
    if (!checked.ok) return checked;
    const fields = Object.keys(changes) as (keyof KeyChanges)[];
    // As checked: a domain is kept in ASCII, a name without spaces around it.
    const columns = Object.fromEntries(fields.map((name) => [name, checked.properties[name]]));
    if (fields.length === 0) return { ok: true };
    const isUpdated = await store.updateKey(id, columns, {
      at,
      accountId,
      actor,
      action: "key.updated",
      subject: id,
      details: { lastFour: old.lastFour, fields: fields.join(" "), ...actedBy(by) },
    });
    return isUpdated ? { ok: true } : notThere;
  };
}
