// What the model of joints can say of a place where a sentence is cut. The order is that of the model's
// outputs: it belongs to the released file and changes only with it.

/** What stands before the subject of the second sentence. */
export const LEADS = ["", "But", "So", "Yet", "Then", "And"] as const;

/** Who or what the second sentence is about; a noun said again is taken from the first one. */
export const SUBJECTS = [
  "",
  "This",
  "That",
  "These",
  "Those",
  "It",
  "They",
  "He",
  "She",
  "I",
  "We",
  "You",
  "There",
  "Each",
  "There,",
  "Here,",
  "In it,",
  "At that time,",
  "Examples",
  "The aim",
  "The reason",
  "THE NOUN",
  "THIS NOUN",
  "NAME",
  "?",
] as const;

/** The helper behind that subject. */
export const HELPERS = [
  "",
  "is",
  "are",
  "was",
  "were",
  "has",
  "have",
  "had",
  "has been",
  "have been",
  "had been",
  "can",
  "could",
  "will",
  "would",
  "may",
  "might",
  "should",
  "must",
  "do",
  "does",
  "did",
  "is because",
  "was because",
  "is to",
  "was to",
  "include",
  "includes",
  "included",
  "is especially true",
  "is particularly true",
  "was especially true",
  "was particularly true",
  "?",
] as const;

/** What becomes of a word in the second sentence: an "-ing" in another form, or a helper before it. */
export const FORMS = [
  "",
  "base",
  "s",
  "past",
  "+is",
  "+are",
  "+was",
  "+were",
  "+has",
  "+have",
  "+had",
] as const;

/** How many words and marks of the joint go. */
export const DROPS = [0, 1, 2, 3, 4, 5] as const;

export type JointWord = { readonly text: string; readonly start: number; readonly end: number };

/** The words and marks of a text, as joints count them. */
export function jointWords(text: string): JointWord[] {
  return [...text.matchAll(WORDS)].map((match) => ({
    text: match[0],
    start: match.index,
    end: match.index + match[0].length,
  }));
}

const WORDS = /[\p{L}\p{N}]+(?:['’.-][\p{L}\p{N}]+)*|[^\s\p{L}\p{N}]/gu;
