import { expect, test } from "vitest";
import { applyRules, readSentence } from "../../../testing/build-rewriter.ts";
import { isAnimate } from "./animate.ts";
import { findSubject } from "./subjects.ts";

test.each([
  ["The heat from the vents curled upwards.", "it"],
  ["Public campaigns and private plans have helped the towns.", "they"],
  ["After the storm, the captain counted his men.", "the captain"],
  ["In the end, Mara opened the gate.", "Mara"],
  ["Trusting strangers with the keys can lead to a loss.", "this"],
  ["Mr Holm praised the work of the team.", "he"],
  ["The Northern Fishing Council (NFC) has closed the lake.", "it"],
  ["Judges assess each round of the fight.", "they"],
])("%s: said again as %s", (text, again) => {
  expect(findSubject(readSentence(text))?.again).toBe(again);
});

test.each([
  "What he saw in the hall surprised the guests.",
  "No member of the club has paid.",
  "Homes built on sand were lost in the flood.",
  "The marsh behind the dunes is wide and dark.",
])("%s: not said again", (text) => {
  expect(findSubject(readSentence(text))).toBeUndefined();
});

test("a person is he or she only where the text says so", () => {
  const tail =
    "Tomas stood at the edge of the long pier in the early evening, listening to the bells of the town.";
  const known = `Tomas lifted his hat and smiled. ${tail}`;
  expect(applyRules(known, { kinds: ["split"] })).toContain(". He listened to the bells");
  expect(applyRules(tail, { kinds: ["split"] })).toContain(". Tomas listened to the bells");
  const both = `Tomas lifted his hat and smiled. Tomas closed her eyes. ${tail}`;
  expect(applyRules(both, { kinds: ["split"] })).toContain(". Tomas listened to the bells");
});

test("a neighbour is somebody in British spelling too", () => {
  expect(isAnimate("neighbour")).toBe(true);
  expect(isAnimate("neighbourhood")).toBe(false);
});
