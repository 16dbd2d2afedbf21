// The number of edits between a query and a stretch of text, where an edit is a letter added,
// dropped or replaced, or two neighbours swapped (optimal string alignment).

/** How many edits a query of this length may have: 1 up to 7 letters, 2 above. */
export function editsAllowed(length: number): number {
  // At least one letter must be right: a single letter misspelt is just another letter.
  return Math.min(length - 1, length <= 7 ? 1 : 2);
}

export type Distance = {
  /** Sets the query that the next calls measure against. */
  begin(query: Uint16Array): void;
  /** Edits between the query and the whole stretch of text; above `most` only "too many" is meant. */
  whole(text: Uint16Array, start: number, length: number, most: number): number;
  /** Edits between the query and whichever beginning of the stretch is nearest to it. */
  prefix(text: Uint16Array, start: number, length: number, most: number): number;
};

/** One column of the table of distances fits the bits of a number up to this query length. */
const BITS = 32;

export function createDistance(): Distance {
  // For each code unit, the places of the query where it stands, as bits.
  const places = new Int32Array(0x10000);
  const rows = createRows();
  let query = new Uint16Array(0);

  /**
   * Hyyrö's bit-parallel algorithm (2003) with swaps: it walks the text once and knows after each
   * unit how many edits lead from the query to the text so far. VP and VN hold, for each place of the
   * query, whether the distance rises or falls from the place before.
   */
  function walk(
    text: Uint16Array,
    start: number,
    length: number,
    most: number,
    isPrefix: boolean,
  ): number {
    const last = query.length - 1;
    let vp = -1;
    let vn = 0;
    let diagonal = 0;
    let matchBefore = 0;
    let edits = query.length;
    let least = edits;
    for (let i = 0; i < length; i += 1) {
      const match = places[text[start + i]!]!;
      const swap = ((~diagonal & match) << 1) & matchBefore;
      diagonal = ((((match & vp) + vp) | 0) ^ vp) | match | vn | swap;
      const hp = vn | ~(diagonal | vp);
      const hn = diagonal & vp;
      edits += ((hp >>> last) & 1) - ((hn >>> last) & 1);
      if (edits < least) least = edits;
      // Each unit to come takes off one edit at most, so this can be hopeless already.
      if (edits - (length - 1 - i) > most && least > most) return most + 1;
      const rising = (hp << 1) | 1;
      vp = (hn << 1) | ~(diagonal | rising);
      vn = rising & diagonal;
      matchBefore = match;
    }
    return isPrefix ? least : edits;
  }

  return {
    begin(next) {
      for (const unit of query) places[unit] = 0;
      query = next.slice();
      if (query.length > BITS) return;
      for (let i = 0; i < query.length; i += 1) places[query[i]!]! |= 1 << i;
    },
    whole(text, start, length, most) {
      if (Math.abs(query.length - length) > most) return most + 1;
      if (query.length <= BITS) return walk(text, start, length, most, false);
      return rows.fill(query, text, start, length, most)[length]!;
    },
    prefix(text, start, length, most) {
      const end = Math.min(length, query.length + most);
      if (query.length - end > most) return most + 1;
      if (query.length <= BITS) return walk(text, start, end, most, true);
      const last = rows.fill(query, text, start, end, most);
      let least = most + 1;
      for (let column = 0; column <= end; column += 1) least = Math.min(least, last[column]!);
      return least;
    },
  };
}

/** The textbook table, row by row, for queries too long for the bits. They are rare. */
function createRows() {
  let before = new Int32Array(0);
  let previous = new Int32Array(0);
  let current = new Int32Array(0);
  return {
    /** The last row: edits between the query and each beginning of the text, or only large numbers. */
    fill(
      query: Uint16Array,
      text: Uint16Array,
      start: number,
      length: number,
      most: number,
    ): Int32Array {
      if (current.length <= length) {
        before = new Int32Array(length * 2 + 1);
        previous = new Int32Array(length * 2 + 1);
        current = new Int32Array(length * 2 + 1);
      }
      for (let column = 0; column <= length; column += 1) current[column] = column;
      for (let row = 1; row <= query.length; row += 1) {
        [before, previous, current] = [previous, current, before];
        const unit = query[row - 1]!;
        current[0] = row;
        let least = row;
        for (let column = 1; column <= length; column += 1) {
          const theirs = text[start + column - 1]!;
          let edits = Math.min(
            previous[column - 1]! + (unit === theirs ? 0 : 1),
            current[column - 1]! + 1,
            previous[column]! + 1,
          );
          const isSwap =
            row > 1 && column > 1 && unit === text[start + column - 2] && query[row - 2] === theirs;
          if (isSwap) edits = Math.min(edits, before[column - 2]! + 1);
          current[column] = edits;
          if (edits < least) least = edits;
        }
        // A swap reaches two rows back, yet no cell below can be less than this row's least.
        if (least > most) return current.fill(most + 1, 0, length + 1);
      }
      return current;
    },
  };
}
