import { expect, test } from "vitest";
import { applyRules } from "./build-rewriter.ts";

test.each([
  "The old circus by the river was full of whimsical acts, daring feats, and thrilling performances that left the audience in awe.",
  "The big states in the north would be taken by storm in the vote, and other issues from smaller regions neglected.",
  "The way she tossed her hair, how her eyes lit up when she talked about something she loved—it all captivated me.",
])("leaves whole: %s", (text) => {
  expect(applyRules(text, { kinds: ["split"] })).toBe(text);
});

test("a past that the library has wrong is put right, and nobody tells a lie", () => {
  const split = (text: string): string => applyRules(text, { kinds: ["split"] });
  expect(
    split("The sergeant crossed the yard of the old fort, swinging a lamp in one hand."),
  ).not.toContain("swinged");
  expect(
    split("The sergeant watched the road from the old fort, lying on the wall for hours."),
  ).not.toContain("lied");
});

test("nobody walks towards himself", () => {
  const text =
    "I would see her smile in the corridor of the old school, walking slowly towards me.";
  expect(applyRules(text)).not.toContain("I would walk");
});

test("whoever was the subject behind “and” may speak of himself", () => {
  expect(
    applyRules(
      "The garden was my whole world in those years, and I never asked who had given it to me.",
      {
        kinds: ["split"],
      },
    ),
  ).toBe("The garden was my whole world in those years. I never asked who had given it to me.");
});
