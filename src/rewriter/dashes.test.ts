import { expect, test } from "vitest";
import { applyRules } from "../../testing/build-rewriter.ts";

const reworded = (text: string): string => applyRules(text, { kinds: ["phrase"] });

test.each([
  [
    "The letter to the mayor was lost—but nobody cared.",
    "The letter to the mayor was lost, but nobody cared.",
  ],
  ["He saw it at last—a small door in the wall.", "He saw it at last, a small door in the wall."],
  ["He met the king—a tall man with a beard.", "He met the king, a tall man with a beard."],
  ["She wanted rest—not a new fight with him.", "She wanted rest, not a new fight with him."],
  [
    "She packed three things—a knife, a rope, and a map.",
    "She packed three things: a knife, a rope, and a map.",
  ],
  [
    "The old house — a ruin by then — stood on the hill.",
    "The old house, a ruin by then, stood on the hill.",
  ],
])("%s → %s", (from, to) => {
  expect(reworded(from)).toBe(to);
});

test.each([
  // A clause of its own behind the dash; a third dash; an aside with commas; a range; a quotation.
  "She knew it—he was gone.",
  "They can elect somebody else—The last election in the state was one.",
  "The men—tired, cold, and hungry—went home.",
  "It was late—too late—and yet—nobody left.",
  "The years 1914–1918 were hard.",
  'She said "no—not now" and left.',
  // A bare quality; words that would name the wrong noun; an aside beside another comma.
  "It would decide a win—not efficient.",
  "It was an idea that went with my old life—the end of time.",
  "The old house — a ruin by then — stood on the hill, far from the sea.",
])("leaves alone: %s", (text) => {
  expect(reworded(text)).toBe(text);
});
