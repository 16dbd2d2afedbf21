// What is kept of an Idempotency-Key: hashes keyed with a secret of this installation, so that
// neither the key nor the text can be guessed from a copy of the store's rows alone.
import type { Store } from "../store/store.ts";
import { dayMs } from "./days.ts";
import { createKeyedHash } from "./keyed-hash.ts";
import type { Random } from "./secrets.ts";

export type Fingerprint = { hash: string; bodyHash: string; expiresAt: number };

export type IdempotentRequest = {
  /** The header as sent. */
  key: string;
  /** All that makes the request what it is: the content, or the file's bytes. */
  body: string | Uint8Array;
};

export const idempotencyMs = dayMs;

export function createFingerprints(needs: { store: Store; random: Random }) {
  const keyedHash = createKeyedHash(needs);

  /** The endpoint belongs to the key's scope: a check and a rewrite of one text are two things. */
  return async (
    scope: { owner: string; endpoint: string },
    { key, body }: IdempotentRequest,
    at: number,
  ): Promise<Fingerprint> => ({
    hash: await keyedHash("key", scope.owner, scope.endpoint, key),
    bodyHash: await keyedHash("body", body),
    expiresAt: at + idempotencyMs,
  });
}
