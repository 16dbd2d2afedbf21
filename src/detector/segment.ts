// A text as a list of segments in reading order: sentences, headings, list items, table rows, code
// blocks, links, references. Segments never overlap, and together with what lies between them they
// give back the input exactly. Those that are prose also know their place in the prose the model reads.
import type { Tampering } from "./clean-characters.ts";
import { type DataKind, dataKindOf } from "./data-kind.ts";
import { joinMapped, type MappedText, sliceMapped } from "./mapped-text.ts";
import { isProseKind, type NormalisedBlock, normalise } from "./normalise.ts";
import { findSentences } from "./sentences.ts";

export type Segment = {
  readonly kind: "sentence" | "heading" | DataKind;
  /** Offsets in UTF-16 units of the input. */
  readonly start: number;
  readonly end: number;
  /** Offsets in the prose, for what the model reads. */
  readonly prose: { readonly start: number; readonly end: number } | undefined;
};

export type SegmentedText = {
  readonly segments: readonly Segment[];
  /** What the model reads, on one line, mapped to the input. */
  readonly prose: MappedText;
  readonly tampering: ReadonlyMap<Tampering, number>;
  readonly isCaseRestored: boolean;
};

/** Splits a text into its segments and gathers its prose. */
export function segmentText(input: string): SegmentedText {
  const { blocks, tampering, isCaseRestored } = normalise(input);
  const pieces = blocks.flatMap(piecesOf);
  const parts: MappedText[] = [];
  let proseLength = 0;
  let previous: Piece | undefined;
  const segments: Segment[] = [];
  for (const piece of pieces) {
    let prose: Segment["prose"];
    if (piece.kind === "sentence") {
      // Sentences of one block keep their own spacing: none in Chinese, one space in English.
      const joins = previous?.kind === "sentence" && previous.block === piece.block;
      const gap = joins ? sliceMapped(piece.block.text, previous?.to ?? 0, piece.from) : undefined;
      if (parts.length > 0) {
        const seam = gap ?? spaceAt(segments.at(-1)?.end ?? 0);
        parts.push(seam);
        proseLength += seam.text.length;
      }
      parts.push(sliceMapped(piece.block.text, piece.from, piece.to));
      prose = { start: proseLength, end: proseLength + piece.to - piece.from };
      proseLength = prose.end;
    }
    previous = piece;
    const origin = originOf(piece);
    const floor = segments.at(-1)?.end ?? 0;
    const start = Math.max(origin.start, floor);
    if (origin.end <= start) continue;
    segments.push({ kind: piece.kind, start, end: origin.end, prose });
  }
  return {
    segments: widen(input, segments),
    prose: joinMapped(parts, ""),
    tampering,
    isCaseRestored,
  };
}

type Piece = { kind: Segment["kind"]; block: NormalisedBlock; from: number; to: number };

function spaceAt(offset: number): MappedText {
  return { text: " ", starts: new Int32Array([offset]), ends: new Int32Array([offset]) };
}

function piecesOf(block: NormalisedBlock): Piece[] {
  const text = block.text.text;
  if (text.trim() === "") return [];
  if (!isProseKind(block.kind)) {
    return [{ kind: block.kind as DataKind, block, from: 0, to: text.length }];
  }
  if (block.kind === "heading") return [{ kind: "heading", block, from: 0, to: text.length }];
  const whole = dataKindOf(text);
  if (whole !== undefined) return [{ kind: whole, block, from: 0, to: text.length }];
  return findSentences(text).map(([from, to]) => ({
    kind: dataKindOf(text.slice(from, to)) ?? "sentence",
    block,
    from,
    to,
  }));
}

function originOf(piece: Piece): { start: number; end: number } {
  const { starts, ends } = piece.block.text;
  return { start: starts[piece.from] ?? 0, end: ends[piece.to - 1] ?? 0 };
}

/** Takes quotes, brackets and emphasis marks that touch a segment into it. */
function widen(input: string, segments: readonly Segment[]): Segment[] {
  const widened: Segment[] = [];
  segments.forEach((segment, i) => {
    const floor = widened.at(-1)?.end ?? 0;
    const ceiling = segments[i + 1]?.start ?? input.length;
    let { start, end } = segment;
    while (end < ceiling && TOUCHING.test(input.charAt(end))) end++;
    while (start > floor && TOUCHING.test(input.charAt(start - 1))) start--;
    widened.push({ ...segment, start, end });
  });
  return widened;
}

const TOUCHING = /[*_~`"'“”„‘’()[\]«»]/;
