// Cache of recent searches: many people type the same beginnings of the same names. It belongs to one
// directory and is dropped with it, so it never outlives the data.
//
// An answer is kept when it is asked for the second time. Most searches come once, and keeping those
// would push out the others and cause most of the garbage collection, during which nothing is answered.
import type { Answer } from "./routes/replies.ts";

export type RecentAnswers = {
  find(key: string): Answer | undefined;
  /** Of a query that was not seen recently, only the fact is recorded. */
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

  const heard = new Int32Array(HEARD_MAX);

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
    keep(key, answer) {
      const mark = markOf(key);
      // Four entries per slot, least recently used last: queries with colliding hashes don't keep evicting each other.
      const first = mark & (HEARD_MAX - 4);
      let at = first;
      while (at < first + 3 && heard[at] !== mark) at++;
      const isHeard = heard[at] === mark;
      heard.copyWithin(first + 1, first, at);
      heard[first] = mark;
      if (isHeard) keep(key, answer);
    },
  };
}

/** How many hashes of queries are held; a power of two. */
const HEARD_MAX = 16_384;

/** FNV-1a, 32 bits. A collision only means that an answer is cached one request too early. */
function markOf(key: string): number {
  let mark = 0x811c9dc5;
  for (let at = 0; at < key.length; at++) mark = Math.imul(mark ^ key.charCodeAt(at), 0x01000193);
  // The last letters must affect all bits: the lower ones choose the slot.
  return mark ^ (mark >>> 15);
}
