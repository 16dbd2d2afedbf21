import { expect, test } from "vitest";
import { applyRules } from "../../../testing/build-rewriter.ts";

const split = (text: string): string => applyRules(text, { kinds: ["split"] });

test.each([
  [
    '"We should leave before the snow comes down," he said, his eyes searching the dark road behind us.',
    '"We should leave before the snow comes down," he said. His eyes searched the dark road behind us.',
  ],
  [
    '"The boat won\'t wait for any of you," she whispered, pulling the heavy door shut behind her.',
    '"The boat won\'t wait for any of you," she whispered. She pulled the heavy door shut behind her.',
  ],
])("%s → %s", (from, to) => {
  expect(split(from)).toBe(to);
});

test.each([
  // The words go on behind the tail.
  '"We should leave," he said, his eyes searching the dark road, "before the snow comes down on us."',
  // Who speaks is not said before the tail.
  '"The boat won\'t wait for any of you," said the old man at the gate, pulling the door shut behind him.',
])("leaves alone: %s", (text) => {
  expect(split(text)).toBe(text);
});
