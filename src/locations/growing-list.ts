// Lists of numbers in typed arrays that grow by doubling, for building an index whose size is known only at its end.
// `items` is the array behind the list; its contents beyond `length` are undefined.

export type GrowingList<A extends Uint16Array | Uint32Array> = {
  length: number;
  items: A;
  push(value: number): void;
  /** Makes room for so many more and returns `items`, to be written to from `length` on. */
  reserve(more: number): A;
  /** Appends the part of an array from `start` up to `end`. */
  pushPart(source: A, start: number, end: number): void;
  /** The list as an array of its own, no longer than it need be. */
  finish(): A;
};

/** `size` is what is expected: growing copies the list and leaves garbage to collect. */
export const createUnitList = (size = 1024): GrowingList<Uint16Array> =>
  createList<Uint16Array>((length) => new Uint16Array(length), size);
export const createNumberList = (size = 1024): GrowingList<Uint32Array> =>
  createList<Uint32Array>((length) => new Uint32Array(length), size);

function createList<A extends Uint16Array | Uint32Array>(
  make: (length: number) => A,
  size: number,
): GrowingList<A> {
  const list: GrowingList<A> = {
    length: 0,
    items: make(size),
    push(value) {
      if (list.length === list.items.length) reserve(1);
      list.items[list.length] = value;
      list.length += 1;
    },
    reserve,
    pushPart(source, start, end) {
      const items = reserve(end - start);
      for (let i = start; i < end; i += 1) items[list.length + i - start] = source[i]!;
      list.length += end - start;
    },
    finish: () => list.items.slice(0, list.length) as A,
  };
  return list;

  function reserve(more: number): A {
    if (list.length + more <= list.items.length) return list.items;
    const larger = make(Math.max(list.items.length * 2, list.length + more));
    larger.set(list.items);
    list.items = larger;
    return larger;
  }
}
