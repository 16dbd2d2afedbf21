// The daily limits of the server that uses a store, noted there at its start: commands run with settings of their own,
// and must not show limits that nobody has.
import type { Store } from "../store/store.ts";
import type { QuotaSettings } from "./quota.ts";

const NAME = "server_quota";

export async function noteServerQuota(
  store: Store,
  { quotaPerDay, quotaBonusPerDay, quotaBonusDays }: QuotaSettings,
): Promise<void> {
  const value = JSON.stringify({ quotaPerDay, quotaBonusPerDay, quotaBonusDays });
  if ((await store.readSetting(NAME)) !== value) await store.saveSetting(NAME, value);
}

/** Null while no server has been started on the store. */
export async function readServerQuota(store: Store): Promise<QuotaSettings | null> {
  const value = await store.readSetting(NAME);
  return value === null ? null : (JSON.parse(value) as QuotaSettings);
}
