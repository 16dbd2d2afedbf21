// The modal of the clause before a tail, which the tail takes over: "It may rain, making …" → "This may make …".
import { startsClause } from "../sentence/clauses.ts";
import { CLAUSE_MARKS, lastClauseStart, marksClause } from "../sentence/ground.ts";
import type { Sentence } from "../sentence/tokens.ts";

/** "The frost could have killed the trees, leading to …": the modal of what did not come about, or may have. */
export function modalOfPast(sentence: Sentence, comma: number): string | undefined {
  let found: string | undefined;
  for (let i = lastClauseStart(sentence, comma); i < comma; i++) {
    const word = sentence.tokens[i]?.lower ?? "";
    if (MODAL.test(word)) {
      if (found !== undefined || sentence.tokens[i + 1]?.lower !== "have") return undefined;
      if (!/^(?:could|might|may|would)$/.test(word)) return undefined;
      // "may have a weak heart", "would have to wait": no perfect.
      const done = sentence.is(i + 2, "Adverb") ? i + 3 : i + 2;
      const isDone =
        sentence.is(done, "PastTense", "Participle") || sentence.tokens[done]?.lower === "been";
      if (!isDone) return undefined;
      found = word;
    } else if (NOT_SO.test(word)) return undefined;
    else if (CLAUSE_MARKS_BUT_TO.has(word) && marksClause(sentence, i, comma)) return undefined;
  }
  return found;
}

/** "It may rain, making the road wet": what may be has an effect that may be; said again, it stays so. */
export function modalBefore(sentence: Sentence, comma: number): string | undefined {
  let found: string | undefined;
  let inner: number | undefined;
  for (let i = lastClauseStart(sentence, comma); i < comma; i++) {
    const word = sentence.tokens[i]?.lower ?? "";
    if (word === "may" && sentence.tokens[i]?.text === "May" && i > 0) return undefined;
    const isJoint = /^(?:and|but|yet|so)$/.test(word);
    if (found !== undefined && isJoint && (word !== "and" || startsClause(sentence, i + 1, comma)))
      return undefined;
    // A modal right behind a dash is left as it is: "a ban—for cars—could".
    if (
      MODAL.test(word) &&
      /[—–-]/.test(sentence.text.charAt((sentence.tokens[i]?.start ?? 1) - 1))
    )
      return undefined;
    if (MODAL.test(word)) {
      // "could have been used, leading to": what did not come about is not what may.
      if (found !== undefined || /^(?:\w+ly )?have\b/.test(wordsAfter(sentence, i)))
        return undefined;
      // "People who lack time may …": the modal is theirs only behind the verb of "who".
      if (inner !== undefined && !closesInner(sentence, inner, i)) return undefined;
      found = word;
    } else if (NOT_SO.test(word)) {
      // "It may not only cool the room but also …": both may be.
      const isBoth =
        /^(?:only|just)$/.test(sentence.tokens[word === "not" ? i + 1 : i]?.lower ?? "") &&
        (word === "not" || sentence.tokens[i - 1]?.lower === "not");
      if (!isBoth) return undefined;
    } else if (CLAUSE_MARKS_BUT_TO.has(word) && marksClause(sentence, i, comma)) {
      if (found !== undefined || !/^(?:who|that|which)$/.test(word)) return undefined;
      inner = i;
    }
  }
  return found;
}

function wordsAfter(sentence: Sentence, at: number): string {
  return `${sentence.tokens[at + 1]?.lower ?? ""} ${sentence.tokens[at + 2]?.lower ?? ""}`;
}

/** Whether the clause that opens at `from` has its verb and ends in a noun before `to`. */
function closesInner(sentence: Sentence, from: number, to: number): boolean {
  if (!sentence.is(to - 1, "Noun", "Adverb")) return false;
  for (let i = from + 1; i < to - 1; i++) {
    if (sentence.is(i, "Verb") && !sentence.is(i, "Gerund")) return true;
  }
  return false;
}

export const MODAL = /^(?:can|may|might|could|would|will|should|must)$/;

const NOT_SO =
  /^(?:likely|probably|possibly|potentially|perhaps|not|no|never|neither|nor|without|cannot|if|unless|only|hardly|rarely|\w+n't|\w+'d|\w+'ll)$/;

const CLAUSE_MARKS_BUT_TO = new Set([...CLAUSE_MARKS].filter((word) => word !== "to"));
