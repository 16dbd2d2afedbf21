import { expect, test } from "vitest";
import { applyRules, buildRewriter } from "../../../testing/build-rewriter.ts";

const repaired = (text: string): string => applyRules(text, { kinds: ["repair"] });

test.each([
  ["He had a idea for the garden.", "He had an idea for the garden."],
  ["It was an good plan.", "It was a good plan."],
  ["They met in the the park at noon.", "They met in the park at noon."],
  ["The car stopped,then left.", "The car stopped, then left."],
  ["The car , which was red, stopped.", "The car, which was red, stopped."],
  ["Moreover the plan was cheap.", "Moreover, the plan was cheap."],
  ["She should of gone home with him.", "She should have gone home with him."],
  ["I would of gotten an A for it.", "I would have gotten an A for it."],
  ["The plan was cheap. it was good too.", "The plan was cheap. It was good too."],
])("%s → %s", (from, to) => {
  expect(repaired(from)).toBe(to);
});

test.each([
  "yo you really laid it all out there. that day was wild.",
  "In such a acse nobody pays.",
  "The book was traducida a una language of the south.",
  "This command uses the -a option to keep the rights.",
  "Your letter of the 5th inst. in this matter came.",
  "It is in the archive, the file ending in ,v of the folder.",
  "The filter app=web,tier works in both places.",
  "Each field is written: if , err := write(header); err != nil { return err }",
  "Pass an sql value as the second one.",
  "Write one file for each: [source,console] before the code.",
  "They all get an same number of tasks.",
  "She needs someone to talk to to get through the night.",
  "The second line ended with with.",
  "Type one of these: comma ,, semicolon ;, or a tab.",
  "It left him with a amounts of pain.",
  "It was an hour before a European union was formed.",
  "It is an herb of an historic kind.",
  "She had had enough, and he knew that that was so.",
  "The iPhone was new. iTunes was old.",
  "The chance of event A occurring is small, and so is that of A and B.",
  "Each word has an a and an e in it, a and e being vowels.",
  "The price rose to 1,000 euros; f(a,b) is the sum.",
  "Dr. smith is what the card said, and i is an index.",
  'He wrote "a idea" on the wall.',
  "The ones that actually are are usually few, and what it was was plain.",
  // A writer who uses no capitals, or a sentence whose beginning was cut off.
  "the plan was cheap and good. it was new, too.",
  "The plan was cheap. yo, that was something. it was new, too.",
  "So i think the plan was cheap. it was new, too.",
  "if it rains in May, the crops grow well.",
  // The tail of a sentence cut off: a capital would make it a command or a question.
  "take place by 2011, but no date has been set.",
  "was that the state would be unable to defend itself.",
  "to the traffic that flows through the town.",
  "do not care much about the risk of it.",
  "in the water and feed in groups.",
  "that he had been the target of a call, and he was later found.",
])("leaves alone: %s", (text) => {
  expect(repaired(text)).toBe(text);
});

test("a text that reads as a person's keeps its slips", async () => {
  const text =
    "the garden was a old place and my father went there the the most. he liked the roses best of all the flowers that grew in it.";
  expect((await buildRewriter(() => 0.05).rewrite(text)).humanized_text).toBe(text);
});
