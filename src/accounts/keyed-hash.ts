// Hashes keyed with a secret of this installation: what was hashed can't be guessed from a copy of the store's
// rows alone.
import { createHmac } from "node:crypto";
import { setImmediate as turn } from "node:timers/promises";
import type { Store } from "../store/store.ts";
import type { Random } from "./secrets.ts";

/** Bytes or UTF-16 units hashed between two turns, some milliseconds. */
const SLICE_LENGTH = 1_000_000;

/** A list is one text in pieces: it hashes as they do joined. No piece ends within a pair of surrogates. */
export type HashPart = string | Uint8Array | readonly string[];

export type KeyedHash = (...parts: HashPart[]) => Promise<string>;

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
      const pieces: readonly (string | Uint8Array)[] =
        typeof part === "string" || part instanceof Uint8Array ? [part] : part;
      const size = pieces.reduce((sum, piece) => sum + Buffer.byteLength(piece), 0);
      mac.update(`${size}:`);
      let hashed = 0;
      for (const piece of pieces) {
        mac.update(piece);
        hashed += piece.length;
        // The texts of a job are megabytes: others get a turn of the event loop.
        if (hashed < SLICE_LENGTH) continue;
        await turn();
        hashed = 0;
      }
    }
    return mac.digest("hex");
  };
}
