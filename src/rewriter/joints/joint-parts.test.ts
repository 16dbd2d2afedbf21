import { expect, test } from "vitest";
import { readSentence } from "../../../testing/build-rewriter.ts";
import { writeCut } from "./joint-edits.ts";
import { takeApart } from "./joint-parts.ts";

/** Takes the first `from` of a text for `to`, apart and written anew. */
function roundTrip(text: string, from: string, to: string): string | undefined {
  const start = text.indexOf(from);
  const parts = takeApart(text, { start, end: start + from.length, to });
  const edit = parts === undefined ? undefined : writeCut(readSentence(text), parts);
  if (edit === undefined) return undefined;
  return text.slice(0, edit.start) + edit.options[0] + text.slice(edit.end);
}

test.each([
  [
    "The council approved the plan in March, which surprised the farmers of the valley.",
    ", which surprised",
    ". This surprised",
  ],
  [
    "The old mill stood by the river, its wheel turning slowly in the current.",
    ", its wheel turning",
    ". Its wheel turned",
  ],
  [
    "The ferry crosses the strait twice a day, and the crew checks the engine each time.",
    ", and the",
    ". The",
  ],
  [
    "The library lends tools to anyone in town, allowing families to mend what they own.",
    ", allowing",
    ". This allows",
  ],
  [
    "Mira Sen founded the clinic in 1998, a small house with two beds.",
    ", a small",
    ". It was a small",
  ],
  [
    "The report names three rivers, but it says nothing about the dams above them.",
    ", but it",
    ". But it",
  ],
  // One analysis, though it ends in an s.
  [
    "The clerk sent a long analysis that supports the plan of the town.",
    " that supports",
    ". This analysis supports",
  ],
])("a cut taken apart and written anew is the same cut: %s", (text, from, to) => {
  expect(roundTrip(text, from, to)).toBe(text.replace(from, to));
});

test("a noun said again is found in the first part", () => {
  const text = "The dam holds a lake of nine square miles, feeding four towns in the plain.";
  const start = text.indexOf(", feeding");
  const parts = takeApart(text, {
    start,
    end: start + ", feeding".length,
    to: ". The lake feeds",
  });
  expect(parts).toMatchObject({ at: start, drop: 1, subject: "THE NOUN", helper: "" });
  expect(text.slice(parts?.noun?.[0], (parts?.noun?.[1] ?? 0) + 4)).toBe("lake");
  expect(parts?.forms).toEqual([{ at: start + 2, form: "s" }]);
});

test("an edit that ends no sentence is no cut", () => {
  const text = "They utilise the old road in order to reach the market before dawn.";
  expect(takeApart(text, { start: 5, end: 12, to: "use" })).toBeUndefined();
});

test("an opening the model has no words for is known to be none of its own", () => {
  const text = "The tower fell in the storm, leaving the square full of stones.";
  const start = text.indexOf(", leaving");
  const to = ". Nobody was hurt, but it left";
  const parts = takeApart(text, { start, end: start + ", leaving".length, to });
  expect(parts?.subject).toBe("?");
  expect(parts && writeCut(readSentence(text), parts)).toBeUndefined();
});

test("no cut is written inside a bracket or a quotation", () => {
  const text =
    "The mayor (who grew up here, and who still owns a farm) opened the market on Sunday morning.";
  const at = text.indexOf(", and");
  const parts = { at, drop: 2, lead: "", subject: "He", helper: "", noun: undefined, forms: [] };
  expect(writeCut(readSentence(text), parts)).toBeUndefined();
});

test.each([
  [
    "an aside between dashes",
    "The sailors — the old ones knew the coast, and the young ones trusted them — had left at dawn.",
    ", and",
    { drop: 2 },
  ],
  [
    "a verb in a form that fits nobody",
    "The bout ends with a squeeze, leaving them beaten and gasping for air in the ring.",
    ", leaving",
    { drop: 1, subject: "This", helper: "is", forms: ["gasping", "s"] },
  ],
  [
    "one verb for many",
    "The drug is widely used, with countries like Japan having it on their lists.",
    ", with",
    { drop: 2, forms: ["having", "+has"] },
  ],
  [
    "what happened before as if it came later",
    "The old tower had stood for three hundred years, hollowed by the guild into a hall.",
    ", hollowed",
    { drop: 1, subject: "It", helper: "was" },
  ],
  [
    "examples of today for what was talked of then",
    "At the meeting last night we discussed many topics, including the price of bread.",
    ", including",
    { drop: 2, subject: "These", helper: "include" },
  ],
  [
    "a person the sentence calls neither he nor she",
    "The report was written by a doctor from the coast, describing how the storm came in.",
    ", describing",
    { drop: 1, subject: "She", helper: "", forms: ["describing", "past"] },
  ],
  [
    "a choice torn apart",
    "Most fish of this kind are either large, which means that they hunt, or small.",
    ", which",
    { drop: 2, subject: "That", helper: "" },
  ],
  [
    "what somebody said told as a fact",
    "His neighbour said that the man loved his work and that he was proud of it.",
    "and",
    { drop: 2, subject: "It", helper: "" },
  ],
  [
    "a row of clauses torn apart",
    "The night deepened, the mist grew thicker, and the old dock faded from our sight.",
    ", and",
    { drop: 2 },
  ],
  [
    "a person called this",
    "Your mother is four months along with you, a gift that we can hardly wait to meet.",
    ", a",
    { drop: 1, subject: "This", helper: "is" },
  ],
  [
    "a command nobody gave",
    "We deal with old machines on this ship; understanding them would help everybody.",
    ";",
    { drop: 1, forms: ["understanding", "base"] },
  ],
  [
    "a truth nobody told",
    "Proceed with great care on the upper path, especially when it has rained for days.",
    ", especially",
    { drop: 2, subject: "This", helper: "is especially true" },
  ],
  [
    "a ground for a guess as its cause",
    "She must be using some secret ingredient, because every bite of it tastes like home.",
    ", because",
    { drop: 2, subject: "This", helper: "is because" },
  ],
  [
    "a reason that may be a time",
    "The village has changed a great deal since the dam was built above the old bridge.",
    "since",
    { drop: 1, subject: "This", helper: "is because" },
  ],
] satisfies [string, string, string, Cut][])(
  "no cut is written with %s",
  (_, text, joint, cut: Cut) => {
    const { forms: [verb = "", form = ""] = [], ...rest } = cut;
    const forms = verb === "" ? [] : [{ at: text.indexOf(verb), form }];
    const parts = { at: text.indexOf(joint), lead: "", subject: "", helper: "", noun: undefined };
    expect(writeCut(readSentence(text), { ...parts, ...rest, forms })).toBeUndefined();
  },
);

type Cut = { drop: number; subject?: string; helper?: string; forms?: string[] };
