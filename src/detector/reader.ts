// The raw outputs of both ensemble members for a text: the encoder's logits for every window and token, the
// n-gram model's logit, and the structure of the text.
import { join } from "node:path";
import { openEncoder, type WindowLogits } from "./encoder.ts";
import { detectLanguage, type LanguageFinding } from "./language.ts";
import { type Manifest, readJson, readModelFile } from "./model-files.ts";
import { createNgramModel, type NgramFile, type NgramModel } from "./ngrams.ts";
import { rememberWindows } from "./recent-windows.ts";
import { type SegmentedText, segmentText } from "./segment.ts";
import { createTokenizer, type TokenizerFile, type Tokens } from "./tokenizer.ts";
import { cutWindows, mergeTokenLogits, shareRead } from "./windows.ts";
import { wordsIn } from "./words.ts";

export type Reading = {
  readonly text: SegmentedText;
  /** Words of prose. */
  readonly words: number;
  readonly language: LanguageFinding;
  readonly tokens: Tokens;
  /** Empty for a text in an unsupported language: the result doesn't depend on it. */
  readonly windows: readonly { start: number; end: number; logit: number }[];
  /** The share of the tokens that lie in a window; 1 unless the text has too many. */
  readonly readShare: number;
  /** One for each token. */
  readonly tokenLogits: Float32Array;
  /** Those of each window as the encoder gave them, `cls` first. */
  readonly windowLogits: readonly Float32Array[];
  readonly ngramLogit: number;
};

export type ReadOptions = {
  /** Checked between windows; cancels the reading with an error. */
  readonly isCancelled?: () => boolean;
  /** Hint that a similar text was just read: windows they share are not computed twice. */
  readonly isVariant?: boolean;
  /** Called after each window with the number read so far. */
  readonly onWindow?: (done: number, all: number) => void;
};

export type Reader = {
  read(input: string, options?: ReadOptions): Promise<Reading>;
  /** The encoder's logits for tokens of one window, without `cls` before them. */
  readTokens(ids: Int32Array): Promise<WindowLogits>;
  readonly ngrams: NgramModel;
  close(): Promise<void>;
};

/** Thrown by `read` when it was cancelled. */
export class ReadingCancelled extends Error {}

// A long text and a few edits of it.
const WINDOWS_REMEMBERED = 16;

export type ReaderOptions = {
  /** Supported languages: prose in another, or in several, is not run through the network. All, if omitted. */
  readonly languages?: readonly string[];
};

/** Opens the models of a folder that has been checked. */
export async function openReader(
  folder: string,
  manifest: Manifest,
  { languages }: ReaderOptions = {},
): Promise<Reader> {
  const [tokenizerFile, ngramFile, ngramWeights, encoder] = await Promise.all([
    readJson<TokenizerFile>(folder, "tokenizer.json"),
    readJson<NgramFile>(folder, "ngrams.json"),
    readModelFile(folder, "ngrams.bin"),
    openEncoder(join(folder, "encoder.onnx")),
  ]);
  const remembering = rememberWindows(encoder, WINDOWS_REMEMBERED);
  const tokenizer = createTokenizer(tokenizerFile);
  const ngrams = createNgramModel(ngramFile, new Int8Array(ngramWeights));

  function asWindow(tokens: Int32Array): Int32Array {
    const ids = new Int32Array(tokens.length + 1);
    ids[0] = tokenizer.special.cls;
    ids.set(tokens, 1);
    return ids;
  }

  return {
    async read(input, { isCancelled = () => false, isVariant = false, onWindow } = {}) {
      const text = segmentText(input);
      const prose = text.prose.text;
      const language = await detectLanguage(prose);
      const tokens = tokenizer.encode(prose);
      const count = tokens.ids.length;
      const isJudged =
        languages === undefined || (languages.includes(language.language) && !language.isMixed);
      const bounds = isJudged ? cutWindows(count, manifest.window) : [];
      const logits: Float32Array[] = [];
      const windows: { start: number; end: number; logit: number }[] = [];
      for (const [start, end] of bounds) {
        if (isCancelled()) throw new ReadingCancelled();
        const ids = asWindow(tokens.ids.subarray(start, end));
        const scored = await (isVariant ? remembering : encoder).score(ids);
        windows.push({ start, end, logit: scored.document });
        logits.push(scored.tokens);
        onWindow?.(windows.length, bounds.length);
      }
      return {
        text,
        words: wordsIn(prose),
        language,
        tokens,
        windows,
        readShare: isJudged ? shareRead(count, bounds) : 1,
        tokenLogits: mergeTokenLogits(count, bounds, logits),
        windowLogits: logits,
        ngramLogit: ngrams.score(prose),
      };
    },
    readTokens: (ids) => encoder.score(asWindow(ids)),
    ngrams,
    close: () => encoder.release(),
  };
}
