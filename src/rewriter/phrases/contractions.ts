// Contractions, where the register allows them: "do not" → "don't", "it is" → "it's". Never at the end
// of a clause ("that is what it is"), never where the full form carries weight.
import type { Edit } from "../edit.ts";
import { type Sentence, wordSet as set } from "../english/tokens.ts";

/** Proposes contractions for a sentence, with the apostrophe the text itself uses. */
export function proposeContractions(sentence: Sentence, apostrophe: string): Edit[] {
  const edits: Edit[] = [];
  for (let i = 0; i + 1 < sentence.tokens.length; i++) {
    const to = contractionAt(sentence, i);
    if (to === undefined) continue;
    const first = sentence.tokens[i];
    const second = to.isOneWord ? first : sentence.tokens[i + 1];
    if (first === undefined || second === undefined) continue;
    edits.push({
      start: first.start,
      end: second.end,
      options: [to.text.replace("'", apostrophe)],
      kind: "contraction",
      why: "contraction, as in everyday writing",
    });
    i++;
  }
  return edits;
}

function contractionAt(
  sentence: Sentence,
  at: number,
): { text: string; isOneWord?: true } | undefined {
  const { tokens } = sentence;
  const first = tokens[at];
  const second = tokens[at + 1];
  if (first === undefined || second === undefined) return undefined;
  if (first.lower === "cannot" && first.text !== "CANNOT" && second.isWord) {
    return { text: keepCase(first.text, "can't"), isOneWord: true };
  }
  const next = tokens[at + 2];
  // Something has to follow in the same clause.
  if (next === undefined || !next.isWord) return undefined;
  if (
    second.text !== second.lower ||
    (first.text !== first.lower && at > 0 && first.text !== "I")
  ) {
    return undefined;
  }
  if (second.lower === "not" && NEGATED.has(first.lower) && at > 0) {
    if (NOT_AFTER_NOT.has(next.lower)) return undefined;
    // "was not quite animal and not quite plant": one "not" answers the other.
    if (
      tokens.some(
        ({ lower }, i) => i > at + 2 && lower === "not" && PAIRS.has(tokens[i - 1]?.lower ?? ""),
      )
    )
      return undefined;
    return { text: first.lower === "will" ? keepCase(first.text, "won't") : `${first.text}n't` };
  }
  const ending = ENDINGS.get(`${first.lower} ${second.lower}`);
  if (ending === undefined) return undefined;
  if (second.lower === "have" && !sentence.is(at + 2, "PastTense", "Participle")) return undefined;
  if (second.lower === "have" && next.lower === "to") return undefined;
  if (first.lower === "that" && at > 0) return undefined;
  if (next.lower === "not" && second.lower !== "am") return undefined;
  if (NOT_AFTER_BE.has(next.lower)) return undefined;
  return { text: first.text + ending };
}

function keepCase(from: string, to: string): string {
  return /^\p{Lu}/u.test(from) ? to.charAt(0).toUpperCase() + to.slice(1) : to;
}

const NEGATED = set("is are was were do does did has have had will would could should");
const ENDINGS: ReadonlyMap<string, string> = new Map(
  Object.entries({
    is: ["'s", "it that there he she"],
    are: ["'re", "we they you"],
    am: ["'m", "i"],
    will: ["'ll", "i you we they he she"],
    have: ["'ve", "i we they you"],
  }).flatMap(([verb, [ending = "", subjects = ""]]) =>
    subjects.split(" ").map((subject) => [`${subject} ${verb}`, ending] as const),
  ),
);
const PAIRS = set("and or but");
// "not only … but also" and "not to" keep their weight.
const NOT_AFTER_NOT = set("only just merely simply to because so");
const NOT_AFTER_BE = set("and or but that because if when as who which what is are was");
