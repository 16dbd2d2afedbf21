import { expect, test } from "vitest";
import { createRecentAnswers, type RecentAnswers } from "./recent-answers.ts";
import { type Answer, createBody } from "./routes/replies.ts";

const answerOf = (text: string) => ({ body: createBody(`${text}}`), etag: 'W/"1"' });

test("an answer is kept when it is asked for again, another question's is not", () => {
  const recent = createRecentAnswers();
  const answer = answerOf("a");
  recent.keep("q=a", answer);
  expect(recent.find("q=a")).toBeUndefined();
  recent.keep("q=a", answer);
  recent.keep("q=b", answer);
  expect(recent.find("q=a")).toBe(answer);
  expect(recent.find("q=b")).toBeUndefined();
});

test("of some thousand questions that come in turn nearly all are kept the second time", () => {
  const recent = createRecentAnswers();
  const keys = Array.from({ length: 3000 }, (_, n) => `/api/search?q=name${n}`);
  for (let round = 0; round < 2; round++) for (const key of keys) recent.keep(key, answerOf("a"));
  const kept = keys.filter((key) => recent.find(key) !== undefined).length;
  expect(kept).toBeGreaterThan(0.9 * keys.length);
});

test("what comes once and never again keeps nothing, however much of it comes", () => {
  const recent = createRecentAnswers();
  const keys = Array.from({ length: 60_000 }, (_, n) => `/api/search?q=name${n}`);
  for (const key of keys) recent.keep(key, answerOf("a"));
  expect(keys.filter((key) => recent.find(key) !== undefined).length).toBe(0);
});

test("past the limit what is out of use is forgotten, what is used is not", () => {
  const recent = createRecentAnswers({ lengthMax: 100 });
  const text = "x".repeat(3);
  for (let each = 0; each < 20; each++) {
    keepTwice(recent, `k${each}`.padEnd(3), answerOf(text));
    recent.find("k0 ");
  }
  expect(recent.find("k0 ")).toBeDefined();
  expect(recent.find("k1 ")).toBeUndefined();
  expect(recent.find("k19")).toBeDefined();
});

test("a giant answer is not kept and pushes nothing out", () => {
  const recent = createRecentAnswers({ lengthMax: 160 });
  keepTwice(recent, "a", answerOf("small"));
  keepTwice(recent, "b", answerOf("x".repeat(1000)));
  expect(recent.find("a")).toBeDefined();
  expect(recent.find("b")).toBeUndefined();
});

function keepTwice(recent: RecentAnswers, key: string, answer: Answer): void {
  recent.keep(key, answer);
  recent.keep(key, answer);
}
