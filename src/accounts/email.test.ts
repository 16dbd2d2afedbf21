import { expect, test } from "vitest";
import { newEmail, normaliseEmail } from "./email.ts";
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

test.each([
  "own\u0435r@localhost",
  "\u043ewner@localhost",
  "\uff4f\uff57\uff4e\uff45\uff52@localhost",
  "own\u212fr@localhost",
  "\ud835\udc1ewner@localhost",
  "\u03bfwner@example.com",
  "ow\u0578er@example.com",
  "\u13a0da@example.com",
])("%j looks like another address: no new account has it", (given) => {
  expect(newEmail(given)).toBeNull();
  // Whoever has it already can still sign in.
  expect(normaliseEmail(given)).not.toBeNull();
});

test.each([
  "ada.lovelace+x@example.com",
  "jörg@example.com",
  "иван.петров@example.com",
  "गौरव_1@example.com",
  "山田taro@example.com",
  "홍길동@example.com",
  "2026@example.com",
])("%j is plain enough for a new account", (given) => {
  expect(newEmail(given)).toBe(given);
});

test("a host in other letters is kept in the form that shows it", () => {
  expect(newEmail("owner@l\u043ecalhost")).toBe("owner@xn--lcalhost-nbh");
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
