// `npm run judge:expressions`: asks the ReDoS checker about every regular expression of the product and
// writes its verdicts beside this file. That takes minutes, so the test reads them, asks only about
// expressions it does not find there, and fails when one is neither safe nor excused with a reason.
import { readFileSync, writeFileSync } from "node:fs";
import {
  collectRegularExpressions,
  isFromOutside,
  isPlainlyBounded,
  nameOf,
} from "./regular-expressions.ts";

// The checker's other back ends are programs it would have to start; this one is plain JavaScript.
process.env.RECHECK_SYNC_BACKEND = "pure";
const { checkSync } = await import("recheck");

const file = new URL("judged-expressions.json", import.meta.url);
const before = readVerdicts();
const judged: Record<string, string> = {};
const { literals } = collectRegularExpressions(new URL("../../", import.meta.url).pathname);
for (const literal of literals) {
  if (!isFromOutside(literal) || isPlainlyBounded(literal)) continue;
  const name = nameOf(literal);
  if (judged[name] !== undefined) continue;
  const { pattern, flags } = literal;
  judged[name] =
    before[name] === "safe" ? "safe" : checkSync(pattern, flags, { timeout: 10_000 }).status;
  if (judged[name] !== "safe") console.log(judged[name], `${literal.file}:${literal.line}`, name);
}
const sorted = Object.fromEntries(Object.entries(judged).sort(([a], [b]) => (a < b ? -1 : 1)));
writeFileSync(file, `${JSON.stringify(sorted, null, 2)}\n`);
console.log(`${Object.keys(sorted).length} expressions judged.`);

function readVerdicts(): Record<string, string> {
  try {
    return JSON.parse(readFileSync(file, "utf8"));
  } catch {
    return {};
  }
}
