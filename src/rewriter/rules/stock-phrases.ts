// Stock phrases of stiff prose, from the file beside this one, where each rule stands with its examples.
import { readFileSync } from "node:fs";
import type { RuleList } from "../rule-table.ts";

export function readStockPhrases(): RuleList {
  const lines = readRules().map(({ line }) => line);
  return { kind: "phrase", why: "plainer phrase", lines: lines.join("\n") };
}

/** A rule with a sentence in which it fires, what becomes of that, and one that it leaves alone. */
export type ShownRule = {
  readonly line: string;
  readonly fires: string;
  readonly becomes: string;
  readonly leaves: string;
};

/** Reads the file: a blank line before each rule, "+" before what it changes, "-" before what it leaves. */
export function readRules(): ShownRule[] {
  const file = readFileSync(new URL("stock-phrases.txt", import.meta.url), "utf8");
  return file
    .split("\n\n")
    .slice(1)
    .map((block) => {
      const [line = "", shown = "", left = ""] = block.trimEnd().split("\n");
      const [fires = "", becomes = ""] = shown.replace(/^ {2}\+ /, "").split(" => ");
      return { line, fires, becomes, leaves: left.replace(/^ {2}- /, "") };
    });
}
