// The gate: what every edit must pass before it may stand, whoever proposed it. It is written by hand because it is
// the promise: protected spans, what a sentence denies, allows, demands and counts, who is named, and the marks
// a careless edit leaves. A cut must also leave nothing behind on which its second part hangs.
import { applyReplacements, type Edit, type Replacement } from "../edit.ts";
import type { Passage } from "../passages.ts";
import { findCutFault } from "./cut-checks.ts";
import { findMark } from "./marks.ts";
import { findMeaningFault } from "./meaning.ts";
import { type Span, sparesProtected } from "./protect.ts";

/** Why an edited sentence is refused, or undefined when it may stand. */
export function findFault(before: string, after: string): string | undefined {
  return findMeaningFault(before, after) ?? findMark(before, after);
}

/** An edit in one wording, without the words that stay, or undefined where the gate refuses it. */
export function passGate(
  text: string,
  passage: Passage,
  { start, end, kind }: Pick<Edit, "start" | "end" | "kind">,
  option: string,
  spans: readonly Span[],
): Replacement | undefined {
  const replacement = trim(text, { start, end, to: option });
  if (replacement === undefined || !sparesProtected(text, replacement, spans)) return undefined;
  // A line break inside an edit would change the shape of the text.
  if (/[\n\r]/.test(text.slice(replacement.start, replacement.end))) return undefined;
  if (findFault(passage.text, rewritePassage(passage, [replacement])) !== undefined)
    return undefined;
  if (kind === "split" && findCutFault(text, passage, replacement) !== undefined) return undefined;
  return replacement;
}

/** A passage with replacements in it; their offsets are those of the text. */
export function rewritePassage(passage: Passage, replacements: readonly Replacement[]): string {
  return applyReplacements(
    passage.text,
    replacements.map(({ start, end, to }) => ({
      start: start - passage.start,
      end: end - passage.start,
      to,
    })),
  );
}

/** Without the whole words that both have in common at either end, so that a change shows what changed. */
export function trim(text: string, { start, end, to }: Replacement): Replacement | undefined {
  const old = text.slice(start, end).split(/(?<=\s)|(?=\s)/);
  const put = to.split(/(?<=\s)|(?=\s)/);
  let head = 0;
  while (head < old.length && head < put.length && old[head] === put[head]) head++;
  let tail = 0;
  while (
    tail < old.length - head &&
    tail < put.length - head &&
    old.at(-1 - tail) === put.at(-1 - tail)
  )
    tail++;
  const skipped = old.slice(0, head).join("").length;
  const kept = old.slice(old.length - tail).join("").length;
  if (head + tail >= old.length && head + tail >= put.length) return undefined;
  return {
    start: start + skipped,
    end: end - (tail === 0 ? 0 : kept),
    to: put.slice(head, put.length - tail).join(""),
  };
}
