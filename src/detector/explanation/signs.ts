// Signs of the text as a whole in plain numbers, beside the range that human texts of such a length have.
// They are no part of the score: they help a reader to see what kind of text it is.
import type { SegmentedText } from "../segment.ts";
import { wordsIn } from "../words.ts";
import type { PhraseTable } from "./phrase-table.ts";

export type SignName = "sentence_variation" | "stock_phrases" | "word_range";

/** The ranges that eight of ten human training texts lie in, for texts of at least so many words. */
export type SignRanges = {
  readonly words: readonly number[];
  readonly ranges: Readonly<Partial<Record<SignName, readonly (readonly [number, number])[]>>>;
};

export type Sign = {
  name: SignName;
  value: number;
  human_range: [number, number];
  /** One sentence that says what was measured and how it compares. */
  text: string;
};

/** The value of each sign that a text is long enough for. */
export function measureSigns(
  { prose, segments }: Pick<SegmentedText, "prose" | "segments">,
  table: PhraseTable,
): Partial<Record<SignName, number>> {
  const sentences = segments.flatMap(({ prose: range }) =>
    range === undefined ? [] : [wordsIn(prose.text.slice(range.start, range.end))],
  );
  const lengths = sentences.filter((words) => words > 0);
  const words = lengths.reduce((sum, length) => sum + length, 0);
  if (words < WORDS_MIN) return {};
  return {
    ...(lengths.length < SENTENCES_MIN ? {} : { sentence_variation: variation(lengths) }),
    stock_phrases: (100 * table.countStockWords(prose.text)) / words,
    word_range: wordRange(prose.text),
  };
}

/** The signs with their human ranges, in plain words. */
export function describeSigns(
  values: Partial<Record<SignName, number>>,
  words: number,
  { words: from, ranges }: SignRanges,
): Sign[] {
  const row = Math.max(
    0,
    from.findLastIndex((least) => words >= least),
  );
  return SIGN_NAMES.flatMap((name) => {
    const value = values[name];
    const range = ranges[name]?.[row];
    if (value === undefined || range === undefined) return [];
    const shown = Math.round(value * 10) / 10;
    const place = shown < range[0] ? "below" : shown > range[1] ? "above" : "within";
    const sentence = `${SENTENCES[name](shown)} ${PLACES[place]} ${range[0]} to ${range[1]} of most human texts of this length.`;
    return [{ name, value: shown, human_range: [range[0], range[1]], text: sentence }];
  });
}

export const SIGN_NAMES: readonly SignName[] = [
  "sentence_variation",
  "stock_phrases",
  "word_range",
];

const PLACES = {
  below: "That is below the",
  within: "That is within the",
  above: "That is above the",
} as const;

const SENTENCES: Readonly<Record<SignName, (value: number) => string>> = {
  sentence_variation: (value) =>
    `The lengths of the sentences vary by ${value} % around their mean.`,
  stock_phrases: (value) =>
    `${value} % of the words stand in phrases that AI texts use at least four times as often as people.`,
  word_range: (value) => `Of fifty words in a row, ${value} are different ones.`,
};

const WORDS_MIN = 50;
const SENTENCES_MIN = 4;

/** The standard deviation as per cent of the mean. */
function variation(lengths: readonly number[]): number {
  const mean = lengths.reduce((sum, length) => sum + length, 0) / lengths.length;
  const squares = lengths.reduce((sum, length) => sum + (length - mean) ** 2, 0);
  return (100 * Math.sqrt(squares / lengths.length)) / mean;
}

const WINDOW = 50;

/** How many different words stand in fifty, on average over the text: unlike a plain share of different
 * words this does not fall with the length. */
function wordRange(text: string): number {
  const words = (text.match(/[\p{L}\p{N}']+/gu) ?? []).map((word) => word.toLowerCase());
  const counts = new Map<string, number>();
  let sum = 0;
  words.forEach((word, i) => {
    counts.set(word, (counts.get(word) ?? 0) + 1);
    const left = words[i - WINDOW];
    if (left !== undefined) {
      const count = counts.get(left) ?? 0;
      if (count <= 1) counts.delete(left);
      else counts.set(left, count - 1);
    }
    if (i >= WINDOW - 1) sum += counts.size;
  });
  return words.length < WINDOW ? counts.size : sum / (words.length - WINDOW + 1);
}
