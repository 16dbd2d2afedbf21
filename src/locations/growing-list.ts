// Lists of numbers in typed arrays that grow by doubling, for building an index whose size is known
// only at its end. `items` is the array behind the list; beyond `length` it holds nothing of meaning.

export type GrowingList<A extends Uint16Array | Uint32Array> = {
  length: number;
  items: A;
  push(value: number): void;
  /** Appends the part of an array from `start` up to `end`. */
  pushPart(source: A, start: number, end: number): void;
  /** The list as an array of its own, no longer than it need be. */
  finish(): A;
};

export const createUnitList = (): GrowingList<Uint16Array> =>
  createList<Uint16Array>((size) => new Uint16Array(size));
export const createNumberList = (): GrowingList<Uint32Array> =>
  createList<Uint32Array>((size) => new Uint32Array(size));

function createList<A extends Uint16Array | Uint32Array>(
  make: (size: number) => A,
): GrowingList<A> {
  const list: GrowingList<A> = {
    length: 0,
    items: make(1024),
    push(value) {
      if (list.length === list.items.length) reserve(1);
      list.items[list.length] = value;
      list.length += 1;
    },
    pushPart(source, start, end) {
      reserve(end - start);
      for (let i = start; i < end; i += 1) list.items[list.length + i - start] = source[i]!;
      list.length += end - start;
    },
    finish: () => list.items.slice(0, list.length) as A,
  };
  return list;

  function reserve(more: number): void {
    if (list.length + more <= list.items.length) return;
    const larger = make(Math.max(list.items.length * 2, list.length + more));
    larger.set(list.items);
    list.items = larger;
  }
}
