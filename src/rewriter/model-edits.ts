// Turns the answers of a language model into edits. An answer stands only where it passes the same gate as
// a rule does, keeps every protected span byte for byte and says what the sentence said; otherwise the
// sentence is left to the rules.
import { checkRewrite } from "./check/check.ts";
import type { Edit } from "./edit.ts";
import { findFault } from "./gate/gate.ts";
import type { Span } from "./gate/protect.ts";
import type { LanguageModel, ModelAnswer } from "./language-model.ts";
import type { Passage } from "./passages.ts";
import { countWords } from "./readability.ts";

export type ModelEdits = {
  /** The accepted answers by the start of their passage. */
  readonly edits: ReadonlyMap<number, Edit>;
  /** Why the model was of no use for some of the text, where it wasn't. */
  readonly problem: Extract<ModelAnswer, { problem: string }>["problem"] | undefined;
};

export async function askForEdits(
  text: string,
  passages: readonly Passage[],
  spans: readonly Span[],
  model: LanguageModel,
  signal?: AbortSignal,
): Promise<ModelEdits> {
  const edits = new Map<number, Edit>();
  let problem: ModelEdits["problem"];
  for (const group of groupsOf(text, passages)) {
    const answer = await model.rewrite(
      group.map((passage) => passage.text),
      { signal },
    );
    if ("problem" in answer) {
      problem = answer.problem;
      // A model that can't be reached won't be for the next group either; a shapeless answer may be luck.
      if (problem !== "shape") break;
      continue;
    }
    group.forEach((passage, i) => {
      const put = answer.sentences[i]?.trim() ?? "";
      if (put === passage.text || findAnswerFault(passage, put, text, spans) !== undefined) return;
      edits.set(passage.start, {
        start: passage.start,
        end: passage.end,
        to: put,
        kind: "model",
        why: "rewritten by the configured language model",
      });
    });
  }
  return { edits, problem };
}

/** Why an answer is refused, or undefined when it may stand. */
function findAnswerFault(
  { start, end, text: before }: Passage,
  after: string,
  text: string,
  spans: readonly Span[],
): string | undefined {
  if (after === "" || /[\n\r`{}<>\\]|\p{Cc}/u.test(after)) return "shape";
  if (countWords(after).words < 3) return "shape";
  for (const span of spans) {
    if (span.end <= start || span.start >= end) continue;
    const held = text.slice(Math.max(span.start, start), Math.min(span.end, end));
    if (count(after, held) !== count(before, held)) return "protected";
  }
  if (names(before) !== names(after)) return "names";
  if (/https?:|www\.|@/.test(after) && !/https?:|www\.|@/.test(before)) return "links";
  return checkRewrite(before, after) ?? findFault(before, after);
}

const GROUP_SENTENCES_MAX = 5;
const GROUP_LETTERS_MAX = 1200;

/** Consecutive sentences of one paragraph, a few at a time. */
function groupsOf(text: string, passages: readonly Passage[]): Passage[][] {
  const groups: Passage[][] = [];
  let letters = 0;
  for (const passage of passages) {
    const last = groups.at(-1);
    const previous = last?.at(-1);
    const joins =
      last !== undefined &&
      previous !== undefined &&
      !/\n/.test(text.slice(previous.end, passage.start)) &&
      last.length < GROUP_SENTENCES_MAX &&
      letters + passage.text.length <= GROUP_LETTERS_MAX;
    if (joins) {
      last.push(passage);
      letters += passage.text.length;
    } else {
      groups.push([passage]);
      letters = passage.text.length;
    }
  }
  return groups;
}

function count(text: string, part: string): number {
  return part === "" ? 0 : text.split(part).length - 1;
}

/** Capitalised words inside the sentences, in order: who is named, and who comes first. */
function names(sentence: string): string {
  const found: string[] = [];
  for (const match of sentence.matchAll(
    /(?<![.!?]["”’)]?\s)(?<=\s["“‘(]?)\p{Lu}[\p{L}\p{N}'’-]*/gu,
  )) {
    if (!/^I(?:['’]\p{Ll}+)?$/u.test(match[0])) found.push(match[0]);
  }
  return found.join(" ");
}
