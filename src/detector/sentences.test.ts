import { expect, test } from "vitest";
import { sentenceCases } from "../../testing/sentence-cases.ts";
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

test("a quote that opens right behind a full stop of such a script begins the next sentence", () => {
  const split = (text: string) => findSentences(text).map(([start, end]) => text.slice(start, end));
  expect(split('天黑了。"我们走吧。"她站起来。')).toEqual([
    "天黑了。",
    '"我们走吧。"',
    "她站起来。",
  ]);
  expect(split('"下雨了。""我知道。我有伞。"')).toEqual(['"下雨了。"', '"我知道。', '我有伞。"']);
  expect(split('他走了!"等等我。"她喊。')).toEqual(["他走了!", '"等等我。"', "她喊。"]);
  expect(split('(他说"好。")"走。"')).toEqual(['(他说"好。")', '"走。"']);
  expect(split('我用GPT。"好用。"')).toEqual(["我用GPT。", '"好用。"']);
  // A quote behind the full stop of another script closes, whatever stood before.
  expect(split('天黑了。It fell." He laughed.')).toEqual(["天黑了。", 'It fell."', "He laughed."]);
});
