// Keeps a set of edits from making a text shorter. Where a text has blemishes nobody can repair safely, each
// word that goes makes them denser; the reader is served better by edits that swap words than by those
// that only take some out.
import { wordsIn } from "../detector/detector.ts";
import type { Chosen } from "./search.ts";

/**
 * The edits without those whose lost words nothing makes up for; the least valuable ones go first. A longer
 * wording of an edit, where the set allows it, is better than none.
 */
export function keepLength(
  proposed: readonly Chosen[],
  allows: (chosen: readonly Chosen[]) => boolean = () => false,
): readonly Chosen[] {
  let chosen = proposed;
  let balance = chosen.reduce((sum, edit) => sum + wordsAdded(edit), 0);
  for (const edit of proposed) {
    if (balance >= 0) break;
    const longer = edit.others?.find((other) => wordsAdded(other) > wordsAdded(edit));
    if (longer === undefined || wordsAdded(edit) >= 0) continue;
    const next = chosen.map((one) => (one === edit ? longer : one));
    if (!allows(next)) continue;
    chosen = next;
    balance += wordsAdded(longer) - wordsAdded(edit);
  }
  if (balance >= 0) return chosen;
  const dropped = new Set<Chosen>();
  const shortening = chosen
    .filter((edit) => wordsAdded(edit) < 0)
    .sort((a, b) => valuePerWord(a) - valuePerWord(b) || a.start - b.start);
  for (const edit of shortening) {
    if (balance >= 0) break;
    dropped.add(edit);
    balance -= wordsAdded(edit);
  }
  // A long phrase that went may have made room for a few short ones.
  for (const edit of [...dropped].sort((a, b) => b.value - a.value || a.start - b.start)) {
    if (balance + wordsAdded(edit) < 0) continue;
    dropped.delete(edit);
    balance += wordsAdded(edit);
  }
  return chosen.filter((edit) => !dropped.has(edit));
}

function wordsAdded({ from, to }: Chosen): number {
  return wordsIn(to) - wordsIn(from);
}

function valuePerWord(edit: Chosen): number {
  return edit.value / -wordsAdded(edit);
}
