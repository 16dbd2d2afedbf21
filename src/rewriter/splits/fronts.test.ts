import { expect, test } from "vitest";
import { applyRules } from "../../../testing/build-rewriter.ts";

const split = (text: string): string => applyRules(text, { kinds: ["split"] });

test.each([
  [
    "Armed with an old map of the hills, she left the village early and walked towards the sea.",
    "She was armed with an old map of the hills. She left the village early and walked towards the sea.",
  ],
  [
    "Known for its long white beaches, the island draws thousands of guests from the north each year.",
    "The island is known for its long white beaches. It draws thousands of guests from the north each year.",
  ],
  [
    "Leaning over the edge of the well, he dropped a coin and waited a long time for the splash.",
    "He leaned over the edge of the well. He dropped a coin and waited a long time for the splash.",
  ],
  [
    "The chess club, which met in the back room on Mondays, had more than forty members by then.",
    "The chess club met in the back room on Mondays. It had more than forty members by then.",
  ],
  [
    "The guests, who were staying at the small hotel by the lake, have asked for their money back.",
    "The guests were staying at the small hotel by the lake. They have asked for their money back.",
  ],
])("%s → %s", (from, to) => {
  expect(split(from)).toBe(to);
});

test.each([
  // With a modal the opening may be a condition.
  "Used with a little care and some warm water, the old brush can last for another ten years.",
  // A frame is no deed of the subject.
  "Considering the price of the rooms at this time of year, the hotel was full by early June.",
  "Based on the figures from the last three years, the firm expects a small loss this spring.",
  // Nobody wears knowledge.
  "Armed with this new knowledge of the tides, she shared her story with the whole of the town.",
  // A short opening makes a stump.
  "Holding his breath, he dived into the cold dark water on the other side of the little lake.",
  // It is the mill that gave work, not its closure.
  "The closure of the mill, which employed around thirty people, was a heavy blow to the whole valley.",
  // A clause inside the subject that tells which one is meant.
  "The club that met in the back room on Mondays had more than forty members by the summer.",
  // Nobody is told apart by what he is not.
  "No guest, who had paid for a room by the lake, was asked to leave before the end of May.",
  // The house stands there, not the mood.
  "Situated on the top floor of the tower, the atmosphere was warm and calm in spite of the storm outside.",
  // What is remembered now was then.
  "Growing up in a quiet village by the sea, I remember the day when the first tourists came to our beach.",
  // The line marks it, not the drawing.
  "Drawing the high tide line, which marks the edge of every storm, is vital for the plans of the harbour.",
  // One of many.
  "A young clerk, who has not been named, has told the court that the two letters were burned in May.",
])("leaves alone: %s", (text) => {
  expect(split(text)).toBe(text);
});
