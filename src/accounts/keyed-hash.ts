// Hashes keyed with a secret of this installation: what was hashed can't be guessed from a copy of the store's
// rows alone.
import { createHmac } from "node:crypto";
import { createInstallationSecret, type Store } from "../store/store.ts";
import type { Random } from "./secrets.ts";

export type KeyedHash = (...parts: (string | Uint8Array)[]) => Promise<string>;

/** The first part says what kind of thing is hashed, so that no two kinds share a hash. */
export function createKeyedHash({ store, random }: { store: Store; random: Random }): KeyedHash {
  const readSecret = createInstallationSecret("idempotency_secret", { store, random });

  return async (...parts) => {
    const mac = createHmac("sha256", await readSecret());
    // Length-prefixed, so that no two lists of parts encode to the same bytes.
    for (const part of parts) mac.update(`${Buffer.byteLength(part)}:`).update(part);
    return mac.digest("hex");
  };
}
