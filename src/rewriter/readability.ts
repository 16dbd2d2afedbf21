// Flesch–Kincaid grade: years of schooling a text asks of its reader, from the length of its sentences
// and of its words. The syllable counter works by rule; on ordinary prose it is right for most words.

export type Readability = {
  /** Flesch–Kincaid grade, to one decimal. */
  grade: number;
  words: number;
  sentences: number;
};

export type Counts = { words: number; sentences: number; syllables: number };

export function gradeOf({ words, sentences, syllables }: Counts): number {
  if (words === 0 || sentences === 0) return 0;
  return 0.39 * (words / sentences) + 11.8 * (syllables / words) - 15.59;
}

export function readabilityOf(counts: Counts): Readability {
  return {
    grade: Math.round(10 * gradeOf(counts)) / 10,
    words: counts.words,
    sentences: counts.sentences,
  };
}

/** Words and syllables of a sentence. */
export function countWords(text: string): { words: number; syllables: number } {
  let words = 0;
  let syllables = 0;
  for (const [word] of text.matchAll(WORD)) {
    words++;
    syllables += syllablesIn(word);
  }
  return { words, syllables };
}

const WORD = /[\p{L}\p{N}]+(?:['’][\p{L}]+)*/gu;

const KNOWN = new Map<string, number>();
const KNOWN_MAX = 20_000;

/** Syllables of one word, at least one. */
export function syllablesIn(word: string): number {
  const stored = KNOWN.get(word);
  if (stored !== undefined) return stored;
  const count = countSyllables(word.toLowerCase().replace(/['’]s?$/, ""));
  if (KNOWN.size >= KNOWN_MAX) KNOWN.clear();
  if (word.length <= 40) KNOWN.set(word, count);
  return count;
}

function countSyllables(word: string): number {
  if (/^\p{N}+$/u.test(word)) return 1;
  const odd = ODD.get(word);
  if (odd !== undefined) return odd;
  let rest = word
    // A silent e at the end, also before -s, -d, -ly, -ment, -ness, -ful, -less.
    .replace(
      /([^aeiouylr]|[aeiouy][lr])e(?=(?:s|d|ly|ment|ness|ful|less)?$)/,
      (all, before: string, at: number) => {
        const tail = word.slice(at + all.length);
        if (tail === "s" && /[scxzg]$|[cs]h$/.test(before)) return all;
        if (tail === "d" && /[td]$/.test(before)) return all;
        return before;
      },
    );
  rest = rest.replace(/[^a-zà-ÿ]/g, "");
  const groups = rest.match(/[aeiouyà-ÿ]+/g) ?? [];
  let count = groups.length;
  // Vowels that meet but are said apart: "create", "various", "idea", "being", "science".
  count += (
    rest.match(
      /i[aou](?!ns?$|n[a-z]|us?l)|(?<![qgcst])ua|eo(?!u)|[aeiouy]ing$|ie(?:nc|nt|ty)|rea(?:t[eio]|l)|dea$/g,
    ) ?? []
  ).length;
  count -= (rest.match(/[cgstx]i(?:ou|a[ln]|en)|geo(?:n|us)/g) ?? []).filter(
    (run) => !run.startsWith("sie"),
  ).length;
  // "-sm" adds a syllable the letters don't show.
  if (/[^s]sm$/.test(rest)) count++;
  return Math.max(1, count);
}

const ODD = new Map<string, number>([
  ["the", 1],
  ["people", 2],
  ["something", 2],
  ["someone", 2],
  ["sometimes", 2],
  ["somewhat", 2],
  ["everything", 3],
  ["everyone", 3],
  ["every", 2],
  ["evening", 2],
  ["business", 2],
  ["businesses", 3],
  ["therefore", 2],
  ["moreover", 3],
  ["however", 3],
  ["whereas", 2],
  ["area", 3],
  ["areas", 3],
  ["idea", 3],
  ["ideas", 3],
  ["real", 1],
  ["really", 2],
  ["reality", 4],
  ["different", 3],
  ["interest", 3],
  ["interesting", 4],
  ["often", 2],
  ["several", 3],
  ["useful", 2],
  ["safety", 2],
  ["society", 4],
  ["variety", 4],
  ["science", 2],
  ["being", 2],
  ["seeing", 2],
  ["doing", 2],
  ["going", 2],
  ["quiet", 2],
  ["create", 2],
  ["creates", 2],
  ["created", 3],
  ["creating", 3],
  ["creation", 3],
  ["creative", 3],
  ["special", 2],
  ["social", 2],
  ["crucial", 2],
  ["million", 2],
  ["billion", 2],
  ["opinion", 3],
  ["one", 1],
  ["once", 1],
  ["these", 1],
  ["those", 1],
  ["are", 1],
  ["were", 1],
  ["there", 1],
  ["where", 1],
  ["here", 1],
  ["sure", 1],
  ["lives", 1],
  ["times", 1],
  ["movie", 2],
  ["movies", 2],
  ["cookie", 2],
  ["wouldn't", 2],
  ["couldn't", 2],
  ["shouldn't", 2],
  ["doesn't", 2],
  ["didn't", 2],
  ["isn't", 2],
  ["wasn't", 2],
  ["hasn't", 2],
  ["haven't", 2],
  ["weren't", 1],
  ["aren't", 1],
  ["don't", 1],
  ["can't", 1],
  ["won't", 1],
  ["little", 2],
  ["table", 2],
  ["able", 2],
  ["possible", 3],
  ["example", 3],
  ["simple", 2],
  ["people", 2],
  ["while", 1],
  ["life", 1],
  ["more", 1],
  ["before", 2],
  ["use", 1],
  ["used", 1],
  ["uses", 2],
]);
