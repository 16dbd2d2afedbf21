// A second look at a sentence that was cut in two, by what stands in it rather than by how it was cut:
// marks that the second part hangs on the first after all, or that its first word may mean two things.
import type { Cut } from "./cut.ts";
import { meansTwo, meetsOneself, namesNobody, takesOver } from "./doers.ts";
import { leavesFrame } from "./frames.ts";
import { breaksRow, loosensHold, partsPair, saysLittle } from "./halves.ts";

/** Whether a cut is doubtful; `head` is the sentence up to it, `from` and `to` what it changes, `tail` the rest. */
export function isDoubtfulCut(head: string, from: string, to: string, tail: string): boolean {
  const written = to + tail;
  const stop = written.search(/\.\s/);
  const second = /\.\s+(.*)$/su.exec(written)?.[1] ?? "";
  const cut: Cut = {
    head,
    from,
    to,
    tail,
    first: head + written.slice(0, Math.max(0, stop)),
    second,
    sentence: /^[^.!?]*/.exec(second)?.[0] ?? "",
  };
  return DOUBTS.some((isDoubtful) => isDoubtful(cut));
}

const DOUBTS = [
  meetsOneself,
  breaksRow,
  leavesFrame,
  partsPair,
  meansTwo,
  takesOver,
  saysLittle,
  loosensHold,
  namesNobody,
];
