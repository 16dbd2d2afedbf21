// Counting words, for the rules about length. Scripts that write no spaces are counted by characters.

/** How many words a text has: runs of letters and digits; in Chinese, Japanese and Thai two characters make one. */
export function wordsIn(text: string): number {
  let words = 0;
  let unspaced = 0;
  for (const match of text.matchAll(WORD)) {
    if (match[1] === undefined) words++;
    else unspaced++;
  }
  return words + Math.ceil(unspaced / 2);
}

/** Whether a text has so many words, without counting those beyond: long texts are checked on the main thread. */
export function hasWords(text: string, least: number): boolean {
  // A word may be as long as the text.
  if (least === 1) return IN_WORD.test(text);
  let words = 0;
  for (const match of text.matchAll(WORD)) {
    words += match[1] === undefined ? 1 : 0.5;
    if (Math.ceil(words) >= least) return true;
  }
  return least <= 0;
}

/** What a word begins with, as WORD has it. */
const IN_WORD =
  /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Thai}\p{Script=Lao}\p{Script=Khmer}\p{Script=Myanmar}\p{L}\p{N}\p{M}]/u;

const WORD =
  /([\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Thai}\p{Script=Lao}\p{Script=Khmer}\p{Script=Myanmar}])|(?:(?![\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Thai}\p{Script=Lao}\p{Script=Khmer}\p{Script=Myanmar}])[\p{L}\p{N}\p{M}])+(?:['’\-_.@/](?=[\p{L}\p{N}])(?:(?![\p{Script=Han}])[\p{L}\p{N}\p{M}])+){0,20}/gu;
