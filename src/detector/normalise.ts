// From a text as sent to the prose the model reads: clean characters, no markup, data left out, plain
// punctuation, one line. The training texts went through this very code (training/prepare.ts).
import { type Block, findBlocks } from "./blocks.ts";
import { cleanCharacters, type Tampering } from "./clean-characters.ts";
import { stripHtml } from "./html.ts";
import { restoreCase } from "./letter-case.ts";
import {
  joinMapped,
  type MappedText,
  mapIdentity,
  rewriteMatches,
  sliceMapped,
} from "./mapped-text.ts";
import { stripInlineMarkdown } from "./markdown-inline.ts";
import { type ListCount, plainPunctuation } from "./punctuation.ts";

export type NormalisedBlock = {
  readonly kind: Block["kind"];
  /** The block's text in plain form, mapped to the input. */
  readonly text: MappedText;
};

export type NormalisedText = {
  readonly blocks: readonly NormalisedBlock[];
  readonly tampering: ReadonlyMap<Tampering, number>;
  /** Whether the capitalisation was odd throughout and has been corrected as far as possible. */
  readonly isCaseRestored: boolean;
};

/** Normalises a text block by block, in order. */
export function normalise(input: string): NormalisedText {
  // Entities first: a zero-width space written as &#8203; is cleaned like any other.
  const { clean: letters, tampering } = cleanCharacters(stripHtml(mapIdentity(input)));
  const { text: clean, isRestored, flipped } = restoreCase(letters);
  const count: ListCount = { last: 0 };
  const blocks = findBlocks(clean.text).map((block): NormalisedBlock => {
    if (block.number !== undefined) count.last = block.number;
    const lines = block.lines.map(([from, to]) => sliceMapped(clean, from, to));
    const text = joinMapped(lines, "\n");
    return {
      kind: block.kind,
      text: isProseKind(block.kind) ? plainProse(text, count) : text,
    };
  });
  return {
    blocks,
    isCaseRestored: isRestored,
    tampering: flipped > 0 ? new Map([...tampering, ["odd_case", flipped]]) : tampering,
  };
}

/** Whether blocks of this kind are written language rather than data. */
export function isProseKind(kind: Block["kind"]): boolean {
  return kind === "paragraph" || kind === "item" || kind === "heading";
}

/** One piece of prose in plain form. */
function plainProse(source: MappedText, count: ListCount): MappedText {
  // A word broken at a line end is put together again.
  const whole = rewriteMatches(source, /(?<=\p{Ll})-\n(?=\p{Ll})/gu, "");
  return plainPunctuation(stripInlineMarkdown(whole), count);
}
