import { expect, test } from "vitest";
import { applyRules, readSentence } from "../../../testing/build-rewriter.ts";
import { applyReplacements } from "../edit.ts";
import { readPhraseRules } from "../resources.ts";
import { matchPhrases } from "./match-phrases.ts";
import { compilePhrases, readPhraseFile } from "./phrase-table.ts";

const wording = (text: string): string =>
  applyRules(text, { kinds: ["word", "phrase", "connective"], strength: "strong" });

test.each([
  // A plainer word that has another sense here.
  "The town may require owners to clear the snow from their steps.",
  "The nurse reveals that the patient left in the night.",
  "The comprehensive experiments took two years.",
  "I love that they are wrapped one by one.",
  "The plan allows for the possibility of repeating the test.",
  "They all hope to make a positive impact on the town.",
  "The demonstrated effectiveness of the plan is clear.",
  "She remains in a critical condition after the crash.",
  "The paper highlights the drop as a sign of poor health.",
])("keeps the word that fits: %s", (text) => {
  expect(wording(text)).toBe(text);
});

test.each([
  ["The study reveals that the birds left early.", "The study shows that the birds left early."],
])("still writes the plainer word: %s", (text, wanted) => {
  expect(wording(text)).toBe(wanted);
});

test.each([
  // Verbs keep their form.
  ["She utilizes it, and they are utilizing it too.", "She uses it, and they are using it too."],
  ["The data demonstrate that it works.", "The data show that it works."],
  ["It has been demonstrated that it works.", "It has been shown that it works."],
  // Nouns keep their number, articles follow the sound, capitals the place.
  ["An enormous crowd came to the fair.", "A huge crowd came to the fair."],
  ["However, if it rains, we stay.", "But if it rains, we stay."],
  ["however, if it rains, we stay.", "but if it rains, we stay."],
  ["It is important to note that the plan is cheap.", "The plan is cheap."],
])("%s → %s", (from, to) => {
  expect(wording(from)).toBe(to);
});

/** What a single rule, with examples that don't matter here, makes of a text. */
function byRule(line: string, text: string): string {
  const rules = compilePhrases(readPhraseFile(`@ phrase: plain\n\n${line}\n  + a => b\n  - c\n`));
  const edits = matchPhrases(readSentence(text), rules, {
    isFormal: false,
    isOfficial: false,
    isStrong: false,
  });
  return applyReplacements(text, edits);
}

test("a helper before its subject asks for the participle", () => {
  expect(
    byRule("stumble/v upon => come/v across", "Had he truly stumbled upon a secret that day?"),
  ).toBe("Had he truly come across a secret that day?");
});

test("before “through” stands a participle", () => {
  expect(byRule("demonstrate/v => show", "The harm demonstrated through tests is real.")).toBe(
    "The harm shown through tests is real.",
  );
});

test.each([
  ["individual/n => person/n", "An individual can ask for it.", "A person can ask for it."],
  ["frequently => often", "It was a frequently cold place.", "It was an often cold place."],
  [
    "play/v a role in => be/v key to",
    "Sleep plays a role in learning.",
    "Sleep is key to learning.",
  ],
  [
    "play/v a role in => be/v key to",
    "Sleep can play a role in learning.",
    "Sleep can be key to learning.",
  ],
])("a rule follows form, sound and place: %s: %s", (line, from, to) => {
  expect(byRule(line, from)).toBe(to);
});

test("the first of two “that” stays", () => {
  const text = "The judge heard that the car was stolen, and that the driver fled on foot.";
  expect(wording(text)).toBe(text);
});

test("behind a comma and before “as” stands a participle", () => {
  expect(wording("The silence, often perceived as a void, is a chance to think.")).not.toContain(
    "saw as",
  );
});

test("challenges that are met are no problems", () => {
  expect(wording("Addressing these challenges takes time and money.")).not.toContain(
    "Meeting these problems",
  );
});

test.each([
  ["Each life has the potential to grow, to give, to matter.", "has the potential to"],
  ["Patience allows people to grow strong, and to stay calm in a storm.", "allows people to"],
  ["The tower serves as a symbol of the town and as a guide for ships.", "serves as"],
  ["This paper aims to explore the old law and analyze what it costs.", "aims to explore"],
  ["They sell tools that are designed for small farms and come with a case.", "that are designed"],
  ["It helps pupils who are interested in maps or who want to draw.", "who are interested"],
  ["They sell tools that are designed for farms and often come with a case.", "that are designed"],
])("what has a partner behind “and” keeps its form: %s", (text, kept) => {
  expect(wording(text)).toContain(kept);
});

test("without a second one the phrase is put plainly", () => {
  expect(wording("Patience allows people to grow strong.")).toContain("lets people grow");
});

test("a wording doesn't say a word again that the sentence has in another form", () => {
  const rules = compilePhrases([
    { kind: "word", why: "plainer verb", line: "attempt/v to => try to" },
  ]);
  const text = "He tried to sing, attempting to please her.";
  const settings = { isFormal: false, isOfficial: false, isStrong: false };
  expect(matchPhrases(readSentence(text), rules, settings)).toEqual([]);
});

test.each([
  "The scheme provided that staff may carry over five days.",
  "We provided that form last week.",
  "It was further provided that no member may vote twice.",
  "The information provided that day was wrong.",
  "The arrears owing to this office stand at £40.",
  "Kindly pay the amount owing to us.",
  "The bus will presently leave from bay two.",
  "Should you have to pay for parking?",
  "The event began no later than planned.",
  "It was lodged on or before, and not after, 3 May.",
])("rules for official prose leave what only looks like it: %s", (text) => {
  const settings = { isFormal: false, isOfficial: true, isStrong: true };
  const rules = compilePhrases(
    readPhraseRules().filter(({ line }) =>
      /^(?:\(provided|\(owing|presently|should|\(no\||on or)/.test(line),
    ),
  );
  expect(matchPhrases(readSentence(text), rules, settings)).toEqual([]);
});
