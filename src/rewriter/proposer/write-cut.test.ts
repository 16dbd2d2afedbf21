import { expect, test } from "vitest";
import { readSentence } from "../../../testing/build-rewriter.ts";
import type { CutParts } from "./reading.ts";
import { writeCut } from "./write-cut.ts";

type Cut = {
  drop: number;
  subject?: string;
  helper?: string;
  lead?: string;
  /** Verbs, and the form of each behind it. */
  forms?: string[];
  /** Words that are said again. */
  again?: string;
};

/** The sentence as it reads when it is cut at `joint`, or undefined where the parts don't fit together. */
function write(
  text: string,
  joint: string,
  { forms = [], again, ...cut }: Cut,
): string | undefined {
  const parts: CutParts = {
    at: text.indexOf(joint),
    lead: "",
    subject: "",
    helper: "",
    noun: again === undefined ? undefined : [text.indexOf(again), text.indexOf(again)],
    forms: forms.flatMap((form, i) =>
      i % 2 === 0 ? [] : [{ at: text.indexOf(forms[i - 1] ?? ""), form }],
    ),
    ...cut,
  };
  const edit = writeCut(readSentence(text), parts);
  return edit && text.slice(0, edit.start) + edit.to + text.slice(edit.end);
}

test.each([
  [
    "The ferry crosses twice a day, and the crew checks the engine.",
    ", and",
    { drop: 2 },
    "The ferry crosses twice a day. The crew checks the engine.",
  ],
  [
    "The library lends tools, allowing families to mend what they own.",
    ", allowing",
    { drop: 1, subject: "This", forms: ["allowing", "s"] },
    "The library lends tools. This allows families to mend what they own.",
  ],
  [
    "The guards ran through the yard, their faces pale with fear.",
    ", their",
    { drop: 1, forms: ["pale", "+were"] },
    "The guards ran through the yard. Their faces were pale with fear.",
  ],
  [
    "Blood can look darker than usual in the cold, often reflecting a lack of oxygen.",
    ", often",
    { drop: 1, subject: "This", helper: "can", forms: ["reflecting", "base"] },
    "Blood can look darker than usual in the cold. This can often reflect a lack of oxygen.",
  ],
  [
    "The report names three rivers, though it says nothing of the dams.",
    ", though",
    { drop: 3, lead: "But", subject: "It" },
    "The report names three rivers. But it says nothing of the dams.",
  ],
  [
    "The sergeant crossed the yard, swinging a lamp in one hand.",
    ", swinging",
    { drop: 1, subject: "He", forms: ["swinging", "past"] },
    "The sergeant crossed the yard. He swung a lamp in one hand.",
  ],
])("%s", (text, joint, cut, wanted) => {
  expect(write(text, joint, cut)).toBe(wanted);
});

test.each([
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
    "a form behind a helper that takes another",
    "Blood can look darker than usual in the cold, often reflecting a lack of oxygen.",
    ", often",
    { drop: 1, subject: "This", helper: "can", forms: ["reflecting", "s"] },
  ],
  [
    "a helper that does not agree with its subject",
    "Raids have been common in recent years, reflecting a wish to control the press.",
    ", reflecting",
    { drop: 1, subject: "They", helper: "has", forms: ["reflecting", "past"] },
  ],
  [
    "a form that does not agree with its subject",
    "The raids were common in recent years, reflecting a wish to control the press.",
    ", reflecting",
    { drop: 1, subject: "They", forms: ["reflecting", "s"] },
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
    "a reason that may be a time",
    "The village has changed a great deal since the dam was built above the old bridge.",
    "since",
    { drop: 1, subject: "This", helper: "is because" },
  ],
  [
    "who lies or lay",
    "The sergeant watched the road from the old fort, lying on the wall for hours.",
    ", lying",
    { drop: 1, subject: "He", forms: ["lying", "past"] },
  ],
  [
    "a clause that has said nothing yet",
    "Whether it happened is still debated but given what is known of the old mine - it seems likely to all of us.",
    " -",
    { drop: 1 },
  ],
  [
    "a verb in another form where the sentence has its own",
    "Storms hit every port, but the north faced them while cutting its crews and raising new walls.",
    ", but",
    { drop: 2, lead: "But", forms: ["raising", "past"] },
  ],
  [
    "a form for nobody",
    "Trust fell sharply in the first two years—just when it was needed most—but rebounded later on.",
    "—but",
    { drop: 2, lead: "But" },
  ],
  [
    "one thing with the verb of several",
    "The rich use of symbols and small devices deepen our sense of the themes and amplify the mood of the story.",
    " and amplify",
    { drop: 1, subject: "It" },
  ],
  [
    "a verb behind a phrase, for nobody",
    "The council keeps the peace through schools and training centres, and at the same time guarantees basic rights.",
    ", and at",
    { drop: 2 },
  ],
  [
    "examples that go on about something else",
    "The genre has many scenes of action, such as chases and fights, but they need not be staged by experts.",
    ", such",
    { drop: 3, subject: "Examples", helper: "include" },
  ],
  [
    "a verb behind an adverb that has no form",
    "Each write must change every index of the table, potentially causing several page splits.",
    ", potentially",
    { drop: 1, subject: "This" },
  ],
  [
    "a first part that is open at its end",
    "It is worth talking to somebody if: it happens often, or it lasts for a long time.",
    ":",
    { drop: 1 },
  ],
  [
    "what both verbs share in the second part",
    "The court stands for the rights of all and respects and protects the old law of the land.",
    "and protects",
    { drop: 1, subject: "It" },
  ],
  [
    "verbs in two forms",
    "The firm bought the site in May, enriching its data and enhancing its reach in the south.",
    ", enriching",
    { drop: 1, subject: "This", forms: ["enriching", "past", "enhancing", "s"] },
  ],
  [
    "a form for a word that is no verb of the new sentence",
    "The crew may take its families along, leading to closer bonds resulting in better voyages.",
    ", leading",
    { drop: 1, subject: "This", helper: "can", forms: ["leading", "base", "resulting", "base"] },
  ],
  [
    "one of two who did it",
    "The band was formed in May by two brothers, Mike and Denny, who had met on a boat.",
    ", who",
    { drop: 2, subject: "NAME", again: "Denny" },
  ],
])("no cut is written with %s", (_, text, joint, cut) => {
  expect(write(text, joint, cut)).toBeUndefined();
});
