// Names as they sound, so that spellings in different scripts can be compared: about twenty letters,
// long and short vowels, aspirates, retroflexes and doubled letters folded, `a` left out but at the
// beginning of a word. The *skeleton* of such a word has its consonants only, in seven classes; words
// that can mean the same name mostly have the same skeleton.
import { createUnitList } from "./growing-list.ts";
import { pushLatinSounds } from "./latin-sounds.ts";
import { pushText, type Units } from "./name-words.ts";
import { romanise, type Writing } from "./romanise.ts";

/** Most words are shorter. */
const WORD_LENGTH = 32;

/** How each word of a text sounds; never empty for a word with a letter or digit. */
export type Sounds = { words: string[]; writing: Writing };

/** `words` as `splitWords` gives them. */
export function soundsOf(words: readonly string[]): Sounds {
  let writing: Writing = "latin";
  const text = createUnitList(WORD_LENGTH);
  const sounds = createUnitList(WORD_LENGTH);
  const read = words.map((word) => {
    text.length = 0;
    sounds.length = 0;
    pushText(word, text);
    const written = pushSounds(text.items, 0, text.length, sounds);
    if (written !== "latin" && (writing === "latin" || writing === "brahmic")) writing = written;
    return textOf(sounds.items, 0, sounds.length);
  });
  return { words: read, writing };
}

/** Appends the sounds of the word that stands in `text` from `start` up to `end`, and says how it is written. */
export function pushSounds(text: Uint16Array, start: number, end: number, sounds: Units): Writing {
  const from = sounds.length;
  let writing: Writing = "latin";
  if (isLatin(text, start, end)) {
    pushLatinSounds(text, start, end, sounds);
    endWord(sounds, from);
  } else {
    const read = romanise(textOf(text, start, end));
    if (read !== null) {
      writing = read.writing;
      pushText(read.sounds, sounds);
      endWord(sounds, from);
    }
  }
  // Letters of a script that is not known here stand for themselves.
  if (sounds.length === from) sounds.pushPart(text, start, end);
  return writing;
}

export function skeletonOf(sounds: string): string {
  const text = createUnitList(sounds.length);
  const skeleton = createUnitList(sounds.length);
  pushText(sounds, text);
  pushSkeleton(text.items, 0, text.length, skeleton);
  return textOf(skeleton.items, 0, skeleton.length);
}

/** Appends the skeleton of the sounds that stand in `text` from `start` up to `end`. */
export function pushSkeleton(text: Uint16Array, start: number, end: number, skeleton: Units): void {
  const items = skeleton.reserve(end - start);
  let { length } = skeleton;
  for (let at = start; at < end; at += 1) {
    const letter = text[at]!;
    const consonant = at === start && letter === V ? P : letter < 128 ? CLASSES[letter]! : letter;
    if (consonant === 0) continue;
    items[length] = consonant;
    length += 1;
  }
  if (length === skeleton.length && start < end) {
    items[length] = text[start]!;
    length += 1;
  }
  skeleton.length = length;
}

const unitOf = (letter: string) => letter.charCodeAt(0);
const G = unitOf("g");
const P = unitOf("p");
const U = unitOf("u");
const V = unitOf("v");

/** Classes of consonants that scripts and spellings mix; what is often silent has none. */
const CLASSES = Uint8Array.from({ length: 128 }, (_, unit) => unit);
for (const silent of "aeiouyhv") CLASSES[unitOf(silent)] = 0;
for (const [letter, like] of ["gk", "jc", "sc", "dt", "bp", "mn"].map((pair) => [...pair])) {
  if (letter && like) CLASSES[unitOf(letter)] = unitOf(like);
}

function isLatin(text: Uint16Array, start: number, end: number): boolean {
  for (let at = start; at < end; at += 1) if (text[at]! >= 128) return false;
  return true;
}

function endWord(sounds: Units, from: number): void {
  for (let at = Math.max(from, sounds.length - VILLAGE_MAX); at < sounds.length; at += 1) {
    if (sounds.items[at] !== G || !VILLAGE.test(textOf(sounds.items, at, sounds.length))) continue;
    sounds.length = at + 1;
    sounds.push(V);
    break;
  }
  // Southern languages end a word in `u` where others end it in a consonant.
  if (sounds.length - from > 3 && sounds.items[sounds.length - 1] === U) sounds.length -= 1;
}

/** The village in so many names: Lasalgaon, लासलगांव, লাসলগাঁও, లాసల్‌గావ్. */
const VILLAGE = /^g(?:[nm]|n?vu?|vn|v?[ou][nm]?)$/;
const VILLAGE_MAX = 4;

function textOf(units: Uint16Array, start: number, end: number): string {
  let text = "";
  for (let at = start; at < end; at += 1) text += String.fromCharCode(units[at]!);
  return text;
}
