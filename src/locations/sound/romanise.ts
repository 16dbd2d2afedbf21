// Words in the scripts of India written with the few letters of sounds.ts. A consonant's inherent vowel is not written:
// it is often silent, and Latin spellings are inconsistent about it. That makes transliteration a mapping letter by
// letter.
import sanscript from "@indic-transliteration/sanscript";

/** Scripts that need another weighing of differences. */
export type Writing = "latin" | "brahmic" | "tamil" | "arabic";

export type Romanised = { sounds: string; writing: Writing };

/** The sounds of a word of one of these scripts; null for a word with any other letter. */
export function romanise(word: string): Romanised | null {
  const text = word.normalize("NFC");
  let sounds = "";
  let writing: Writing = "brahmic";
  let isJoined = false;
  for (let at = 0; at < text.length; at += 1) {
    const letter = text[at] ?? "";
    const next = text[at + 1] ?? "";
    if (VIRAMAS.has(letter)) {
      isJoined = true;
      continue;
    }
    let sound: string | undefined;
    if (DIGRAPH_STARTS.has(letter)) {
      sound = DIGRAPHS.get(letter + next + (text[at + 2] ?? ""));
      if (sound !== undefined) at += 2;
      else {
        sound = DIGRAPHS.get(letter + next);
        if (sound !== undefined) at += 1;
      }
    }
    sound ??= (isJoined ? JOINED.get(letter) : undefined) ?? soundOf(letter, sounds === "");
    if (sound === undefined) return null;
    if (isTamil(letter)) writing = "tamil";
    else if (isArabic(letter)) writing = "arabic";
    // A doubled consonant is one; two of them with a vowel between are two.
    if (!isJoined || !sounds.endsWith(sound)) sounds += sound;
    isJoined = false;
  }
  return { sounds, writing };
}

function soundOf(letter: string, isFirst: boolean): string | undefined {
  const sound = SOUNDS.get(letter);
  // The letter for `a` is heard at the beginning only; waw and ye are consonants only there.
  if (isFirst) return INITIALS.get(letter) ?? sound;
  return sound === "a" ? "" : (NOT_INITIAL.get(letter) ?? sound);
}

const isTamil = (letter: string) => letter >= "\u0b80" && letter <= "\u0bff";
const isArabic = (letter: string) => letter >= "\u0600" && letter <= "\u06ff";

/** The sounds of Devanagari, which the transliteration tables of all other scripts refer to. */
const DEVANAGARI: ReadonlyArray<readonly [letters: string, sound: string]> = [
  ["क ख क़ ख़", "k"],
  ["ग घ ग़", "g"],
  ["च छ", "c"],
  ["ज झ ज़", "j"],
  ["ट ठ त थ", "t"],
  ["ड ढ द ध", "d"],
  ["ङ ञ ण न ऩ ं ँ", "n"],
  ["प फ फ़", "p"],
  ["ब भ", "b"],
  ["म", "m"],
  ["य य़", "y"],
  ["र ऱ ड़ ढ़", "r"],
  ["ल ळ ऴ", "l"],
  ["व", "v"],
  ["श ष स", "s"],
  ["ह", "h"],
  ["अ आ ा", "a"],
  ["इ ई ि ी", "i"],
  ["उ ऊ ु ू", "u"],
  ["ऋ ॠ ृ ॄ", "ri"],
  ["ऎ ए ऐ ॆ े ै ऍ ॅ", "e"],
  ["ऒ ओ औ ॊ ो ौ ऑ ॉ", "o"],
  ["ः", ""],
];

