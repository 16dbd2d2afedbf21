// What reading a sentence needs to know of English words; every sentence carries the lexicon it was read with.
import type { KnownWords } from "../known-words.ts";
import type { WordClasses } from "./word-classes.ts";

export type Lexicon = {
  /** Which words exist. */
  readonly words: KnownWords;
  /** Which part of speech a word is, by its neighbours. */
  readonly classes: WordClasses;
};
