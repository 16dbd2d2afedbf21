// Closing parts that tell what had been done before: "He joined the club, having left his old one" → "He had left
// his old one".
import type { Edit } from "../edit.ts";
import { capitalise } from "../inflect.ts";
import { startsClause } from "../sentence/clauses.ts";
import {
  hangsOn,
  isUnrealised,
  marksClause,
  strandsVerb,
  wordsBetween,
} from "../sentence/ground.ts";
import type { Sentence } from "../sentence/tokens.ts";
import { stripSpaceBefore } from "./cuts.ts";
import { tailClauseStart, tailTense } from "./tail-clauses.ts";
import { findTailSubject, lastJoinedClause } from "./tail-subjects.ts";
import { DATED } from "./tail-writers.ts";

/** "…, having grown up in the north." → "…. She had grown up in the north." */
export function splitAtHaving(sentence: Sentence, comma: number, end: number): Edit | undefined {
  const { tokens, text } = sentence;
  const having = tokens[comma + 1];
  const from = tokens[comma];
  if (having?.lower !== "having" || from === undefined) return undefined;
  if (wordsBetween(sentence, comma + 1, end) < 5) return undefined;
  let done = comma + 2;
  while (sentence.is(done, "Adverb") || /^(?:never|once|just)$/.test(tokens[done]?.lower ?? ""))
    done++;
  // "having a house of his own" tells what he has.
  const word = tokens[done]?.lower ?? "";
  const isDone =
    word === "been" ||
    (sentence.is(done, "PastTense", "Participle") && !/^(?:had|did)$/.test(word));
  if (
    !isDone ||
    done > comma + 4 ||
    (sentence.is(done + 1, "Plural") && sentence.is(done, "Adjective"))
  )
    return undefined;
  const later = lastJoinedClause(sentence, comma);
  const subject = findTailSubject(sentence, comma, later);
  if (subject === undefined || subject.verb >= comma || subject.again === "this") return undefined;
  if (hangsOn(sentence, comma) || isUnrealised(sentence, comma)) return undefined;
  for (let i = subject.verb + 1; i < comma; i++) {
    // Somebody in a clause in between may have done it.
    if (marksClause(sentence, i, comma) && tokens[i]?.lower !== "to") return undefined;
    if (/^[:;—–(]$/.test(tokens[i]?.text ?? "")) return undefined;
    const isJoint = /^(?:and|but|yet|so|or|,)$/.test(tokens[i]?.lower ?? "");
    if (isJoint && startsClause(sentence, i + 1, comma)) return undefined;
  }
  const tense = tailTense(sentence, tailClauseStart(sentence, comma, later), comma);
  if (tense === undefined || strandsVerb(sentence, done + 1, end)) return undefined;
  const rest = text.slice(tokens[done]?.end ?? 0);
  if (/\b(?:but|yet|and|or) (?:\w+ )?[a-z]{2,}ing\b/.test(rest)) return undefined;
  // "has been named in 2010": what has a date is past.
  // Nobody "has been born": that is past, with or without a date.
  const isBorn = word === "been" && tokens[done + 1]?.lower === "born";
  if (tense === "present" && (isBorn || DATED.test(rest))) return undefined;
  const has = tense === "past" ? "had" : subject.isPlural ? "have" : "has";
  return {
    start: stripSpaceBefore(text, from.start),
    end: having.end,
    options: [`. ${capitalise(subject.again)} ${has}`],
    kind: "split",
    why: 'long sentence split before "having"',
  };
}