/** What the library's tables lack, or map to the sound of Sanskrit instead of today's. */
const SUPPLEMENT: ReadonlyArray<readonly [letters: string, sound: string]> = [
  // Nukta in all scripts where it changes nothing here; where it does, see DIGRAPHS.
  ["़ ় ਼ ઼ ଼ ಼", ""],
  ["ॲ ऍ ઍ ૅ", "e"],
  ["ઑ ૉ", "o"],
  ["য ଯ", "j"],
  ["ৰ", "r"],
  ["ৱ ୱ", "v"],
  ["ৎ", "t"],
  ["ং", "ng"],
  ["ੰ ਂ", "n"],
  ["ੱ ੳ ੲ ஃ", ""],
  ["ൺ ൻ", "n"],
  ["ർ", "r"],
  ["ൽ ൾ", "l"],
  ["ൿ", "k"],
  ["ୟ", "y"],
  // Urdu, and the forms of the same letters that other keyboards give.
  ["ا أ إ آ ٱ", "a"],
  ["ب", "b"],
  ["پ ف", "p"],
  ["ت ٹ ط", "t"],
  ["ث س ش ص", "s"],
  ["ج ز ذ ض ظ ژ", "j"],
  ["چ", "c"],
  ["ح ہ ه ۂ", "h"],
  ["خ ک ك ق", "k"],
  ["د ڈ", "d"],
  ["ر ڑ", "r"],
  ["غ گ", "g"],
  ["ل", "l"],
  ["م", "m"],
  ["ن ں", "n"],
  ["و ؤ ۇ", "u"],
  ["ی ي ى", "i"],
  ["ے ۓ", "e"],
  ["ھ ع ء ئ ۃ ة ٔ ٓ َ ِ ُ ّ ْ", ""],
];

/** Sounds at the beginning of a word only. */
const INITIALS = new Map([
  ["و", "v"],
  ["ی", "y"],
  ["ي", "y"],
]);

/** The fort in so many names (Raigarh) is often written without its nukta. */
const NOT_INITIAL = new Map([
  ["ढ", "r"],
  ["ঢ", "r"],
  ["ଢ", "r"],
]);

/** Letters that have another sound as the second part of a conjunct. */
const JOINED = new Map([
  ["য", "y"],
  ["ଯ", "y"],
]);

const DIGRAPHS = new Map([
  ["ड़", "r"],
  ["ढ़", "r"],
  ["ড়", "r"],
  ["ঢ়", "r"],
  ["ଡ଼", "r"],
  ["ଢ଼", "r"],
  ["য়", "y"],
  ["ওয়", "v"],
  ["ज्ञ", "gy"],
  ["ংগ", "ng"],
  ["ংক", "nk"],
  ["ংখ", "nk"],
  ["ংঘ", "ng"],
  ["او", "o"],
  ["ای", "i"],
  ["ற்ற", "t"],
  ["റ്റ", "t"],
  ["ണ്ട", "nd"],
]);

const DIGRAPH_STARTS = new Set([...DIGRAPHS.keys()].map((letters) => letters[0]));

const SCHEMES = [
  "devanagari",
  "bengali",
  "gurmukhi",
  "gujarati",
  "oriya",
  "tamil",
  "telugu",
  "kannada",
  "malayalam",
] as const;

/** The library's own types describe an ES module, which it is not. */
const { schemes } = sanscript as unknown as { schemes: { [name: string]: Scheme } };
/** Groups of letters, each a map from Devanagari. */
type Scheme = { [group: string]: { [devanagari: string]: string } };

const VIRAMAS = new Set<string>();
const SOUNDS = readSounds();

function readSounds(): Map<string, string> {
  const ofDevanagari = new Map(
    DEVANAGARI.flatMap(([letters, sound]) =>
      letters.split(" ").map((letter) => [letter.normalize("NFC"), sound] as const),
    ),
  );
  const sounds = new Map<string, string>();
  for (const [letters, sound] of SUPPLEMENT) {
    for (const letter of letters.split(" ")) sounds.set(letter, sound);
  }
  for (const name of SCHEMES) {
    for (const [group, letters] of Object.entries(schemes[name] ?? {})) {
      for (const [devanagari, letter] of Object.entries(letters)) {
        if (group === "virama") VIRAMAS.add(letter);
        const sound = ofDevanagari.get(devanagari.normalize("NFC"));
        // The first of several counts: a letter that Tamil has for four sounds is the plain one.
        if (sound !== undefined && letter.length === 1 && !sounds.has(letter)) {
          sounds.set(letter, sound);
        }
      }
    }
  }
  return sounds;
}
