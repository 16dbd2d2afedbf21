// How a word in Latin letters sounds, as such letters are used in Indian names.

export function readLatin(word: string): string {
  let sounds = "";
  let last = "";
  for (let at = 0; at < word.length; ) {
    const letter = word[at] ?? "";
    const next = word[at + 1] ?? "";
    const third = word[at + 2] ?? "";
    let read = 3;
    let sound = SPELLINGS.get(letter + next + third);
    if (sound === undefined || third === "") {
      read = 2;
      // Before a vowel a `w` is a consonant: Lucknow, but Vijayawada.
      const isConsonant = next === "w" && isVowel(third);
      sound = isConsonant || next === "" ? undefined : SPELLINGS.get(letter + next);
    }
    if (sound === undefined) {
      read = 1;
      sound = readLetter(letter, next, at === 0);
    }
    // A doubled consonant is one, and an `a` is written at the beginning only.
    const isSilent = sound === "a" ? at > 0 : sound === last && !isVowel(sound);
    if (!isSilent) sounds += sound;
    last = sound;
    at += read;
  }
  // Mangalore is said as Mangaluru is.
  if (word.length > 4 && word.endsWith("ore")) return `${sounds.slice(0, -3)}ur`;
  return sounds.length > 1 && sounds.endsWith("h") ? sounds.slice(0, -1) : sounds;
}

function isVowel(sound: string): boolean {
  return sound !== "" && "aeiou".includes(sound);
}

function readLetter(letter: string, next: string, isFirst: boolean): string {
  if (letter === "c") return next !== "" && "eiy".includes(next) ? "s" : "k";
  if (letter === "y") return isFirst || isVowel(next) ? "y" : "i";
  return LETTERS.get(letter) ?? letter;
}

const LETTERS = new Map([
  ["f", "p"],
  ["q", "k"],
  ["w", "v"],
  ["x", "ks"],
  ["z", "j"],
]);

const SPELLINGS = new Map([
  ["chh", "c"],
  ["cch", "c"],
  ["ksh", "ks"],
  ["aa", "a"],
  ["aw", "o"],
  ["ow", "o"],
  ["ai", "e"],
  ["au", "o"],
  ["ea", "i"],
  ["ee", "i"],
  ["ei", "e"],
  ["ie", "i"],
  ["oa", "o"],
  ["oo", "u"],
  ["ou", "u"],
  ["bh", "b"],
  ["ch", "c"],
  ["ck", "k"],
  ["dh", "d"],
  ["gh", "g"],
  ["jh", "j"],
  ["kh", "k"],
  ["ph", "p"],
  ["rh", "r"],
  ["sh", "s"],
  ["th", "t"],
  ["zh", "l"],
]);
