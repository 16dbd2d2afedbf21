// Checks of form: an edit must not leave a mark of carelessness that the sentence did not have before, such as a word
// twice, a wrong article, a bracket that lost its other half.
import { articleFor } from "../english/inflect.ts";

/** The mark that an edited sentence has more often than before, or undefined where it has none. */
export function findMark(before: string, after: string): string | undefined {
  for (const [name, pattern] of MARKS) {
    if (countMatches(after, pattern) > countMatches(before, pattern)) return name;
  }
  // Also where the sentence had one already: "such a incredibly" must not become "such an very".
  const known = wrongArticles(before);
  const left = wrongArticles(after);
  if (left.length > known.length || left.some((pair) => !known.includes(pair))) return "article";
  if (balance(before) !== balance(after)) return "brackets";
  if (/^\p{Lu}/u.test(before) && !/^\p{Lu}/u.test(after)) return "capital";
  if (before.slice(-1) !== after.slice(-1)) return "ending";
  if (after.length < before.length * 0.3 || after.length > before.length * 1.3 + 12)
    return "length";
  return undefined;
}

export function countMatches(text: string, pattern: RegExp): number {
  return text.match(pattern)?.length ?? 0;
}

const MARKS: readonly (readonly [string, RegExp])[] = [
  ["word twice", /\b(?!had\b|that\b)([a-z]+) \1\b/gi],
  ["word twice in a list", /\b([a-z]{4,}),? (?:and|or|but) \1\b/gi],
  ["also twice", /\balso\b[^.]*\balso\b/gi],
  // "also" put before a verb that another edit makes "are": "They also are key to".
  ["also before is", /\balso (?:is|are|was|were)\b/gi],
  // "Then we then sum them up", "There, there may be".
  ["then twice", /\b(then|there|now|still)\b[^.,;]{0,20}[, ]\1\b/gi],
  [
    "two small words",
    /\b(?:a|an|the) (?:a|an|the|of|to|and|is|are|be)\b|\bto to\b|\bof (?:of|to)\b|\b(?:to|can|could|will) (?:is|are|was|were)\b/gi,
  ],
  // "nor do they have the ability to" must not become "nor do they can".
  [
    "a modal behind do",
    /\b(?:do|does|did)(?:n't|n’t)? (?:not )?(?:\p{L}+ ){0,3}(?:can|could)\b/giu,
  ],
  ["spacing", / {2,}| [,.;:!?](?!\d)|[,;:]\.|\.[,;]|,,|\.\s?\.(?!\.)/g],
  ["small letter after a stop", /[a-z]{3}\. [a-z]/g],
  [
    "many much",
    /\b(?:many|several) (?:much|many|several)\b|\bvery very\b|\bmore (?:and )?(?:better|easier|harder|simpler|bigger)\b|\bmost (?:key|hard)\b|\bmore key\b/gi,
  ],
  [
    "many with a mass noun",
    /\bmany (?:information|research|evidence|knowledge|advice|equipment|progress|work|data|content|software|support|help|experience|expertise|music|food)\b/gi,
  ],
];

/** The articles that don't go with the word behind them, each with that word, in small letters. */
function wrongArticles(text: string): string[] {
  return [...text.matchAll(/\b([Aa]n?) ([\p{L}\p{N}][\p{L}\p{N}-]*)/gu)].flatMap(
    ([pair, article, word = ""]) =>
      article?.toLowerCase() === articleFor(word) ? [] : [pair.toLowerCase()],
  );
}

function balance(text: string): string {
  return `${countMatches(text, /[([{]/g)} ${countMatches(text, /[)\]}]/g)} ${countMatches(text, /["“”«»]/g)}`;
}
