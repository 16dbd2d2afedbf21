// Closing parts that can become a sentence of their own: "… because …", "…, a step that …".
import { hasMainVerb, mainTense, startsClause, wordSet } from "./clauses.ts";
import type { Edit } from "./edit.ts";
import {
  cut,
  hangsOn,
  isUnrealised,
  LONG,
  lastClauseStart,
  PEOPLE,
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

/** "…, a step that saves time." → "…. This is a step that saves time." */
export function splitAtApposition(
  sentence: Sentence,
  comma: number,
  end: number,
): Edit | undefined {
  const { tokens } = sentence;
  if (wordsBetween(sentence, 0, end) < LONG || wordsBetween(sentence, comma + 1, end) < 6)
    return undefined;
  // "the new scheme (NSC), a plan for …": the short form of a name counts as one.
  const isShort = /\(\p{Lu}{2,6}\)$/u.test(sentence.text.slice(0, tokens[comma]?.start));
  if (!isShort && (!sentence.is(comma - 1, "Noun") || sentence.is(comma - 1, "Pronoun", "Plural")))
    return undefined;
  if (PEOPLE.test(tokens[comma - 1]?.lower ?? "")) return undefined;
  // Behind a name the words themselves must say that it is a thing: "…, a city of …".
  const isName = isShort || /^\p{Lu}/u.test(tokens[comma - 1]?.text ?? "");
  if (
    isName &&
    !/\b(?:city|town|village|company|firm|book|novel|film|movie|series|river|lake|island|mountain|region|country|state|province|place|world|passage|tier|club|school|university|museum|game|tool|platform|programme|program|system|method|technique|device|disease|condition|festival|site|street|park|bridge|building|temple|church|castle|ship|vessel|approach|framework|model|genre|language|structure|event|organization|organisation|area|service|species|algorithm|architecture|network|process|concept|theory|initiative|project|law|agency|site|planet|star|galaxy|ruin|ziggurat)\b/i.test(
      sentence.text.slice(tokens[comma]?.end, (tokens[comma]?.end ?? 0) + 45),
    )
  )
    return undefined;
  if (!standsAlone(sentence, 0, comma) || hangsOn(sentence, comma) || isUnrealised(sentence, comma))
    return undefined;
  // What is added must explain a thing ("a step that …"), not go on with a list.
  let explains = false;
  for (let i = comma + 2; i < end; i++) {
    const word = tokens[i]?.lower ?? "";
    if (tokens[i]?.text === "," || tokens[i]?.text === ";") return undefined;
    if (!explains && PEOPLE.test(word)) return undefined;
    if (word === "that" || word === "which" || word === "of") explains = true;
    if ((word === "and" || word === "or") && /^(?:a|an|the)$/.test(tokens[i + 1]?.lower ?? ""))
      return undefined;
    if (word === "who") return undefined;
  }
  if (!explains || hasMainVerb(sentence, comma + 2, end)) return undefined;
  for (let i = lastClauseStart(sentence, comma); i < comma; i++) {
    // A comma between two adjectives parts no list.
    const isDouble = sentence.is(i - 1, "Adjective") && sentence.is(i + 1, "Adjective");
    if (tokens[i]?.text === "," && !isDouble) return undefined;
  }
  const tense = mainTense(sentence, lastClauseStart(sentence, comma), comma);
  if (tense === undefined) return undefined;
  const opener = tense === "past" ? "This was " : "This is ";
  return cut(sentence, comma, comma + 1, opener, "long sentence split before its explanation");
}

const WEIGHS = wordSet(
  "but and or only just simply partly mainly largely perhaps mostly not is was precisely",
);
