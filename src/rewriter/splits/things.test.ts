import { expect, test } from "vitest";
import { applyRules } from "../../../testing/build-rewriter.ts";

const split = (text: string): string => applyRules(text, { kinds: ["split"] });

test.each([
  [
    "Behind the shelf, the children found a small wooden door that opened into a little garden.",
    "Behind the shelf, the children found a small wooden door. This door opened into a little garden.",
  ],
  [
    "The new method shortens the time of practice for small models by using two sets of weights.",
    "The new method shortens the time of practice for small models. It does this by using two sets of weights.",
  ],
  [
    "The small towns can keep their shops and schools by sharing the cost of the new bus line.",
    "The small towns can keep their shops and schools. They can do this by sharing the cost of the new bus line.",
  ],
  [
    "Clean water is vital for the health of a town, as it keeps many diseases away from the people.",
    "Clean water is vital for the health of a town. It keeps many diseases away from the people.",
  ],
  // What can or should be has a reason rather than a time.
  [
    "The choice of the right seed can be a real challenge, as the shops often give bad advice to farmers.",
    "The choice of the right seed can be a real challenge. The shops often give bad advice to farmers.",
  ],
])("%s → %s", (from, to) => {
  expect(split(from)).toBe(to);
});

test.each([
  // In the present "a door that …" may be any door.
  "A good house in the north of the country has a wooden door that opens into a warm hall.",
  // What was not there can't be told in a second step.
  "Behind the shelf in the hall she did not find a small wooden door that opened into a garden.",
  // The means belong to the inner verb.
  "The bank wants to raise the growth of the whole region by making loans cheaper for small firms.",
  "This paper presents a simple method for the quick sorting of seeds by weighing them in the dark.",
  "She narrowly missed winning the long race across the hills by losing a shoe in the very last field.",
  // What may be so is not told as a fact.
  "Perhaps the council shortens the time of practice for the drivers by using two sets of new buses.",
  // In the past "as" tells a time.
  "The old men sat in front of the house in the sun, as they watched the children play in the yard.",
  "The cup is still within reach for the young team, as they look to win back the trust of the town.",
  // Somebody said so.
  "The water board said ground water from well two was safe, as it could be used for cooking without a filter.",
  // By what it is posed.
  "This old report raises hard questions about the danger posed by eating the small red fish from the lake.",
  // The two halves are one.
  "This plan not only speeds up the work in the fields by sharing the tools but also lowers the price of bread.",
  // All that was said is what is understood.
  "The people of the valley have a great love for the songs of the past, as I have come to understand with time.",
  // The reason is hers.
  "The old teacher considers the school garden to be a key part of her work, as it is good for shy children.",
  // Only under the condition.
  "Do not leave the thick soup on the hot stove for too long, as it will become dry and burn at the bottom.",
])("leaves alone: %s", (text) => {
  expect(split(text)).toBe(text);
});
