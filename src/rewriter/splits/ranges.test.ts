import { expect, test } from "vitest";
import { applyRules } from "../../../testing/build-rewriter.ts";

const split = (text: string): string => applyRules(text, { kinds: ["split"] });

test.each([
  [
    "The little kitchen offers a wide range of dishes, from thin vegetable soups to heavy chocolate cakes.",
    "The little kitchen offers a wide range of dishes. These range from thin vegetable soups to heavy chocolate cakes.",
  ],
  [
    "The old fort had many different rooms, ranging from narrow stone cells to wide halls with high windows.",
    "The old fort had many different rooms. These ranged from narrow stone cells to wide halls with high windows.",
  ],
])("how far many things reach becomes a sentence: %s", (text, expected) => {
  expect(split(text)).toBe(expected);
});

test.each([
  // It is open what reaches from the one to the other, or it is a way.
  "The workshop repairs the boats of all the villages, from small canoes to large sailing ships.",
  "The old man sent many heavy parcels, from his village in the hills to a port on the coast.",
  "The guide shows many careful steps, from mixing the clay to drying the pots in the sun.",
])("a way, a course or an open reach stays: %s", (text) => {
  expect(split(text)).toBe(text);
});
