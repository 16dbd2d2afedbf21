import { expect, test } from "vitest";
import { applyRules } from "../../../testing/build-rewriter.ts";

const split = (text: string): string => applyRules(text, { kinds: ["split"] });

test.each([
  [
    "The firm introduces Halo, a small lamp giving warm light to rooms that have no windows of their own.",
    "The firm introduces Halo. This is a small lamp giving warm light to rooms that have no windows of their own.",
  ],
  [
    "The swallows had come back to the barn by the river, a sign that the long winter was over.",
    "The swallows had come back to the barn by the river. This was a sign that the long winter was over.",
  ],
  [
    "The course covers the care of old stone walls, a task that calls for patience and a steady hand.",
    "The course covers the care of old stone walls. This is a task that calls for patience and a steady hand.",
  ],
  [
    "The story follows Ann Holm, a young nurse who has spent her whole life in a small town by the sea.",
    "The story follows Ann Holm. Holm is a young nurse who has spent her whole life in a small town by the sea.",
  ],
  [
    "He laid his old cello into her hands before the concert—a gesture of trust between two rivals.",
    "He laid his old cello into her hands before the concert. This was a gesture of trust between two rivals.",
  ],
])("%s → %s", (text, expected) => {
  expect(split(text)).toBe(expected);
});

test.each([
  // A list goes on.
  "They carried the chairs out of the old school hall, a table from the kitchen, and a box of cups.",
  // What else goes on, not what it is.
  "He came back from the harbour late in the evening, a frown on his face that nobody had ever seen.",
  "She turned towards the window of the dark old house, a lamp swinging from her left hand as she went.",
  // What is longed for is not there.
  "She yearned for a quiet house by the sea, a place far away from the noise of the great city.",
  // Who somebody is may still be so.
  "The old letters were found in the attic by Ann Holm, a nurse from a small town near the border.",
  // The last word of the name is a place.
  "The series follows the long road of Roland of Aldmoor, a monster hunter with a wooden hand and no horse.",
  // Told of her.
  "She was a riddle to all of the people of the town, a light that nobody had ever lit or put out.",
  // It is the animal that is the symbol.
  "My old grey horse walks free in the long grass beside me, a symbol of patience and of quiet strength.",
  // Two of a kind.
  "The dancer could not help adding a little bounce to each step, a little sway to the turn at the end.",
  // One more thing that it was.
  "Their long fight on the bridge was a dance of fire and steel, a song of anger that nobody would forget.",
  // Told of him.
  "Since that night he has wandered over the Earth, a fallen angel with no place that he can call home.",
  // The past was no verb of the sentence.
  "Public coins spent on young trees bring shade to the old town sooner, a critical factor when summers burn.",
  // Built alike.
  "The mood of the old painter is ruled by a deep wish for peace, a longing for the quiet of his first home.",
  // The thing or the place?
  "The old clock tower stood at the edge of the square, a ghostly presence in the middle of the fair.",
  // He may be long dead.
  "The narrow stone bridge is named after Anna Holm, a local baker who gave all of her money to build it.",
  // It is only demanded.
  "The fall of the old mayor demanded a harsh response, a complete change in the rules of the whole council.",
])("stays: %s", (text) => {
  expect(split(text)).toBe(text);
});
