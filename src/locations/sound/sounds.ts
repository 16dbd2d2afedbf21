// Names as they sound, so that spellings in different scripts can be compared: about twenty letters,
// long and short vowels, aspirates, retroflexes and doubled letters folded, `a` left out but at the
// beginning of a word. The *skeleton* of such a word has its consonants only, in seven classes; words
// that can mean the same name mostly have the same skeleton.
import { readLatin } from "./latin-sounds.ts";
import { romanise, type Writing } from "./romanise.ts";

/** How a word sounds; never empty for a word with a letter or digit. */
export type Sound = { sounds: string; writing: Writing };

/** `word` as `splitWords` gives it. */
export function soundOf(word: string): Sound {
  const read = LATIN.test(word)
    ? { sounds: readLatin(word), writing: "latin" as const }
    : romanise(word);
  const sounds = read === null ? "" : endWord(read.sounds);
  // Letters of a script that is not known here stand for themselves.
  if (read === null || sounds === "") return { sounds: word, writing: read?.writing ?? "latin" };
  return { sounds, writing: read.writing };
}

export function skeletonOf(sounds: string): string {
  let skeleton = sounds.startsWith("v") ? "p" : "";
  for (const letter of sounds) {
    if (!SILENT.includes(letter)) skeleton += CLASSES.get(letter) ?? letter;
  }
  return skeleton === "" ? sounds.slice(0, 1) : skeleton;
}

// biome-ignore lint/suspicious/noControlCharactersInRegex: all of ASCII is meant.
const LATIN = /^[\x00-\x7f]*$/;

/** Classes of consonants that scripts and spellings mix; what is often silent has none. */
const SILENT = "aeiouyhv";
const CLASSES = new Map([
  ["g", "k"],
  ["j", "c"],
  ["s", "c"],
  ["d", "t"],
  ["b", "p"],
  ["m", "n"],
]);

function endWord(sounds: string): string {
  for (let at = Math.max(0, sounds.length - VILLAGE_MAX); at < sounds.length; at += 1) {
    if (VILLAGE.test(sounds.slice(at))) return `${sounds.slice(0, at + 1)}v`;
  }
  // Southern languages end a word in `u` where others end it in a consonant.
  return sounds.length > 3 && sounds.endsWith("u") ? sounds.slice(0, -1) : sounds;
}

/** The village in so many names: Lasalgaon, लासलगांव, লাসলগাঁও, లాసల్‌గావ్. */
const VILLAGE = /^g(?:[nm]|n?vu?|vn|v?[ou][nm]?)$/;
const VILLAGE_MAX = 4;
