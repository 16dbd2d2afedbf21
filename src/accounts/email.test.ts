import { expect, test } from "vitest";
import { normaliseEmail } from "./email.ts";
import { passwordProblem } from "./passwords.ts";

test.each([
  ["Ada@Example.COM", "ada@example.com"],
  [" ada@example.com\n", "ada@example.com"],
  ["owner@localhost", "owner@localhost"],
  ["a.b+c@x-y.example", "a.b+c@x-y.example"],
  ["jörg@bücher.example", "jörg@xn--bcher-kva.example"],
  // One letter written as two characters is the same letter.
  ["jo\u0308rg@example.com", "jörg@example.com"],
])("%j is the account %j", (given, kept) => {
  expect(normaliseEmail(given)).toBe(kept);
});

test.each([
  "",
  "ada",
  "@example.com",
  "ada@",
  "a@b@c",
  "a b@example.com",
  "ada@exa mple.com",
  "ada@example.com.",
  "ada@.example.com",
  "ada@example.com#x",
  "ada@example%2ecom",
  "ada\0@example.com",
  "ada\u200b@example.com",
  "\u202eada@example.com",
  "<b>@example.com",
  `${"a".repeat(65)}@example.com`,
  `ada@${"a".repeat(250)}.com`,
])("%j is no address", (given) => {
  expect(normaliseEmail(given)).toBeNull();
});

test("a password is long enough, not endless, and not the address", () => {
  expect(passwordProblem("nine char", "a@b.c")).not.toBeNull();
  expect(passwordProblem("x".repeat(201), "a@b.c")).not.toBeNull();
  expect(passwordProblem("aaaaaaaaaaaa", "a@b.c")).not.toBeNull();
  expect(passwordProblem("Ada@example.com", "ada@example.com")).not.toBeNull();
  expect(passwordProblem("ten chars!", "a@b.c")).toBeNull();
  expect(passwordProblem("密码密碼パスワードです", "a@b.c")).toBeNull();
});

test("an address has at most 254 characters, as RFC 5321 allows", () => {
  const local = "a".repeat(64);
  const host = (length: number) =>
    `${"b".repeat(60)}.${"c".repeat(60)}.${"d".repeat(length - 122)}`;
  const longest = `${local}@${host(189 - 8)}.example`;
  expect(longest).toHaveLength(254);
  expect(normaliseEmail(longest)).toBe(longest);
  const tooLong = `${local}@${host(190 - 8)}.example`;
  expect(tooLong).toHaveLength(255);
  expect(normaliseEmail(tooLong)).toBeNull();
});
