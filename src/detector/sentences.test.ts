import { expect, test } from "vitest";
import { sentenceCases } from "./sentences.cases.ts";
import { findSentences } from "./sentences.ts";

test.each(sentenceCases)("splits: %s", (...sentences) => {
  const text = sentences.join(" ");
  expect(findSentences(text).map(([start, end]) => text.slice(start, end))).toEqual(sentences);
});

test("scripts without spaces are split at their own full stops", () => {
  const split = (text: string) => findSentences(text).map(([start, end]) => text.slice(start, end));
  expect(split("今天下雨了。我们留在家里!你呢?我很好。")).toEqual([
    "今天下雨了。",
    "我们留在家里!",
    "你呢?",
    "我很好。",
  ]);
  expect(split("आज बारिश हुई। हम घर पर रहे। तुम कैसे हो?")).toHaveLength(3);
  expect(split("هطل المطر اليوم. بقينا في البيت. كيف حالك؟ أنا بخير.")).toHaveLength(4);
});
