import { expect, test } from "vitest";
import { applyRules } from "../../../testing/build-rewriter.ts";

const split = (text: string): string => applyRules(text, { kinds: ["split"] });

test.each([
  [
    "He was a quiet, bookish child, largely ignored by the other boys and girls of the small village.",
    "He was a quiet, bookish child. He was largely ignored by the other boys and girls of the small village.",
  ],
  [
    "They were a well trained and loyal band of soldiers, equipped with the best horses of the whole land.",
    "They were a well trained and loyal band of soldiers. They were equipped with the best horses of the whole land.",
  ],
  [
    "The silence in the old church was almost complete, broken only by the wind in the high windows.",
    "The silence in the old church was almost complete. It was broken only by the wind in the high windows.",
  ],
  [
    "The garden behind the house is a quiet place, perfect for long evenings with friends or a good book.",
    "The garden behind the house is a quiet place. It is perfect for long evenings with friends or a good book.",
  ],
  [
    "She walked on through the dark streets of the harbour, completely unaware of the man behind her.",
    "She walked on through the dark streets of the harbour. She was completely unaware of the man behind her.",
  ],
])("%s → %s", (from, to) => {
  expect(split(from)).toBe(to);
});

test.each([
  // Others are eager.
  "All eyes in the hall were on the young man as he began to play, eager to hear the song of the north.",
  // It may be the respect that is rooted there.
  "The captain shares a deep respect with his crew, rooted in the many years that they have spent at sea.",
  // What is not so stays together.
  "The garden behind the house is not a quiet place, perfect for long evenings with friends or a good book.",
])("leaves alone: %s", (text) => {
  expect(split(text)).toBe(text);
});
