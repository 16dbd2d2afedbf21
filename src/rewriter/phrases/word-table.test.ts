import { readFileSync } from "node:fs";
import { expect, test } from "vitest";
import { readSentence } from "../../../testing/build-rewriter.ts";
import { applyReplacements } from "../edit.ts";
import { countWords } from "../readability.ts";
import { proposeWords, readPlainerWords } from "./words.ts";

const TABLE = readPlainerWords(
  "# a comment\ndifficult => hard\ninitial => first\noverall => -\nindividuals => people | persons\nprimary => main ; !next:school,care ; !prev:presidential\nultimately => in the end\ninstruction => lesson ; prev:piano\ninstruction => order ; from:strong\n",
);
const MEDIUM = { isFormal: false, isOfficial: false, isStrong: false };

function reworded(text: string, isStrong = false): string[] {
  return proposeWords(readSentence(text), TABLE, { ...MEDIUM, isStrong }).map(({ edit }) =>
    applyReplacements(text, [edit]),
  );
}

test.each([
  ["It was a difficult day.", ["It was a hard day."]],
  // Articles follow the sound, capitals the place.
  ["It was an initial plan.", ["It was a first plan."]],
  ["Difficult days came.", ["Hard days came."]],
  // Nothing at all may stand for a word that says nothing.
  ["He had an overall plan.", ["He had a plan."]],
  ["This is the primary reason.", ["This is the main reason."]],
  ["Ultimately, it worked.", ["In the end, it worked."]],
  // Every wording the table has.
  ["Most individuals agree.", ["Most people agree.", "Most persons agree."]],
])("the table's wordings are put into %s", (text, expected) => {
  expect(reworded(text)).toEqual(expected);
});

test.each([
  // A name or a title.
  "He works for Difficult Media.",
  // A fixed term.
  "The primary school is shut.",
  "The presidential primary is in May.",
  // What sums up.
  "Overall it was a good day.",
  // No room for three words.
  "It ultimately led to war.",
  // A line of verse.
  "It came at night, An initial light.",
  // The sentence has the word already.
  "It was a difficult day of hard work.",
  "Many people and other individuals agree with persons.",
])("but nothing is offered in %s", (text) => {
  expect(reworded(text)).toEqual([]);
});

test("a replacement keeps to the places and the strength of its line", () => {
  expect(reworded("A piano instruction is dear.")).toEqual(["A piano lesson is dear."]);
  expect(reworded("The instruction was clear.")).toEqual([]);
  expect(reworded("The instruction was clear.", true)).toEqual(["The order was clear."]);
});

test("a line that cannot be read, or a condition that is unknown, is refused", () => {
  expect(() => readPlainerWords("difficult hard")).toThrow('cannot read the line "difficult hard"');
  expect(() => readPlainerWords("a => b ; beside:c")).toThrow("beside:c");
});

test("whatever the released table offers is shorter to say", () => {
  const table = readPlainerWords(
    readFileSync(new URL("plainer-words.txt", import.meta.url), "utf8"),
  );
  expect(table.size).toBeGreaterThan(40);
  for (const [word, entries] of table)
    for (const to of entries.flatMap(({ replacements }) => replacements))
      expect(countWords(to).syllables, `${word} => ${to}`).toBeLessThan(countWords(word).syllables);
});

test.each([
  ["within", "She felt the song within her rise like the sun."],
  ["within", "There was a trace of fear laced within its words."],
  ["highlight", "The findings highlight possible harm to the liver."],
  ["initial", "The initial examination showed no wound."],
  ["benefit", "They benefit from free schooling for their children."],
  ["initially", "The toy, initially designed as a joke, sold well."],
  ["ordinary", "They are not your ordinary scientists."],
  ["upward", "A thin smoke curled upward from the hut."],
  ["improvements", "It brought improvements in public health."],
  ["offering", "They sent him home without offering a chance."],
  ["significantly", "The second group was significantly higher in both tests."],
])("the released table has nothing for “%s” in: %s", (word, text) => {
  const table = readPlainerWords(
    readFileSync(new URL("plainer-words.txt", import.meta.url), "utf8"),
  );
  expect(
    proposeWords(readSentence(text), table, { ...MEDIUM, isStrong: true }).map(({ from }) => from),
  ).not.toContain(word);
});
