import { expect, test } from "vitest";
import { applyRules } from "../../../testing/build-rewriter.ts";

const split = (text: string): string => applyRules(text, { kinds: ["split"] });

test.each([
  [
    "The old harbour was a bridge between the two towns, a way out for all who had nothing left to lose.",
    "The old harbour was a bridge between the two towns. It was a way out for all who had nothing left to lose.",
  ],
  [
    "The event in the old town was a sign of hope for the people, and a promise of help for the poor.",
    "The event in the old town was a sign of hope for the people. It was also a promise of help for the poor.",
  ],
  [
    "She crossed the great hall of the castle in the dark, unaware of the storm behind the hills.",
    "She crossed the great hall of the castle in the dark. She was unaware of the storm behind the hills.",
  ],
  [
    "These trousers are sturdy blue garments that were first sewn for miners and now belong in every wardrobe.",
    "These trousers are sturdy blue garments. They were first sewn for miners and now belong in every wardrobe.",
  ],
  [
    "She is a patient and careful young painter who never leaves a picture before it is quite dry.",
    "She is a patient and careful young painter. She never leaves a picture before it is quite dry.",
  ],
])("%s → %s", (from, to) => {
  expect(split(from)).toBe(to);
});

test.each([
  // Three names make a list.
  "The old harbour was a bridge between towns, a way out for the poor, and a home for all of the sailors.",
  // What it is not, and what it may be, stay together.
  "The old harbour was not a bridge between the two towns, a way out for those with nothing left to lose.",
  // Whoever was found is unable, not the finder.
  "She found the old captain behind the house in the snow, unable to move his legs or to call for help.",
  // Only the clause tells which thing it is.
  "This is the only tool in the whole of the workshop that can cut through the old iron of the gate.",
  // It is the friend who is a man.
  "The old lamp on the desk was a gift from a good friend, a man who had once been a sailor himself.",
  "The inn is a good choice for all kinds of guests who want a quiet room and a meal for little money.",
  "The quiet of the hall was a change from the damp, musty air that hung in the other rooms all year.",
  "In the evening Tom is the host of the small radio of the town, a weekly show with music and old news.",
  "It was this heavy storm from the far north that broke the mast of the ship and tore all of its sails.",
  // A clause of its own begins.
  "Some of the village schools are also very small and poor, and many children who go there walk for an hour.",
  // Who is so: the one or the other?
  "At the gate of the town he was met by a crowd of old soldiers, eager to hear the news from the front.",
  "The ghost went on watching the girl in the garden, drawn to her by a longing that it could not name.",
  // The clause tells which things.
  "Wind and heavy rain are the main natural forces that wear down the old white cliffs along the coast.",
])("leaves alone: %s", (text) => {
  expect(split(text)).toBe(text);
});
