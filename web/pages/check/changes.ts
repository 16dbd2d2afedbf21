// A rewrite as a list of pieces, each change of which can be used or refused. Nothing here draws.
import type { Change, Rewrite } from "../../../client/authenticity-types.ts";

export type Piece =
  | { kind: "same"; text: string }
  | { kind: "change"; index: number; change: Change };

/**
 * The original cut at its changes, or null when the changes do not lead from the one text to the
 * other: then only the whole rewrite can be used, and nothing is offered that would not come out right.
 */
export function cutAtChanges(original: string, rewrite: Rewrite): Piece[] | null {
  const changes = [...(rewrite.changes ?? [])].sort((a, b) => a.start - b.start || a.end - b.end);
  const pieces: Piece[] = [];
  let at = 0;
  for (const [index, change] of changes.entries()) {
    const { start, end, from } = change;
    if (start < at || end < start || end > original.length || original.slice(start, end) !== from)
      return null;
    if (start > at) pieces.push({ kind: "same", text: original.slice(at, start) });
    pieces.push({ kind: "change", index, change });
    at = end;
  }
  if (at < original.length) pieces.push({ kind: "same", text: original.slice(at) });
  return joinPieces(pieces, new Set()) === rewrite.humanized_text ? pieces : null;
}

/** The text with every change but the refused ones. */
export function joinPieces(pieces: readonly Piece[], refused: ReadonlySet<number>): string {
  return pieces
    .map((piece) => {
      if (piece.kind === "same") return piece.text;
      return refused.has(piece.index) ? piece.change.from : piece.change.to;
    })
    .join("");
}

export function changesOf(pieces: readonly Piece[]): Array<{ index: number; change: Change }> {
  return pieces.flatMap((piece) => (piece.kind === "change" ? [piece] : []));
}

/** The other state for one change; sets are replaced, not altered, so that the page notices. */
export function toggled(refused: ReadonlySet<number>, index: number): Set<number> {
  const next = new Set(refused);
  if (!next.delete(index)) next.add(index);
  return next;
}
