// Hashes keyed with a secret of this installation: what was hashed can't be guessed from a copy of the store's
// rows alone.
import { createHmac } from "node:crypto";
import { setImmediate as turn } from "node:timers/promises";
import type { Store } from "../store/store.ts";
import type { Random } from "./secrets.ts";

/** Bytes hashed at a time, some two milliseconds. */
const SLICE_SIZE = 1_048_576;

export type KeyedHash = (...parts: (string | Uint8Array)[]) => Promise<string>;

/** The first part says what kind of thing is hashed, so that no two kinds share a hash. */
export function createKeyedHash({ store, random }: { store: Store; random: Random }): KeyedHash {
  // Loaded with the first hash: the command line knows the rules of accounts also where it opens no database.
  const secretReader = async () => {
    const { createInstallationSecret } = await import("../store/store.ts");
    return createInstallationSecret("idempotency_secret", { store, random });
  };
  let reader: ReturnType<typeof secretReader> | undefined;

  return async (...parts) => {
    reader ??= secretReader();
    const readSecret = await reader;
    const mac = createHmac("sha256", await readSecret());
    // Length-prefixed, so that no two lists of parts encode to the same bytes.
    for (const part of parts) {
      const bytes = typeof part === "string" ? Buffer.from(part) : part;
      mac.update(`${bytes.length}:`);
      for (let at = 0; at < bytes.length; at += SLICE_SIZE) {
        // The texts of a job are megabytes: others get a turn of the event loop.
        if (at > 0) await turn();
        mac.update(bytes.subarray(at, at + SLICE_SIZE));
      }
    }
    return mac.digest("hex");
  };
}
