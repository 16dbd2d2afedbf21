// Recovery codes: for somebody who has lost the phone with the authenticator app. Each works once and is stored as a
// keyed hash.
import type { KeyedHash } from "./keyed-hash.ts";
import type { Random } from "./secrets.ts";

const CODES = 10;
/** 50 bits each: out of reach with ten attempts an hour. */
const LENGTH = 10;
/** Without easily confused letters and digits. */
const LETTERS = "23456789abcdefghjkmnpqrstuvwxyz";

export async function makeRecoveryCodes(
  accountId: string,
  { random, keyedHash }: { random: Random; keyedHash: KeyedHash },
): Promise<{ hashes: string[]; shown: string[] }> {
  const codes = Array.from({ length: CODES }, () => makeCode(random));
  const hashes = await Promise.all(codes.map((code) => hashOf(keyedHash, accountId, code)));
  // Two halves are easier to copy by hand.
  return { hashes, shown: codes.map((code) => `${code.slice(0, 5)}-${code.slice(5)}`) };
}

/** The hash of a code as somebody typed it; null when it can't be one. */
export async function hashTypedCode(
  accountId: string,
  typed: string,
  keyedHash: KeyedHash,
): Promise<string | null> {
  const code = typed.toLowerCase().replaceAll("-", "");
  return code.length === LENGTH ? hashOf(keyedHash, accountId, code) : null;
}

function hashOf(keyedHash: KeyedHash, accountId: string, code: string): Promise<string> {
  return keyedHash("recovery", accountId, code);
}

function makeCode(random: Random): string {
  let code = "";
  const { length } = LETTERS;
  const limit = 256 - (256 % length);
  while (code.length < LENGTH) {
    for (const byte of random(2 * LENGTH)) {
      // Bytes beyond the largest multiple would introduce modulo bias.
      if (byte < limit && code.length < LENGTH) code += LETTERS[byte % length];
    }
  }
  return code;
}
