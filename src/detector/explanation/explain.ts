// Why a text got its score: phrases that moved it, each verified by leaving it out, and signs of the text as a whole.
import type { Calibration } from "../calibration.ts";
import { documentLogit, languageOf } from "../document-logit.ts";
import { type Reader, type Reading, ReadingCancelled } from "../reader.ts";
import { type Candidate, type Direction, findCandidates } from "./candidates.ts";
import { createOccluder, removeRanges } from "./occlusion.ts";
import { type PerMillion, PHRASE_WORDS_MAX, type PhraseTable } from "./phrase-table.ts";
import { findPieces } from "./pieces.ts";
import { describeSigns, measureSigns, type Sign, type SignRanges } from "./signs.ts";

export type Evidence = {
  /** Offsets in UTF-16 units of the input. */
  start: number;
  end: number;
  text: string;
  direction: Direction;
  /** How far the log-odds of the score move when this phrase alone is left out. */
  weight: number;
  /** Absent for phrases that the model's table does not have. */
  per_million?: PerMillion;
};

export type Explanation = { evidence: Evidence[]; signs: Sign[] };

/** What is shipped with the model for explanations; undefined where a model has none. */
export type ExplanationData = { readonly table: PhraseTable; readonly signs: SignRanges };

export type ExplainOptions = {
  readonly reader: Reader;
  readonly calibration: Calibration;
  readonly data: ExplanationData | undefined;
  readonly isCancelled?: () => boolean;
};

const EVIDENCE_MAX = 12;
/** Candidates of each direction that are tried one by one; each costs one window. */
const TRIED = 6;
/** How much more often a phrase must occur on its own side. */
const SUPPORT_RATIO = 1.5;
/** A phrase that moves the log-odds by less is not worth a reader's time. */
const WEIGHT_MIN = 0.005;

/** Longer texts are not read a second time when their phrases together fail the test. */
const RETRY_WINDOWS_MAX = 4;

/**
 * Explains a reading of `input`. Costs at most twelve windows for single phrases and two more readings of the
 * text for those of each direction together; for a text of up to four windows at most four.
 */
export async function explain(
  input: string,
  reading: Reading,
  options: ExplainOptions,
): Promise<Explanation> {
  const evidence = await findEvidence(input, reading, options);
  return { evidence, signs: findSigns(reading, options.data) };
}

function findSigns(reading: Reading, data: ExplanationData | undefined): Sign[] {
  if (data === undefined || reading.language.language !== "en" || reading.language.isMixed)
    return [];
  return describeSigns(measureSigns(reading.text, data.table), reading.words, data.signs);
}

async function findEvidence(
  input: string,
  reading: Reading,
  { reader, calibration, data, isCancelled = () => false }: ExplainOptions,
): Promise<Evidence[]> {
  const language = languageOf(reading, calibration);
  const logit = documentLogit(reading, calibration);
  if (language === undefined || logit === undefined) return [];
  const { prose } = reading.text;
  const ngrams = reader.ngrams.explain(prose.text);
  const pieces = findPieces(reading, ngrams, calibration, language);
  const occluder = createOccluder(reader, reading, pieces, ngrams, { calibration, language });
  const tried: Evidence[] = [];
  const wordsMax = phraseWordsMax(reading.words);
  const phraseOf = (from: number, to: number): string =>
    prose.text.slice(pieces[from]?.start ?? 0, pieces[to - 1]?.end ?? 0);
  const isSupported = ({ from, to, direction }: Candidate): boolean => {
    if (to - from > PHRASE_WORDS_MAX) return false;
    const rates = data?.table.find(phraseOf(from, to));
    if (rates === undefined) return false;
    const other = direction === "ai" ? "human" : "ai";
    return rates[direction] >= SUPPORT_RATIO * rates[other];
  };
  for (const candidate of findCandidates(pieces, { count: TRIED, wordsMax, isSupported })) {
    if (isCancelled()) throw new ReadingCancelled();
    const drop = await occluder.dropWithout(candidate);
    const weight = Math.round(1000 * (candidate.direction === "ai" ? drop : -drop)) / 1000;
    if (weight >= WEIGHT_MIN)
      tried.push({ ...placeOf(candidate), direction: candidate.direction, weight });
  }
  const strongest = tried.sort((a, b) => b.weight - a.weight).slice(0, EVIDENCE_MAX);
  const proven: Evidence[] = [];
  for (const direction of ["ai", "human"] as const) {
    const own = strongest.filter((item) => item.direction === direction);
    proven.push(...(await keepJointlyTrue(own, logit)));
  }
  return proven.sort((a, b) => b.weight - a.weight);

  function placeOf({
    from,
    to,
  }: Candidate): Pick<Evidence, "start" | "end" | "text" | "per_million"> {
    const first = pieces[from]?.start ?? 0;
    const last = (pieces[to - 1]?.end ?? 1) - 1;
    const start = prose.starts[first] ?? 0;
    const end = prose.ends[last] ?? start;
    const per_million = data?.table.find(phraseOf(from, to));
    return {
      start,
      end,
      text: input.slice(start, end),
      ...(per_million === undefined ? {} : { per_million }),
    };
  }

  /** All of them, or else the stronger half, if leaving them out moves the text's score in the stated direction. */
  async function keepJointlyTrue(own: Evidence[], before: number): Promise<Evidence[]> {
    const canRetry = own.length > 1 && reading.windows.length <= RETRY_WINDOWS_MAX;
    for (const kept of canRetry ? [own, own.slice(0, Math.ceil(own.length / 2))] : [own]) {
      if (kept.length === 0) break;
      const rest = await reader.read(removeRanges(input, kept), { isCancelled });
      const after = documentLogit(rest, calibration);
      if (after === undefined) continue;
      if (kept[0]?.direction === "ai" ? after < before : after > before) return kept;
    }
    return [];
  }
}

/** A phrase of a few words moves a long text by next to nothing, so there it may be longer. */
function phraseWordsMax(words: number): number {
  return Math.round(Math.min(PHRASE_WORDS_LONG, Math.max(PHRASE_WORDS, words / 60)));
}

const PHRASE_WORDS = 5;
const PHRASE_WORDS_LONG = 24;
