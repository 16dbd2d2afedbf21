// Which passwords are accepted, and verifying one.
import { describe, expect, test } from "vitest";
import { hashPassword, isPassword, passwordProblem } from "./passwords.ts";

const COMMON = "This one is too common: it is among the first to be tried.";

describe("a new password", () => {
  const problemOf = (password: string) => passwordProblem(password, "ada@example.com");

  test.each([
    ["of 10 characters", "kettle fog", null],
    ["of 9 characters", "abcdefghi", "Use at least 10 characters."],
    ["of 200 characters", `${"kettle fog ".repeat(18)}xy`, null],
    ["of 201 characters", `${"kettle fog ".repeat(18)}xyz`, "Use at most 200 characters."],
    ["of 10 characters outside the first plane", "😀😁😂😃😄😅😆😇😈😉", null],
    ["of 9 such characters", "😀😁😂😃😄😅😆😇😈", "Use at least 10 characters."],
    ["with four different characters", "baaaabcdda", null],
    ["with three", "aaaaaaaabc", "Use more than a few different characters."],
    ["that is the address", "Ada@Example.com", "Use something else than the address."],
    ["with the address in it", "ada@example.com1", null],
    ["on the list", "qwertyuiop", COMMON],
    ["on the list in capitals", "QwertyUIOP", COMMON],
    ["of digits in order", "1234567890", COMMON],
    ["on the list, disguised", "P@ssw0rd1234", COMMON],
    ["on the list, with a year", "sunshine1988", COMMON],
    ["on the list, with a year and a sign", "Letmein2024!", COMMON],
    ["that is one again and again", "dragondragondragon", COMMON],
    ["that is a few letters again and again", "abcdabcdabcd", COMMON],
    ["with a common word and much more", "dragon 71 kettle fog", null],
    ["of four plain words", "four plain words here", null],
  ])("%s", (_about, password, problem) => {
    expect(problemOf(password)).toBe(problem);
  });
});

describe("a password kept", () => {
  test("is hashed with argon2id as OWASP asks, and never twice alike", async () => {
    const [one, two] = [await hashPassword("a long one"), await hashPassword("a long one")];
    expect(one).toMatch(/^\$argon2id\$v=19\$m=19456,t=2,p=1\$/);
    expect(one).not.toBe(two);
    expect(await isPassword("a long one", one)).toBe(true);
    expect(await isPassword("a long one", two)).toBe(true);
    expect(await isPassword("A long one", one)).toBe(false);
    expect(await isPassword("", one)).toBe(false);
  });

  test("is the same whether a keyboard writes é in one character or in two", async () => {
    const kept = await hashPassword("caf\u00e9 au lait");
    expect(await isPassword("cafe\u0301 au lait", kept)).toBe(true);
    expect(await isPassword("cafe au lait", kept)).toBe(false);
  });

  test("may have 200 characters of two units each; nothing longer is right, whatever was kept", async () => {
    const longest = "😀".repeat(200);
    expect(await isPassword(longest, await hashPassword(longest))).toBe(true);
    const longer = "x".repeat(401);
    expect(await isPassword(longer, await hashPassword(longer))).toBe(false);
    // Too long is not the same as empty.
    expect(await isPassword(longer, await hashPassword(""))).toBe(false);
  });

  test("nobody has, lets nobody in", async () => {
    for (const password of ["", "a long one"]) expect(await isPassword(password, null)).toBe(false);
  });
});
