// How a sentence is ended at a joint and the next one begun.
import type { Edit } from "../edit.ts";
import { capitalise } from "../inflect.ts";
import type { Sentence } from "../sentence/tokens.ts";

/** Ends the sentence at token `mark` and begins the next at token `start`, after `opener`. */
export function cut(
  sentence: Sentence,
  mark: number,
  start: number,
  opener: string,
  why: string,
): Edit | undefined {
  const { tokens, text } = sentence;
  const from = tokens[mark];
  const next = tokens[start];
  if (from === undefined || next === undefined) return undefined;
  const begin = stripSpaceBefore(text, from.start);
  if (opener !== "")
    return { start: begin, end: next.start, options: [`. ${opener}`], kind: "split", why };
  return {
    start: begin,
    end: next.end,
    options: [`. ${capitalise(next.text)}`],
    kind: "split",
    why,
  };
}

/** Ends the sentence at `mark` and puts `opening` in place of the words up to token `start`. */
export function replaceJoint(
  sentence: Sentence,
  mark: number,
  start: number,
  opening: string,
  why: string,
): Edit | undefined {
  const from = sentence.tokens[mark];
  const next = sentence.tokens[start];
  if (from === undefined || next === undefined || !next.isWord) return undefined;
  return { start: from.start, end: next.start, options: [`. ${opening}`], kind: "split", why };
}

export function stripSpaceBefore(text: string, at: number): number {
  let start = at;
  while (start > 0 && text.charAt(start - 1) === " ") start--;
  return start;
}
