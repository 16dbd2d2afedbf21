import { expect, test } from "vitest";
import { applyRules, readSentence } from "../../../testing/build-rewriter.ts";
import { applyReplacements } from "../edit.ts";
import { findFault } from "../gate/gate.ts";
import { readPhraseRules } from "../resources.ts";
import { matchPhrases } from "./match-phrases.ts";
import {
  compile,
  compilePhrases,
  formsOf,
  type PhraseRule,
  readPhraseFile,
} from "./phrase-table.ts";

const RULES = readPhraseRules();

/** A sentence with what one rule makes of it. */
function apply(rule: PhraseRule, text: string): string {
  const edits = matchPhrases(readSentence(text), compilePhrases([rule]), {
    isFormal: false,
    isOfficial: rule.line.includes("register:official"),
    isStrong: true,
  });
  return applyReplacements(text, edits);
}

test("no rule stands twice", () => {
  expect(new Set(RULES.map(({ line }) => line)).size).toBe(RULES.length);
});

test.each(RULES)("$line", (rule) => {
  expect(rule.becomes).not.toBe(rule.fires);
  expect(apply(rule, rule.fires)).toBe(rule.becomes);
  expect(apply(rule, rule.leaves)).toBe(rule.leaves);
  // Nobody's own words are changed.
  const quoted = `She read “${rule.fires.replaceAll('"', "")}” to the whole class.`;
  expect(applyRules(quoted, { kinds: [rule.kind] })).toBe(quoted);
});

test("the gate lets the example of every rule for official prose pass: none is dead", () => {
  const official = RULES.filter(({ line }) => line.includes("register:official"));
  expect(official.filter(({ fires, becomes }) => findFault(fires, becomes) !== undefined)).toEqual(
    [],
  );
});

test('no ending is put behind a verb in -e as it stands: no rule makes "completeing"', () => {
  const odd = RULES.filter(({ line }) => {
    const [from = "", to = ""] = line.split(" ; ")[0]?.split(" => ") ?? [];
    const groups = [...from.matchAll(/\(([^)]*)\)/g)].map(([, words = ""]) => words.split("|"));
    return [...to.matchAll(/\$(\d)(?:ing|ed)\b/g)].some(([, at]) =>
      groups[Number(at) - 1]?.some((word) => word.endsWith("e")),
    );
  });
  expect(odd.map(({ line }) => line)).toEqual([]);
});

test("every form of a rule compiles, and none repeats another", () => {
  const phrases = RULES.flatMap((rule) => formsOf(compile(rule)));
  const keys = phrases.map(({ words, conditions }) =>
    JSON.stringify([words, [...conditions].map(([name, values]) => [name, [...values]])]),
  );
  const seen = new Set<string>();
  const repeated = keys.filter((key) => seen.has(key) || !seen.add(key));
  expect(repeated).toEqual([]);
  expect(phrases.filter(({ to }) => /\$1|\/n/.test(to))).toEqual([]);
});

test("a rule without an arrow, an example or a known condition is refused", () => {
  const rule = { kind: "word", why: "x" } as const;
  expect(() => compilePhrases([{ ...rule, line: "use utilize" }])).toThrow("use utilize");
  expect(() => compilePhrases([{ ...rule, line: "a => b ; near:c" }])).toThrow("near:c");
  expect(() => readPhraseFile("@ word: x\n\na => b\n  + A dog. => B dog.")).toThrow("a => b");
  expect(() => readPhraseFile("a => b\n  + A dog. => B dog.\n  - No dog.")).toThrow("a => b");
});
