// The number of edits between a query and a name, where an edit is a letter added, dropped or replaced,
// or two neighbours swapped (optimal string alignment).

/** How many edits a query of this length may have: 1 up to 7 letters, 2 above. */
export function editsAllowed(length: number): number {
  // At least one letter must be right: a single letter misspelt is just another letter.
  return Math.min(length - 1, length <= 7 ? 1 : 2);
}

let [before, previous, current] = [new Uint8Array(64), new Uint8Array(64), new Uint8Array(64)];

/**
 * Edits between the query and the text or, with `isPrefix`, whichever beginning of the text is nearest to
 * it; more than `most` only means "too many". Cells further than `most` from the diagonal of the table
 * can't lead to fewer edits, so only a band of it is computed.
 */
export function countEdits(query: string, text: string, most: number, isPrefix = false): number {
  const tooMany = most + 1;
  const rows = query.length;
  const columns = isPrefix ? Math.min(text.length, rows + most) : text.length;
  if (rows - columns > most || columns - rows > most) return tooMany;
  if (current.length <= columns + 1) {
    const size = 2 * columns + 2;
    [before, previous, current] = [
      new Uint8Array(size),
      new Uint8Array(size),
      new Uint8Array(size),
    ];
  }
  for (let column = 0; column <= Math.min(columns, most); column += 1) current[column] = column;
  if (most < columns) current[most + 1] = tooMany;
  for (let row = 1; row <= rows; row += 1) {
    const spare = before;
    before = previous;
    previous = current;
    current = spare;
    const letter = query.charCodeAt(row - 1);
    const letterBefore = row > 1 ? query.charCodeAt(row - 2) : -1;
    const from = Math.max(1, row - most);
    const to = Math.min(columns, row + most);
    current[from - 1] = from === 1 && row <= most ? row : tooMany;
    let least: number = current[from - 1]!;
    for (let column = from; column <= to; column += 1) {
      const theirs = text.charCodeAt(column - 1);
      let edits = previous[column - 1]! + (letter === theirs ? 0 : 1);
      const added = current[column - 1]! + 1;
      if (added < edits) edits = added;
      const dropped = previous[column]! + 1;
      if (dropped < edits) edits = dropped;
      if (column > 1 && theirs === letterBefore && letter === text.charCodeAt(column - 2)) {
        const swapped = before[column - 2]! + 1;
        if (swapped < edits) edits = swapped;
      }
      if (edits > tooMany) edits = tooMany;
      current[column] = edits;
      if (edits < least) least = edits;
    }
    if (to < columns) current[to + 1] = tooMany;
    // A swap reaches two rows back, yet no cell below can be less than this row's least.
    if (least > most) return tooMany;
  }
  if (!isPrefix) return current[columns]!;
  let least = tooMany;
  for (let column = Math.max(0, rows - most); column <= columns; column += 1) {
    if (current[column]! < least) least = current[column]!;
  }
  return least;
}
