// Homoglyphs: letters of other alphabets that look like Latin ones, used to disguise Latin text. Real Cyrillic,
// Greek or Armenian text is left alone: only words that mix the alphabets, or words of nothing but
// look-alikes between Latin words, are replaced.
import { changeMapped, type MappedText } from "./mapped-text.ts";

/** Restores disguised Latin words; `count` is the number of letters changed. */
export function undoLookAlikes(source: MappedText): { text: MappedText; count: number } {
  if (!FOREIGN.test(source.text)) return { text: source, count: 0 };
  const words = findWords(source.text);
  decideUncertain(words);
  const builder = changeMapped(source);
  let done = 0;
  let count = 0;
  for (const word of words) {
    if (word.kind !== "disguised") continue;
    for (let i = word.start; i < word.end; i++) {
      const latin = LATIN_FOR.get(source.text.charAt(i));
      if (latin === undefined) continue;
      builder.keep(done, i);
      builder.replace(latin, i, i + 1);
      done = i + 1;
      count++;
    }
  }
  if (count === 0) return { text: source, count };
  builder.keep(done, source.text.length);
  return { text: builder.build(), count };
}

type Word = { start: number; end: number; kind: "latin" | "disguised" | "foreign" | "uncertain" };

function findWords(text: string): Word[] {
  const words: Word[] = [];
  for (const match of text.matchAll(/[\p{L}\p{M}]+/gu)) {
    let latin = 0;
    let alike = 0;
    let foreign = 0;
    for (const letter of match[0]) {
      if (LATIN_FOR.has(letter)) alike++;
      else if (/\p{Script=Latin}/u.test(letter)) latin++;
      else if (/\p{L}/u.test(letter)) foreign++;
    }
    const start = match.index;
    const end = start + match[0].length;
    // A word with Latin letters and look-alikes is a disguise unless real foreign letters outnumber
    // the Latin ones (a Cyrillic word into which someone typed one Latin letter).
    if (alike === 0) words.push({ start, end, kind: foreign > latin ? "foreign" : "latin" });
    else if (latin > 0) words.push({ start, end, kind: foreign > latin ? "foreign" : "disguised" });
    else words.push({ start, end, kind: foreign > 0 ? "foreign" : "uncertain" });
  }
  return words;
}

/** A word of look-alikes only («а», «со») is a disguise when its nearest clear neighbours are Latin. */
function decideUncertain(words: Word[]): void {
  const isLatin = (word: Word | undefined): boolean | undefined =>
    word === undefined ? undefined : word.kind === "latin" || word.kind === "disguised";
  const before: (boolean | undefined)[] = [];
  let last: boolean | undefined;
  for (const word of words) {
    before.push(last);
    if (word.kind !== "uncertain") last = isLatin(word);
  }
  let next: boolean | undefined;
  for (let i = words.length - 1; i >= 0; i--) {
    const word = words[i];
    if (word === undefined) continue;
    if (word.kind !== "uncertain") {
      next = isLatin(word);
      continue;
    }
    const left = before[i];
    const disguised = (left ?? next ?? false) && (next ?? left ?? false);
    word.kind = disguised ? "disguised" : "foreign";
  }
}

// Pairs of look-alike and Latin letter, from the shapes common fonts draw alike. Small capitals and
// the letters of phonetic alphabets are included because "font changers" use them.
const PAIRS: readonly (readonly [string, string])[] = [
  // Cyrillic
  ["АВЕЅІЈКМНОРСТУХԌԚԜҮ", "ABESIJKMHOPCTYXGQWY"],
  ["авеѕіјкмнорстухԍԛԝһԁьгпүӏѵғ", "abesijkmhopctyxgqwhdbrnylvf"],
  ["ӐӒЁЇӦ", "AAEIO"],
  ["ӑӓёїӧ", "aaeio"],
  // Greek
  ["ΑΒΕΖΗΙΚΜΝΟΡΤΥΧϹϺ", "ABEZHIKMNOPTYXCM"],
  ["αεγηικνορτυχωϲςϳ", "aeyniknoptuxwccj"],
  ["άέήίόύώ", "aeniouw"],
  // Armenian
  ["ՕՍՏԼ", "OUSL"],
  ["օսոհցզք", "ounhgqf"],
  // Latin letters of phonetic use and small capitals; not ı and ɛ, which Turkish and Twi write
  ["ɑɡɩʟɪɴʀʏʜɢʙƅᴀᴄᴅᴇᴊᴋᴍᴏᴘᴛᴜᴠᴡᴢꜱ", "agilinryhgbbacdejkmoptuvwzs"],
  // Cherokee
  ["ᎪᏴᏟᎠᎬᎻᎫᏦᏞᎷᏢᎡᏚᎢᏙᎳᏃ", "ABCDEHJKLMPRSTVWZ"],
];

const LATIN_FOR: ReadonlyMap<string, string> = new Map(
  PAIRS.flatMap(([foreign, latin]) =>
    [...foreign].map((letter, i): [string, string] => [letter, latin.charAt(i)]),
  ),
);

const FOREIGN = new RegExp(`[${[...LATIN_FOR.keys()].join("")}]`, "u");
