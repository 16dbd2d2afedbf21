// A closing reason as a sentence of its own: "… because …".
import { mainTense, startsClause, wordSet } from "./clauses.ts";
import type { Edit } from "./edit.ts";
import {
  cut,
  hangsOn,
  isUnrealised,
  lastClauseStart,
  sentenceEnd,
  standsAlone,
  wordsBetween,
} from "./split-ground.ts";
import type { Sentence } from "./tokens.ts";

/** "… because it rains." → "…. This is because it rains." */
export function splitAtBecause(
  sentence: Sentence,
  mark: number,
  because: number,
): Edit | undefined {
  const { tokens } = sentence;
  const end = sentenceEnd(sentence);
  if (wordsBetween(sentence, 0, mark) < 8 || wordsBetween(sentence, because + 1, end) < 7)
    return undefined;
  if (!standsAlone(sentence, 0, mark) || hangsOn(sentence, mark)) return undefined;
  // "not … because" may deny the reason rather than the fact, and "only because" weighs it.
  if (isUnrealised(sentence, mark) || WEIGHS.has(tokens[because - 1]?.lower ?? ""))
    return undefined;
  const subject = tokens[lastClauseStart(sentence, mark)]?.lower ?? "";
  if (/^(?:i|you|we|i'm|you're|we're)$/.test(subject)) return undefined;
  for (let i = 0; i < mark; i++) {
    // In "…, which some call unfair because …" the reason belongs to the clause.
    if (/^(?:which|who|where|that|this)$/.test(tokens[i]?.lower ?? "") && i > 0) return undefined;
  }
  if (tokens[because + 1]?.lower === "of" || !startsClause(sentence, because + 1, end))
    return undefined;
  if (mainTense(sentence, lastClauseStart(sentence, mark), mark) !== "present") return undefined;
  return cut(sentence, mark, because + 1, "This is because ", 'long sentence split at "because"');
}

const WEIGHS = wordSet(
  "but and or only just simply partly mainly largely perhaps mostly not is was precisely",
);
