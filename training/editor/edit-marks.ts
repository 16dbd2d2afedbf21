// What can be told of an edit from the words alone, as plain marks: what goes, what comes, and what stands around it. Each mark
// has a weight of its own; no grammar is needed, the network's states know that.

export type MarkedEdit = { readonly start: number; readonly end: number; readonly to: string };

export function editMarks(
  kind: string,
  sentence: string,
  { start, end, to }: MarkedEdit,
): string[] {
  const before = wordsOf(sentence.slice(0, start));
  const after = wordsOf(sentence.slice(end));
  const from = wordsOf(sentence.slice(start, end)).join(" ");
  const put = wordsOf(to).join(" ");
  const [last = "^", last2 = "^"] = before.toReversed();
  const [next = "$", next2 = "$"] = after;
  const pair = `${from}>${put}`;
  const marks = [
    `pair ${pair}`,
    `to ${put}`,
    `from ${from}`,
    `pair ${pair} before ${last}`,
    `pair ${pair} after ${next}`,
    `pair ${pair} before ${endOf(last)}`,
    `pair ${pair} after ${endOf(next)}`,
    `pair ${pair} between ${shapeOf(last)} ${shapeOf(next)}`,
    `from ${from} before ${last}`,
    `from ${from} after ${next}`,
    `to ${put} before ${last}`,
    `to ${put} after ${next}`,
    `to ${put} after ${endOf(next)}`,
    `before ${last}`,
    `after ${next}`,
    `before ${last2} ${last}`,
    `after ${next} ${next2}`,
    `begins ${before.length === 0}`,
    `ends ${after.length <= 1}`,
    `words ${Math.min(8, from.split(" ").length)} ${put === "" ? 0 : put.split(" ").length}`,
  ];
  for (const word of [...before.slice(-5), ...after.slice(0, 5)])
    if (word.length > 3) marks.push(`pair ${pair} near ${word}`);
  return marks.map((mark) => `${kind} ${mark}`);
}

function wordsOf(text: string): string[] {
  return text.toLowerCase().match(WORDS) ?? [];
}

const WORDS = /[\p{L}\p{N}]+(?:['’.-][\p{L}\p{N}]+)*|[^\s\p{L}\p{N}]/gu;

/** A small word itself, or the ending of any other one: most of what a tagger goes by. */
function endOf(word: string): string {
  return word.length <= 3 ? word : `-${word.slice(-3)}`;
}

function shapeOf(word: string): string {
  return word.length <= 3 ? word : `-${word.slice(-2)}`;
}
