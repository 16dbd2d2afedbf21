// Keeps the answers of recent searches: many people type the same beginnings of the same names. It
// belongs to one directory and goes with it, so it never outlives the data.
import type { Answer } from "./replies.ts";

export type RecentAnswers = {
  find(key: string): Answer | undefined;
  keep(key: string, answer: Answer): void;
};

/**
 * Two generations: what is used stays in the young one, and when that has grown to half of
 * `lengthMax` (characters), it becomes the old one and the old one is forgotten. A hit costs one
 * look-up; a list in order of use would be rewritten at every hit.
 */
export function createRecentAnswers({ lengthMax = 4_000_000 } = {}): RecentAnswers {
  let young = new Map<string, Answer>();
  let old = new Map<string, Answer>();
  let youngLength = 0;

  const keep = (key: string, answer: Answer) => {
    const length = key.length + answer.body.head.length;
    // One giant answer must not push out all the others.
    if (length > lengthMax / 16) return;
    if (youngLength + length > lengthMax / 2) {
      old = young;
      young = new Map();
      youngLength = 0;
    }
    young.set(key, answer);
    youngLength += length;
  };

  return {
    find(key) {
      const answer = young.get(key);
      if (answer !== undefined) return answer;
      const older = old.get(key);
      if (older !== undefined) {
        old.delete(key);
        keep(key, older);
      }
      return older;
    },
    keep,
  };
}
