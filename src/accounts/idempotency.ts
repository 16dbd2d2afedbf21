// What is kept of an Idempotency-Key: hashes keyed with a secret of this installation, so that
// neither the key nor the text can be guessed from a copy of the store's rows alone.
import type { Store } from "../store/store.ts";
import { dayMs } from "./days.ts";
import { createKeyedHash, type HashPart } from "./keyed-hash.ts";
import type { Random } from "./secrets.ts";

export type Fingerprint = { hash: string; bodyHash: string; expiresAt: number };

export type IdempotentRequest = {
  /** The header as sent. */
  key: string;
  /** Everything the result depends on: the content, or the file's bytes; a long text in pieces. */
  body: HashPart;
};

export const idempotencyMs = dayMs;

export function createFingerprints(options: { store: Store; random: Random }) {
  const keyedHash = createKeyedHash(options);

  /** The key's scope includes the endpoint: a check and a rewrite of the same text are different requests. */
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
