// Plainer words for whole drafts: the table offers, the judge of words says which may stand, and what a reviewed
// rule already changes is left to the rule.
import { withoutEchoes } from "../echoes.ts";
import type { Edit } from "../edit.ts";
import { isForbidden, stemOf } from "../match-rules.ts";
import type { Draft } from "../propose.ts";
import type { RuleTable } from "../rule-table.ts";
import type { Cloze } from "./cloze.ts";
import { type PlainerWords, proposeWords, type WordEdit } from "./word-edits.ts";
import type { WordJudge } from "./word-judge.ts";

export type WordReaders = {
  readonly table: PlainerWords;
  readonly cloze: Cloze;
  readonly words: WordJudge;
};

export type WordOptions = {
  readonly readers: WordReaders;
  /** The reviewed rules: what they forbid is not offered. */
  readonly rules: RuleTable;
  readonly isFormal: boolean;
  /** Told how much of the sentences is done, 0…1. */
  readonly onProgress?: ((share: number) => void) | undefined;
};

/** The drafts with plainer words where the judge is sure of them. */
export function settleWords(
  text: string,
  drafts: readonly Draft[],
  { readers, rules, isFormal, onProgress }: WordOptions,
): Draft[] {
  const counts = countWords(text);
  let made: readonly Edit[] = [];
  return drafts.map((draft, index) => {
    const next = drafts[index + 1];
    const after = next === undefined || next.before === "" ? "" : next.passage.text;
    const beside = new Set(
      `${draft.before} ${after}`
        .toLowerCase()
        .match(/[a-z]{4,}/g)
        ?.map(stemOf) ?? [],
    );
    const offers = proposeWords(draft.sentence, readers.table).filter(
      ({ at, edit, from, to }) =>
        !draft.edits.some((other) => isTaken(other, edit)) &&
        !(draft.sentence.is(at, "Noun") && (counts.get(singular(from)) ?? 0) > 1) &&
        !isForbidden(draft.sentence, at, to, rules, { isFormal, isStrong: false }) &&
        // The same word in the sentence before or after would be heard.
        !(to.match(/[a-z]{4,}/g) ?? []).some((word) => beside.has(stemOf(word))),
    );
    const sure = [...Map.groupBy(offers, ({ at }) => at).values()].flatMap((wordings) =>
      settle(text, draft, wordings, { readers, isFormal }),
    );
    const found = withoutEchoes(draft.sentence.text, sure, {
      before: draft.before,
      after,
      made: draft.before === "" ? [] : made,
    });
    made = [...draft.edits, ...found];
    onProgress?.((index + 1) / drafts.length);
    return { ...draft, edits: made };
  });
}

/** How often each word stands in a text: a thing that comes again keeps its name. */
function countWords(text: string): Map<string, number> {
  const counts = new Map<string, number>();
  for (const word of text.toLowerCase().match(/[a-z]+/g) ?? [])
    counts.set(singular(word), (counts.get(singular(word)) ?? 0) + 1);
  return counts;
}

/** One form for both numbers: "city" and "cities", "movie" and "movies". */
function singular(word: string): string {
  return word.replace(/(?<=[^s])s$/, "").replace(/(?:ie|y)$/, "i");
}

/** Whether a rule changes the place already. A cut may; the search sees to it that both go together. */
function isTaken(other: Edit, { start, end }: Edit): boolean {
  return other.kind !== "split" && other.start < end && other.end > start;
}

/** The surest wording of a word with the other sure ones, if any is. */
function settle(
  text: string,
  { passage, sentence }: Draft,
  wordings: readonly WordEdit[],
  { readers, isFormal }: Pick<WordOptions, "readers" | "isFormal">,
): Edit[] {
  const token = sentence.tokens[wordings[0]?.at ?? -1];
  if (token === undefined) return [];
  const gap = readers.cloze.read(text, passage.start + token.start, passage.start + token.end);
  const sure = wordings
    .map(({ at, from, to, edit }) => ({
      edit,
      sure: readers.words.judge({ sentence, at, from, to, isFormal, gap }),
    }))
    .filter(({ sure }) => sure >= SURE_MIN)
    .sort((a, b) => b.sure - a.sure);
  const best = sure[0]?.edit;
  if (best === undefined) return [];
  // Only wordings of the same stretch can stand for one another: an article may belong to one of them.
  const others = sure
    .slice(1)
    .filter(({ edit }) => edit.start === best.start && edit.end === best.end)
    .flatMap(({ edit }) => edit.options);
  return [{ ...best, others }];
}

const SURE_MIN = 0.66;
