// Names as they sound, so that spellings in different scripts can be compared: about twenty letters,
// long and short vowels, aspirates, retroflexes and doubled letters folded, `a` left out but at the
// beginning of a word. The *skeleton* of such a word has its consonants only, in seven classes; words
// that can mean the same name mostly have the same skeleton.
import { type Romanised, romanise, type Writing } from "./romanise.ts";

/** How each word of a text sounds; never empty for a word with a letter or digit. */
export type Sounds = { words: string[]; writing: Writing };

/** `words` as `splitWords` gives them. */
export function soundsOf(words: readonly string[]): Sounds {
  let writing: Writing = "latin";
  const sounds = words.map((word) => {
    if (LATIN.test(word)) return endWord(readLatin(word));
    const read: Romanised | null = romanise(word);
    // Letters of a script that is not known here stand for themselves.
    if (read === null) return word;
    if (writing === "latin" || writing === "brahmic") writing = read.writing;
    return endWord(read.sounds);
  });
  return { words: sounds.map((sound, i) => (sound === "" ? (words[i] ?? "") : sound)), writing };
}

const LATIN = /^[a-z0-9]+$/;

export function skeletonOf(sounds: string): string {
  let skeleton = "";
  for (let at = 0; at < sounds.length; at += 1) {
    const letter = sounds[at] ?? "";
    skeleton += (at === 0 && letter === "v" ? "p" : CLASSES[letter]) ?? letter;
  }
  return skeleton === "" ? sounds.slice(0, 1) : skeleton;
}

/** Classes of consonants that scripts and spellings mix; what is often silent has none. */
const CLASSES: { [letter: string]: string } = {
  a: "",
  e: "",
  i: "",
  o: "",
  u: "",
  y: "",
  h: "",
  v: "",
  g: "k",
  j: "c",
  s: "c",
  d: "t",
  b: "p",
  m: "n",
};

/** Latin spelling as it is usual for Indian names. */
function readLatin(word: string): string {
  let sounds = "";
  let last = "";
  for (let at = 0; at < word.length; ) {
    let length = 3;
    let sound: string | undefined;
    while (length > 1) {
      sound = SPELLINGS[word.slice(at, at + length)];
      // Before a vowel a `w` is a consonant: Lucknow, but Vijayawada.
      if (sound !== undefined && !(word[at + 1] === "w" && VOWELS.has(word[at + 2] ?? ""))) break;
      sound = undefined;
      length -= 1;
    }
    sound ??= readLetter(word[at] ?? "", word[at + 1] ?? "", at === 0);
    // A doubled consonant is one, and an `a` is written at the beginning only.
    const isSilent = sound === "a" ? at > 0 : sound === last && !VOWELS.has(sound);
    if (!isSilent) sounds += sound;
    last = sound;
    at += length;
  }
  if (word.endsWith("ore") && word.length > 4) return `${sounds.slice(0, -3)}ur`;
  return sounds.length > 1 && sounds.endsWith("h") ? sounds.slice(0, -1) : sounds;
}

function readLetter(letter: string, next: string, isFirst: boolean): string {
  if (letter === "c") return next === "e" || next === "i" || next === "y" ? "s" : "k";
  if (letter === "y") return isFirst || VOWELS.has(next) ? "y" : "i";
  return LETTERS[letter] ?? letter;
}

const VOWELS = new Set("aeiou");

const LETTERS: { [letter: string]: string } = { f: "p", q: "k", w: "v", x: "ks", z: "j" };

const SPELLINGS: { [letters: string]: string } = {
  chh: "c",
  cch: "c",
  ksh: "ks",
  aa: "a",
  aw: "o",
  ow: "o",
  ai: "e",
  au: "o",
  ea: "i",
  ee: "i",
  ei: "e",
  ie: "i",
  oa: "o",
  oo: "u",
  ou: "u",
  bh: "b",
  ch: "c",
  ck: "k",
  dh: "d",
  gh: "g",
  jh: "j",
  kh: "k",
  ph: "p",
  rh: "r",
  sh: "s",
  th: "t",
  zh: "l",
};

/** The village in so many names: Lasalgaon, लासलगांव, লাসলগাঁও, లాసల్‌గావ్. */
function endWord(sounds: string): string {
  const ended = sounds.replace(VILLAGE, "gv");
  // Southern languages end a word in `u` where others end it in a consonant.
  return ended.length > 3 && ended.endsWith("u") ? ended.slice(0, -1) : ended;
}
const VILLAGE = /g(?:[nm]|n?vu?|vn|v?[ou][nm]?)$/;
