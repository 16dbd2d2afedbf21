import { expect, test } from "vitest";
import { applyRules } from "../../../testing/build-rewriter.ts";

const split = (text: string): string => applyRules(text, { kinds: ["split"] });

test.each([
  [
    "This is only a rough guess from last year and the prices can vary with the season and the place.",
    "This is only a rough guess from last year. The prices can vary with the season and the place.",
  ],
  [
    "I was reading in the garden behind the house for an hour and then it began to rain on my book.",
    "I was reading in the garden behind the house for an hour. Then it began to rain on my book.",
  ],
  [
    "The fire was called an accident by the town but the owners did not let anybody into the house.",
    "The fire was called an accident by the town. But the owners did not let anybody into the house.",
  ],
  [
    "The food on our plates was bad, the service was even worse, and the whole place was much too loud.",
    "The food on our plates was bad. The service was even worse, and the whole place was much too loud.",
  ],
  [
    "It was a warm afternoon and I found my aunt on the bench behind the house, surrounded by her five cats.",
    "It was a warm afternoon. I found my aunt on the bench behind the house, surrounded by her five cats.",
  ],
  [
    "Old debts: Berta's mill on the river has been closed for years, and she still pays for the new wheel.",
    "Old debts: Berta's mill on the river has been closed for years. She still pays for the new wheel.",
  ],
])("%s → %s", (from, to) => {
  expect(split(from)).toBe(to);
});

test.each([
  // The thing behind "and" is one of two subjects.
  "Every time he came to the end of the long road, doubt and fear would claw at his heart again.",
  "Since last year the town has known that the old mill and its wheel could be lost in the next storm.",
  // A thing with a clause of its own, and a list of clauses.
  "She described the beauty of the old forest and the joy she had felt on her way to the lake.",
  "He remembered the cold of the long winter, the way she had spoken to him, and he felt at home.",
  // Inside "where" and behind "I think".
  "They lived in a small town by the sea where the streets are narrow and the houses are very old.",
  "I think the price of a ticket and the time of the journey will change a lot in the next year.",
  "The rule turns into a heavy burden in exactly those parts of the country where the pay is lowest and the rents are highest.",
  "We spoke of the time that was lost in the long winter as the snow fell and she had no way to come home.",
  // The verb of the inner clause stands behind the joint.
  "He had been walking along the beach for an hour already when my mother, my sister and I heard a loud cry.",
  "May the wind from the north fill our old sails and the stars guide us to the island in the end.",
])("leaves alone: %s", (text) => {
  expect(split(text)).toBe(text);
});
