// Random ids and tokens, and the hashes they are stored as. Randomness is injected, so that tests can
// control it.
import { createHash, timingSafeEqual } from "node:crypto";

/** Cryptographically secure random bytes: `randomBytes` of node:crypto outside tests. */
export type Random = (size: number) => Uint8Array;

export const base62 = "0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz";

export function randomBase62(random: Random, length: number): string {
  let text = "";
  while (text.length < length) {
    for (const byte of random(2 * length)) {
      // 248 is the largest multiple of 62 in a byte; using the rest would introduce modulo bias.
      if (byte < 248 && text.length < length) text += base62[byte % 62];
    }
  }
  return text;
}

/** About 119 random bits: ids are not secrets, but they can't be guessed or enumerated either. */
export function newId(prefix: "acc" | "key" | "ses" | "shr", random: Random): string {
  return `${prefix}_${randomBase62(random, 20)}`;
}

/** 256 random bits: a secret that is only ever stored as its SHA-256. */
export function newToken(random: Random): string {
  return Buffer.from(random(32)).toString("base64url");
}

/** Anything of another form can be rejected without a lookup. */
export function isToken(text: string): boolean {
  return /^[\w-]{43}$/.test(text);
}

export function sha256Hex(text: string): string {
  return createHash("sha256").update(text).digest("hex");
}

/** Both are SHA-256 in hex, hence of one length. */
export function isSameHash(a: string, b: string): boolean {
  return a.length === b.length && timingSafeEqual(Buffer.from(a), Buffer.from(b));
}
