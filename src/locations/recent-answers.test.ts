import { expect, test } from "vitest";
import { createRecentAnswers } from "./recent-answers.ts";
import { createBody } from "./replies.ts";

const answerOf = (text: string) => ({ body: createBody(`${text}}`), etag: 'W/"1"' });

test("an answer that was kept is found again, another question's is not", () => {
  const recent = createRecentAnswers();
  const answer = answerOf("a");
  recent.keep("q=a", answer);
  expect(recent.find("q=a")).toBe(answer);
  expect(recent.find("q=b")).toBeUndefined();
});

test("past the limit what is out of use is forgotten, what is used is not", () => {
  const recent = createRecentAnswers({ lengthMax: 100 });
  const text = "x".repeat(3);
  for (let each = 0; each < 20; each++) {
    recent.keep(`k${each}`.padEnd(3), answerOf(text));
    recent.find("k0 ");
  }
  expect(recent.find("k0 ")).toBeDefined();
  expect(recent.find("k1 ")).toBeUndefined();
  expect(recent.find("k19")).toBeDefined();
});

test("a giant answer is not kept and pushes nothing out", () => {
  const recent = createRecentAnswers({ lengthMax: 160 });
  recent.keep("a", answerOf("small"));
  recent.keep("b", answerOf("x".repeat(1000)));
  expect(recent.find("a")).toBeDefined();
  expect(recent.find("b")).toBeUndefined();
});
