// Keeps the answers of recent searches: many people type the same beginnings of the same names. It
// belongs to one directory and goes with it, so it never outlives the data.
import type { Answer } from "./replies.ts";

export type RecentAnswers = {
  find(key: string): Answer | undefined;
  keep(key: string, answer: Answer): void;
};

/** Forgets the answers that were longest out of use once their texts exceed `lengthMax`. */
export function createRecentAnswers({ lengthMax = 4_000_000 } = {}): RecentAnswers {
  // A Map keeps its keys in the order they were added: the first is the one longest out of use.
  const answers = new Map<string, Answer>();
  let length = 0;
  const sizeOf = (key: string, { body }: Answer) => key.length + body.head.length;

  return {
    find(key) {
      const answer = answers.get(key);
      if (answer === undefined) return undefined;
      answers.delete(key);
      answers.set(key, answer);
      return answer;
    },
    keep(key, answer) {
      // One giant answer must not push out all the others.
      if (sizeOf(key, answer) > lengthMax / 16) return;
      answers.set(key, answer);
      length += sizeOf(key, answer);
      for (const [oldest, old] of answers) {
        if (length <= lengthMax) break;
        answers.delete(oldest);
        length -= sizeOf(oldest, old);
      }
    },
  };
}
