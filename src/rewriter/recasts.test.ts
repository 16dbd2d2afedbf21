import { expect, test } from "vitest";
import { applyRules } from "../../testing/build-rewriter.ts";

const recast = (text: string): string => applyRules(text, { kinds: ["recast", "rhythm"] });

test.each([
  // Passive to active, when the agent is there.
  ["The bridge was built by the town in 1998.", "The town built the bridge in 1998."],
  ["The old house was sold by the mayor.", "The mayor sold the old house."],
  ["The report was written by a group of students.", "A group of students wrote the report."],
  ["The cake was eaten by a dog.", "A dog ate the cake."],
  ["The songs are chosen by the singers.", "The singers choose the songs."],
  ["The song was written by Ann Bell in May 1965.", "Ann Bell wrote the song in May 1965."],
  // Plainer verbs that need another form.
  ["This pump is capable of moving a lot of water.", "This pump can move a lot of water."],
  ["The town continues to grow in size.", "The town keeps growing in size."],
  ["They continued to walk for an hour.", "They kept walking for an hour."],
  ["There are many people who believe in luck.", "Many people believe in luck."],
  ["The plan not only saves time but also cuts costs.", "The plan both saves time and cuts costs."],
  // Rhythm.
  [
    "The company grew fast. The company hired more staff. The company moved.",
    "The company grew fast. It hired more staff. It moved.",
  ],
  [
    "He opened the door. He walked in. He sat down.",
    "He opened the door and walked in. He sat down.",
  ],
  [
    "She woke up very early on the first day. She made some coffee for all of the guests. She read in the garden every morning.",
    "She woke up very early on the first day. She made some coffee for all of the guests. Every morning, she read in the garden.",
  ],
])("%s → %s", (from, to) => {
  expect(recast(from)).toBe(to);
});

test.each([
  // No agent, a manner or a time instead of one, an order of events.
  "The bridge was built in 1998.",
  "The bridge was built by hand.",
  "The work was finished by noon.",
  "The costs were cut by selling the house.",
  "The song was followed by a long speech.",
  "The lake is surrounded by the old forest.",
  // Denied, asked, or with more around it.
  "The bridge was not built by the town.",
  "Was the bridge built by the town?",
  "The bridge was built by the town, and the road was built by the state.",
  'The word was coined by the author of "Utopia".',
  "He was seen by the guard.",
  // States don't keep happening.
  "The law continues to be in force.",
  "The house continues to belong to them.",
  // Short sentences that say something together, or about two people.
  "He laughed. She cried. They left.",
  "I came. I did not see. I left.",
  // The pronoun could mean another thing.
  "The company bought the bank. The company hired more staff.",
])("leaves alone: %s", (text) => {
  expect(recast(text)).toBe(text);
});

test("a name keeps its letters when the voice turns", () => {
  expect(recast("The prize was won by McDonald in 2004.")).toBe("McDonald won the prize in 2004.");
});
