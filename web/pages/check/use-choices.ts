// Which changes of a rewrite are accepted: all at first, each one rejected and accepted again at will.
import { useMemo, useState } from "preact/hooks";
import type { Change, Rewrite } from "../../../client/authenticity-types.ts";
import { changesOf, cutAtChanges, joinPieces, type Piece, toggled } from "./changes.ts";

export type Choices = {
  /** Null where the changes can't be told apart. */
  pieces: readonly Piece[] | null;
  changes: ReadonlyArray<{ index: number; change: Change }>;
  /** The indexes of the rejected ones. */
  refused: ReadonlySet<number>;
  /** The text as chosen. */
  result: string;
  toggle(index: number): void;
  acceptAll(): void;
  rejectAll(): void;
};

export function useChoices(original: string, rewrite: Rewrite): Choices {
  const pieces = useMemo(() => cutAtChanges(original, rewrite), [original, rewrite]);
  const [refused, setRefused] = useState<ReadonlySet<number>>(new Set());
  const changes = pieces === null ? [] : changesOf(pieces);
  return {
    pieces,
    changes,
    refused,
    result: pieces === null ? rewrite.humanized_text : joinPieces(pieces, refused),
    toggle: (index) => setRefused(toggled(refused, index)),
    acceptAll: () => setRefused(new Set()),
    rejectAll: () => setRefused(new Set(changes.map(({ index }) => index))),
  };
}
