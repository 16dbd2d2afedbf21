import { randomBytes } from "node:crypto";
import { crc32 } from "node:zlib";
import fc from "fast-check";
import { expect, test } from "vitest";
import { hashKey, isWellFormedKey, makeKey } from "./key-format.ts";
import { base62, randomBase62 } from "./secrets.ts";

test("a key is ls_live_, 30 random and 6 checksum characters", () => {
  const key = makeKey(randomBytes);
  expect(key).toMatch(/^ls_live_[0-9A-Za-z]{36}$/);
  expect(isWellFormedKey(key)).toBe(true);
  // Worked out with another program: CRC-32 of "ls_live_" and thirty zeros, in base62.
  expect(makeKey((size) => new Uint8Array(size))).toBe(`ls_live_${"0".repeat(30)}3Y4dwh`);
});

test("no single changed, swapped, added or lost character leaves a key well formed", () => {
  const key = makeKey(randomBytes);
  fc.assert(
    fc.property(fc.nat(43), fc.constantFrom(...base62), (at, letter) => {
      const changed = key.slice(0, at) + letter + key.slice(at + 1);
      const swapped = key.slice(0, at) + (key[at + 1] ?? "") + key[at] + key.slice(at + 2);
      const added = key.slice(0, at) + letter + key.slice(at);
      const lost = key.slice(0, at) + key.slice(at + 1);
      return [changed, swapped, added, lost].every(
        (near) => near === key || !isWellFormedKey(near),
      );
    }),
    { numRuns: 2000 },
  );
});

test("whatever else is sent is not well formed", () => {
  fc.assert(fc.property(fc.string({ unit: "binary" }), (text) => !isWellFormedKey(text)));
  const key = makeKey(randomBytes);
  for (const near of [` ${key}`, `${key}\n`, key.toUpperCase(), key.replace("live", "test")])
    expect(isWellFormedKey(near)).toBe(false);
});

test("nothing may stand before or behind a key, even where the checksum fits the whole", () => {
  const sealed = (start: string) => {
    const digits = Array.from({ length: 6 }, (_, i) => Math.floor(crc32(start) / 62 ** (5 - i)));
    return start + digits.map((digit) => base62[digit % 62]).join("");
  };
  const start = `ls_live_${"0".repeat(30)}`;
  expect(isWellFormedKey(sealed(start))).toBe(true);
  expect(isWellFormedKey(sealed(` ${start}`))).toBe(false);
  expect(isWellFormedKey(sealed(`${start}0`))).toBe(false);
});

test("every base62 character is as likely as any other", () => {
  // All 256 bytes once: 248 of them are used, four for each character.
  const everyByte = Uint8Array.from({ length: 256 }, (_, index) => index);
  const text = randomBase62(() => everyByte, 248);
  for (const letter of base62) expect(text.split(letter).length - 1).toBe(4);
});

test("the hash is the key's SHA-256", () => {
  expect(hashKey("abc")).toBe("ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad");
});
