// What is kept of an Idempotency-Key: hashes keyed with a secret of this installation, so that
// neither the key nor the text can be guessed from a copy of the store's rows alone.
import { createHmac } from "node:crypto";
import type { Store } from "../store/store.ts";
import { dayMs } from "./days.ts";
import type { Random } from "./secrets.ts";

export type Fingerprint = { hash: string; bodyHash: string; expiresAt: number };

export type IdempotentRequest = {
  /** The header as sent. */
  key: string;
  /** All that makes the request what it is: the content, or the file's bytes. */
  body: string | Uint8Array;
};

export const idempotencyMs = dayMs;

export function createFingerprints({ store, random }: { store: Store; random: Random }) {
  let secret: Promise<Buffer> | null = null;
  const readSecret = () => {
    secret ??= store
      .keepSetting("idempotency_secret", Buffer.from(random(32)).toString("base64"))
      .then((value) => Buffer.from(value, "base64"));
    // A store that was away is asked again next time.
    secret.catch(() => {
      secret = null;
    });
    return secret;
  };

  /** The endpoint belongs to the key's scope: a check and a rewrite of one text are two things. */
  return async (
    scope: { owner: string; endpoint: string },
    { key, body }: IdempotentRequest,
    at: number,
  ): Promise<Fingerprint> => {
    const keyed = await readSecret();
    const hmac = (...parts: (string | Uint8Array)[]) => {
      const mac = createHmac("sha256", keyed);
      // With its length before it, no part can pass for the end of another.
      for (const part of parts) mac.update(`${Buffer.byteLength(part)}:`).update(part);
      return mac.digest("hex");
    };
    return {
      hash: hmac("key", scope.owner, scope.endpoint, key),
      bodyHash: hmac("body", body),
      expiresAt: at + idempotencyMs,
    };
  };
}
