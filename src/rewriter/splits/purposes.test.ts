import { expect, test } from "vitest";
import { applyRules } from "../../../testing/build-rewriter.ts";

const split = (text: string): string => applyRules(text, { kinds: ["split"] });

test.each([
  [
    "We use a large set of old weather records to estimate the strength of the autumn storms.",
    /^We use a large set of old weather records\. (?:We do this|The (?:aim|goal) is) to estimate the strength of the autumn storms\.$/,
  ],
  [
    "The new filter combines fine sand with layers of charcoal to slowly remove the metals from the water.",
    /^The new filter combines fine sand with layers of charcoal\. The (?:aim|goal) is to slowly remove the metals from the water\.$/,
  ],
  [
    "The samples were tested in two separate laboratories to confirm the age of the wooden beams.",
    /^The samples were tested in two separate laboratories\. (?:This was done|The (?:aim|goal) was) to confirm the age of the wooden beams\.$/,
  ],
])("what a deed is for becomes a sentence, and is still only meant: %s", (text, expected) => {
  expect(split(text)).toMatch(expected);
});

test.each([
  // Things that have a "to" of their own.
  "The young engineers developed the ability to predict the failure of the old iron bridges.",
  "The council adopted a formal plan to rebuild the northern harbour before the next winter storms.",
  // The purpose may be that of an inner deed.
  "The team used a machine that sorts the seeds to separate the small ones from the rest.",
  // What may be done is not done.
  "The farmers could use the water of the lower lake to feed the dry fields in the summer.",
  // A second verb of the same subject, or one more deed that is meant: nobody can tell.
  "We use a new type of sensor to track the birds and show that they return each year.",
  "The firm did not use the grant of the city to repair the roof of the old theatre.",
])("a purpose that hangs on a thing, another deed or a mere chance stays: %s", (text) => {
  expect(split(text)).toBe(text);
});
