import { expect, test } from "vitest";
import { findFault } from "./gate.ts";

// For each class of words that a sentence must keep, an edit that the gate refuses and one that it lets pass.
test.each([
  ["polarity", "They do not pay.", "They pay.", "They don't pay."],
  ["polarity", "They left without a word.", "They left with a word.", "They went without a word."],
  [
    "polarity",
    "The plan rarely works here.",
    "The plan works here.",
    "The plan rarely helps here.",
  ],
  [
    "modality",
    "The dam may hold for a year.",
    "The dam holds for a year.",
    "The dam may hold a year.",
  ],
  ["modality", "You must pay in May.", "You pay in May.", "In May you must pay."],
  ["modality", "The data suggest a fall.", "The data show a fall.", "Data suggest a fall."],
  ["modality", "They will come in May.", "They come in May.", "They'll come in May."],
  ["quantity", "All of the men left.", "The men left.", "All the men left."],
  ["quantity", "Most towns pay for it.", "Many towns pay for it.", "Most towns pay."],
  ["quantity", "Only the mayor knew of it.", "The mayor knew of it.", "Only the mayor knew it."],
  ["quantity", "They often meet here.", "They meet here.", "Here they often meet."],
  [
    "quantity",
    "Stay at home if it rains.",
    "Stay at home when it rains.",
    "Stay home if it rains.",
  ],
  ["person", "She left, and he stayed.", "She left, and they stayed.", "She left. He stayed."],
  ["person", "They took his coat.", "They took the coat.", "They got his coat."],
  [
    "name",
    "In the spring Holm left the firm, and later Holm came back.",
    "In the spring Holm left the firm. Later he came back.",
    "In the spring Holm left the firm. Later Holm came back.",
  ],
])("%s: %s is not %s", (name, before, wrong, right) => {
  expect(findFault(before, wrong)).toBe(name);
  expect(findFault(before, right)).toBeUndefined();
});

test("a modal may be said again behind the subject of a sentence that was cut off", () => {
  const before = "The tax can cut costs and pay for the roads of the town.";
  expect(findFault(before, "The tax can cut costs. It can pay for the roads of the town.")).toBe(
    undefined,
  );
  expect(findFault(before, "The tax can cut costs. It may pay for the roads of the town.")).toBe(
    "modality",
  );
});

test.each([
  ["Pay not later than 3 May.", "Pay by 3 May.", "Pay no fee by 3 May."],
  ["We are unable to refund it.", "We cannot refund it.", "We can refund it."],
  [
    "I am writing to inform you that the hall is shut.",
    "The hall is shut.",
    "You should know that the hall is shut.",
  ],
  ["It should be noted that the hall is shut.", "The hall is shut.", "The hall should be shut."],
  ["You are requested to sign it.", "Please sign it.", "We request to sign it."],
  [
    "Should you wish to stay, call us.",
    "If you wish to stay, call us.",
    "Wishing to stay, call us.",
  ],
  [
    "Please do not hesitate to call us.",
    "Please call us.",
    "Please do not call us unless you must.",
  ],
  [
    "Reply at your earliest convenience.",
    "Reply as soon as possible.",
    "Reply at our earliest convenience.",
  ],
])(
  "a set phrase of offices counts as what it says: %s → %s, but not %s",
  (before, right, wrong) => {
    expect(findFault(before, right)).toBeUndefined();
    expect(findFault(before, wrong)).toBeDefined();
  },
);

test.each([
  ["Pay the fee not later than 3 May.", "Pay the fee later than 3 May."],
  ["Pay the fee not later than 3 May.", "Pay the fee after 3 May."],
  ["We would be grateful if you could send it.", "Send it."],
  ["Please do not hesitate to call us.", "Please hesitate to call us."],
  ["Reply at your earliest convenience.", "Reply whenever it suits."],
  ["If you are advised that the test is positive, stay.", "If the test is positive, stay."],
  ["They decide whether you are requested to leave.", "They decide whether to leave."],
  ["Should you have to pay twice?", "If you have to pay twice?"],
])("nor may a set phrase go for nothing: %s is not %s", (before, wrong) => {
  expect(findFault(before, wrong)).toBeDefined();
});

test('"should you" inside a sentence is no condition', () => {
  const before = "Nor should you wish for it.";
  expect(findFault(before, "Nor do you wish for it.")).toBe("modality");
});
