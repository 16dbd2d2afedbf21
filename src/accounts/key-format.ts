// The form of an API key: `ls_live_`, `ls_test_` for one with fixed answers, or `ls_manage_` for one that manages keys; 30 random base62 characters, and 6 characters that are the
// CRC-32 of everything before them in base62. The checksum is not a secret: it lets mistyped and
// made-up keys be refused without a lookup, and secret scanners confirm a match.
import { crc32 } from "node:zlib";
import { base62, type Random, randomBase62, sha256Hex } from "./secrets.ts";

const form = /^ls_(?:live|test|manage)_[0-9A-Za-z]{36}$/;

export function makeKey(random: Random, kind: "live" | "test" | "manage" = "live"): string {
  const start = `ls_${kind}_${randomBase62(random, 30)}`;
  return start + checksum(start);
}

export function isWellFormedKey(key: string): boolean {
  return form.test(key) && checksum(key.slice(0, -6)) === key.slice(-6);
}

/** SHA-256 suffices: a key carries about 178 random bits, so slow hashing buys nothing. */
export function hashKey(key: string): string {
  return sha256Hex(key);
}

function checksum(text: string): string {
  let rest = crc32(text);
  let digits = "";
  // 62^6 is greater than 2^32, so six digits always hold it.
  for (let i = 0; i < 6; i++) {
    digits = base62[rest % 62] + digits;
    rest = Math.floor(rest / 62);
  }
  return digits;
}
