// The merging of BPE for one piece of text. Short pieces are merged by looking over all pairs; long
// ones with a heap, so that a word of 10,000 letters costs n log n and not n².

export type MergeTable = Map<number, { rank: number; id: number }>;

/** Ids are below this, so that a pair of ids fits into one number. */
export const MERGE_BASE = 0x40_0000;

/** Merges neighbouring ids, lowest rank first, until no pair is left that the table knows. */
export function mergeBytes(ids: Int32Array, merges: MergeTable): Int32Array {
  return ids.length <= SHORT_MAX ? mergeShort(ids, merges) : mergeLong(ids, merges);
}

const SHORT_MAX = 24;

function mergeShort(input: Int32Array, merges: MergeTable): Int32Array {
  const ids = Array.from(input);
  for (;;) {
    let best: { rank: number; id: number } | undefined;
    let bestAt = -1;
    for (let i = 0; i + 1 < ids.length; i++) {
      const merge = merges.get((ids[i] ?? 0) * MERGE_BASE + (ids[i + 1] ?? 0));
      if (merge !== undefined && (best === undefined || merge.rank < best.rank)) {
        best = merge;
        bestAt = i;
      }
    }
    if (best === undefined) return Int32Array.from(ids);
    ids.splice(bestAt, 2, best.id);
  }
}

/** A list linked by indices, and a heap of candidate pairs ordered by rank, then by place. */
function mergeLong(input: Int32Array, merges: MergeTable): Int32Array {
  const ids = Int32Array.from(input);
  const count = ids.length;
  const next = Int32Array.from(ids, (_, i) => (i + 1 < count ? i + 1 : -1));
  const previous = Int32Array.from(ids, (_, i) => i - 1);
  const heap: Candidate[] = [];

  const offer = (left: number): void => {
    const right = left < 0 ? -1 : (next[left] ?? -1);
    if (right < 0) return;
    const merge = merges.get((ids[left] ?? 0) * MERGE_BASE + (ids[right] ?? 0));
    if (merge === undefined) return;
    push(heap, { ...merge, at: left, left: ids[left] ?? 0, right: ids[right] ?? 0 });
  };
  for (let i = 0; i + 1 < count; i++) offer(i);

  for (let top = pop(heap); top !== undefined; top = pop(heap)) {
    const right = next[top.at] ?? -1;
    // A candidate is stale when one of its two ids has been merged away since.
    if (right < 0 || ids[top.at] !== top.left || ids[right] !== top.right) continue;
    ids[top.at] = top.id;
    ids[right] = -1;
    const after = next[right] ?? -1;
    next[top.at] = after;
    if (after >= 0) previous[after] = top.at;
    offer(previous[top.at] ?? -1);
    offer(top.at);
  }
  return ids.filter((id) => id >= 0);
}

type Candidate = { rank: number; id: number; at: number; left: number; right: number };

const isBefore = (a: Candidate, b: Candidate): boolean =>
  a.rank < b.rank || (a.rank === b.rank && a.at < b.at);

function push(heap: Candidate[], item: Candidate): void {
  let at = heap.length;
  heap.push(item);
  while (at > 0) {
    const up = (at - 1) >> 1;
    const parent = heap[up];
    if (parent === undefined || !isBefore(item, parent)) break;
    heap[at] = parent;
    at = up;
  }
  heap[at] = item;
}

function pop(heap: Candidate[]): Candidate | undefined {
  const top = heap[0];
  const last = heap.pop();
  if (top === undefined || last === undefined || heap.length === 0) return top;
  let at = 0;
  for (;;) {
    let child = 2 * at + 1;
    if (child >= heap.length) break;
    const second = heap[child + 1];
    const first = heap[child];
    if (second !== undefined && first !== undefined && isBefore(second, first)) child++;
    const smaller = heap[child];
    if (smaller === undefined || !isBefore(smaller, last)) break;
    heap[at] = smaller;
    at = child;
  }
  heap[at] = last;
  return top;
}
