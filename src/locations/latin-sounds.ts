// How a word in Latin letters sounds, as such letters are used in Indian names. Works on code units, since every
// name of the directory is read this way when its index is built.
import type { Units } from "./name-words.ts";

/** Appends the sounds of the word that stands in `text` from `start` up to `end`. */
export function pushLatinSounds(
  text: Uint16Array,
  start: number,
  end: number,
  sounds: Units,
): void {
  const from = sounds.length;
  // No letter has more than two sounds.
  const items = sounds.reserve(2 * (end - start));
  let { length } = sounds;
  let last = 0;
  for (let at = start; at < end; ) {
    const letter = text[at]!;
    const next = at + 1 < end ? text[at + 1]! : 0;
    const third = at + 2 < end ? text[at + 2]! : 0;
    let read = 3;
    let sound = third === 0 ? 0 : SOUNDS[keyOf(letter, next, third)]!;
    if (sound === 0) {
      read = 2;
      // Before a vowel a `w` is a consonant: Lucknow, but Vijayawada.
      const isConsonant = next === W && isVowel(third);
      sound = isConsonant ? 0 : SOUNDS[keyOf(letter, next, 0)]!;
    }
    if (sound === 0) {
      read = 1;
      sound = readLetter(letter, next, at === start);
    }
    // A doubled consonant is one, and an `a` is written at the beginning only.
    const isSilent = sound === A ? at > start : sound === last && !isVowel(sound);
    if (!isSilent) {
      items[length] = sound === KS ? K : sound;
      length += 1;
      if (sound === KS) {
        items[length] = S;
        length += 1;
      }
    }
    last = sound;
    at += read;
  }
  if (endsInOre(text, start, end)) {
    length = Math.max(from, length - 3) + 2;
    items[length - 2] = U;
    items[length - 1] = R;
  } else if (length - from > 1 && items[length - 1] === H) {
    length -= 1;
  }
  sounds.length = length;
}

const unitOf = (letter: string) => letter.charCodeAt(0);
const A = unitOf("a");
const C = unitOf("c");
const E = unitOf("e");
const H = unitOf("h");
const I = unitOf("i");
const K = unitOf("k");
const O = unitOf("o");
const R = unitOf("r");
const S = unitOf("s");
const U = unitOf("u");
const W = unitOf("w");
const Y = unitOf("y");

function isVowel(unit: number): boolean {
  return unit === A || unit === E || unit === I || unit === O || unit === U;
}

/** Stands for the one sound of two letters. */
const KS = 1;
const toSound = (letters: string) => (letters === "ks" ? KS : unitOf(letters));

/** Mangalore is said as Mangaluru is. */
function endsInOre(text: Uint16Array, start: number, end: number): boolean {
  return end - start > 4 && text[end - 3] === O && text[end - 2] === R && text[end - 1] === E;
}

function readLetter(letter: number, next: number, isFirst: boolean): number {
  if (letter === C) return next === E || next === I || next === Y ? S : K;
  if (letter === Y) return isFirst || isVowel(next) ? Y : I;
  return LETTERS[letter]!;
}

const LETTERS = Uint8Array.from({ length: 128 }, (_, unit) => unit);
for (const [letter, sound] of Object.entries({ f: "p", q: "k", w: "v", x: "ks", z: "j" })) {
  LETTERS[unitOf(letter)] = toSound(sound);
}

const SPELLINGS = {
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

/** The sounds of `SPELLINGS` by `keyOf` of their letters; 0 where there is none. */
const SOUNDS = new Uint8Array(2 ** 15);
for (const [letters, sound] of Object.entries(SPELLINGS)) {
  const [first = 0, second = 0, third = 0] = Array.from(letters, unitOf);
  SOUNDS[keyOf(first, second, third)] = toSound(sound);
}

/** Five bits a letter, which tell letters apart and digits from letters; 0 stands for no letter. */
function keyOf(first: number, second: number, third: number): number {
  return (bitsOf(first) << 10) | (bitsOf(second) << 5) | bitsOf(third);
}

function bitsOf(unit: number): number {
  return unit < A ? (unit === 0 ? 0 : 31) : unit & 31;
}
