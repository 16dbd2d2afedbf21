// A rewrite told sentence by sentence: what each was and is, why it stayed as it was, and other wordings. The
// numbers are those of the segments of a check, and joined with what lies between them the sentences give the result.
import { applyReplacements } from "./edit.ts";
import { findFault } from "./gate/gate.ts";
import type { Left, Prose } from "./passages.ts";
import type { Chosen } from "./weigh.ts";

export type RewrittenSentence = {
  /** Number of the segment, from 0. */
  readonly index: number;
  readonly original: string;
  readonly rewritten: string;
  readonly changed: boolean;
  /** Why it stayed as it was. */
  readonly reason?: { readonly code: ReasonCode; readonly message: string };
  /** Other wordings that passed the same checks, best first. */
  readonly alternatives: string[];
};

export type ReasonCode = Left | "not_selected" | "already_plain" | "nothing_safe";

const MESSAGES: Readonly<Record<ReasonCode, string>> = {
  not_prose: "This is not running prose, such as a heading, a list entry, a table or code.",
  quotation: "Quotations stay word for word.",
  verse: "Verse keeps its wording.",
  too_long: "The sentence is too long to be rewritten safely.",
  other_language: "Only English sentences are rewritten.",
  not_selected: "The sentence was not among those to be rewritten.",
  already_plain: "The sentence is plain already: nothing better was found.",
  nothing_safe: "No rewording was found that is better and surely keeps the meaning.",
};

/** A list of sentences to rewrite names one that the text doesn't have. */
export class NoSuchSentence extends Error {}

/** Throws for the first number that is no segment's. */
export function checkSelection(
  selected: ReadonlySet<number> | undefined,
  { segments }: Pick<Prose, "segments">,
): void {
  for (const index of selected ?? []) {
    if (index >= segments.length) {
      const last =
        segments.length === 0 ? "the text has none" : `the last is ${segments.length - 1}`;
      throw new NoSuchSentence(`names segment ${index}, but ${last}.`);
    }
  }
}

export type SentenceOptions = {
  readonly text: string;
  readonly prose: Prose;
  readonly selected: ReadonlySet<number> | undefined;
  /** Starts of the sentences for which something was proposed. */
  readonly proposed: ReadonlySet<number>;
  readonly alternatives: number;
};

/** Why a sentence surely stays as it is, before anything was chosen; undefined where it may yet change. */
export function reasonBefore(
  index: number,
  { prose, selected, proposed }: Omit<SentenceOptions, "text" | "alternatives">,
): ReasonCode | undefined {
  const segment = prose.segments[index];
  if (segment?.left !== undefined) return segment.left;
  if (selected !== undefined && !selected.has(index)) return "not_selected";
  if (segment !== undefined && proposed.has(segment.start)) return undefined;
  return "already_plain";
}

/** Every segment of the text after the edits that were chosen. */
export function describeSentences(
  chosen: readonly Chosen[],
  options: SentenceOptions,
): RewrittenSentence[] {
  const { text, prose } = options;
  let next = 0;
  return prose.segments.map(({ start, end }, index) => {
    const edits: Chosen[] = [];
    for (let edit = chosen[next]; edit !== undefined && edit.start < end; edit = chosen[++next]) {
      edits.push(edit);
    }
    const original = text.slice(start, end);
    const put = (some: readonly Chosen[]) =>
      applyReplacements(
        original,
        some.map((edit) => ({ start: edit.start - start, end: edit.end - start, to: edit.to })),
      );
    const rewritten = put(edits);
    if (rewritten === original) {
      return unchangedSentence(index, original, reasonBefore(index, options) ?? "nothing_safe");
    }
    const others = otherWordings(edits).map(put);
    const alternatives = [...new Set(others)]
      .filter((other) => other !== rewritten && other !== original)
      .filter((other) => findFault(original, other) === undefined)
      .slice(0, options.alternatives);
    return { index, original, rewritten, changed: true, alternatives };
  });
}

export function unchangedSentence(
  index: number,
  original: string,
  code: ReasonCode,
): RewrittenSentence {
  const reason = { code, message: MESSAGES[code] };
  return { index, original, rewritten: original, changed: false, reason, alternatives: [] };
}

/** Sets of edits for one sentence: each in its other wordings, then all but one, the least valuable first. */
function otherWordings(edits: readonly Chosen[]): Chosen[][] {
  const exchanged = edits.flatMap((edit) =>
    (edit.others ?? []).map((other) => edits.map((one) => (one === edit ? other : one))),
  );
  if (edits.length < 2) return exchanged;
  const fewer = edits
    .toSorted((a, b) => a.value - b.value)
    .map((edit) => edits.filter((one) => one !== edit));
  return [...exchanged, ...fewer];
}
