import { expect, test } from "vitest";
import { applyRules, readSentence } from "../../../testing/build-rewriter.ts";
import { applyReplacements } from "../edit.ts";
import { matchRules } from "../match-rules.ts";
import { compileRules } from "../rule-table.ts";
import { readRules, type ShownRule } from "./stock-phrases.ts";

/** A sentence with what one rule makes of it. */
function apply({ line }: ShownRule, text: string): string {
  const table = compileRules([{ kind: "phrase", why: "plainer phrase", lines: line }]);
  const edits = matchRules(readSentence(text), table, { isFormal: false, isStrong: false });
  return applyReplacements(
    text,
    edits.map(({ start, end, options }) => ({ start, end, to: options[0] ?? "" })),
  );
}

test("there are several hundred rules, each once", () => {
  const rules = readRules();
  expect(rules.length).toBeGreaterThan(600);
  expect(new Set(rules.map(({ line }) => line)).size).toBe(rules.length);
});

test.each(readRules())("$fires → $becomes", (rule) => {
  expect(rule.becomes).not.toBe(rule.fires);
  expect(apply(rule, rule.fires)).toBe(rule.becomes);
  expect(apply(rule, rule.leaves)).toBe(rule.leaves);
  // Nobody's own words are changed.
  const quoted = `She read “${rule.fires.replaceAll('"', "")}” to the whole class.`;
  expect(applyRules(quoted, { kinds: ["phrase"] })).toBe(quoted);
});
