// Random ids, with randomness that the test provides.
import { expect, test } from "vitest";
import { isSameHash, newId, randomBase62, sha256Hex } from "./secrets.ts";

/** Hands out these bytes, then begins again. */
function randomOf(bytes: number[]) {
  let at = 0;
  return (size: number) => Uint8Array.from({ length: size }, () => bytes[at++ % bytes.length] ?? 0);
}

test("each of 62 characters stands for four bytes, and no character for more", () => {
  const all = randomOf(Array.from({ length: 256 }, (_, byte) => byte));
  const counts = new Map<string, number>();
  for (const letter of randomBase62(all, 248)) counts.set(letter, (counts.get(letter) ?? 0) + 1);
  expect(counts.size).toBe(62);
  expect(new Set(counts.values())).toEqual(new Set([4]));
});

test("bytes that would favour some characters are left out, however many there are", () => {
  expect(randomBase62(randomOf([255, 248, 0, 250, 61, 247]), 5)).toBe("0zz0z");
  expect(randomBase62(randomOf([248, 249, 250, 251, 252, 253, 254, 255, 255, 1]), 3)).toBe("111");
  expect(randomBase62(randomOf([1]), 0)).toBe("");
});

test("an id has its kind and twenty random characters", () => {
  expect(newId("acc", randomOf([10]))).toBe(`acc_${"A".repeat(20)}`);
  expect(newId("ses", randomOf([61]))).toBe(`ses_${"z".repeat(20)}`);
});

test("hashes are compared as a whole", () => {
  const hash = sha256Hex("abc");
  expect(hash).toBe("ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad");
  expect(isSameHash(hash, sha256Hex("abc"))).toBe(true);
  expect(isSameHash(hash, sha256Hex("abd"))).toBe(false);
  expect(isSameHash(hash, hash.slice(1))).toBe(false);
  expect(isSameHash(hash, "")).toBe(false);
});
