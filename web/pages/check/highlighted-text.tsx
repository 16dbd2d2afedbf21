// The text with every segment marked by colour and by the line below it, and a way to walk through the
// segments that matter without a mouse.
import type { ComponentChild } from "preact";
import { useEffect, useMemo, useRef } from "preact/hooks";
import type { Evidence, Segment } from "../../../client/authenticity-types.ts";
import { LABELS } from "./counts.ts";

export function HighlightedText({
  text,
  segments,
  evidence,
  selected,
  onSelect,
}: {
  text: string;
  segments: readonly Segment[];
  /** Phrases that are marked inside their segments. */
  evidence: readonly Evidence[];
  selected: number | null;
  onSelect: (index: number) => void;
}) {
  const place = useRef<HTMLDivElement>(null);
  // Drawn once for a result: choosing a segment touches two elements, not thousands.
  const marks = useMemo(() => drawMarks(text, segments, evidence), [text, segments, evidence]);
  useEffect(() => {
    const box = place.current;
    box?.querySelector(".chosen")?.classList.remove("chosen");
    if (selected === null) return;
    const mark = box?.querySelector(`[data-at="${selected}"]`);
    mark?.classList.add("chosen");
    mark?.scrollIntoView({ block: "nearest", behavior: "smooth" });
  }, [selected, marks]);
  return (
    // A click is a short cut for the eye; the buttons beside the text do the same from the keyboard.
    <div
      ref={place}
      class="highlighted"
      dir="auto"
      role="document"
      aria-label="The text, sentence by sentence"
      tabIndex={0}
      onClick={(event) => {
        const mark = (event.target as Element).closest("[data-at]");
        if (mark !== null) onSelect(Number(mark.getAttribute("data-at")));
      }}
    >
      {marks}
    </div>
  );
}

/** The text piece by piece: what lies between segments as it is, each segment with its mark. */
function drawMarks(
  text: string,
  segments: readonly Segment[],
  evidence: readonly Evidence[],
): ComponentChild[] {
  const inOrder = evidence.toSorted((a, b) => a.start - b.start);
  const drawn: ComponentChild[] = [];
  let end = 0;
  for (const [at, segment] of segments.entries()) {
    drawn.push(text.slice(end, segment.start));
    drawn.push(
      <mark key={at} class={segment.color_label} data-at={at} title={titleOf(segment)}>
        {drawPhrases(segment, inOrder)}
      </mark>,
    );
    end = segment.end;
  }
  drawn.push(text.slice(end));
  return drawn;
}

/** A segment cut at the phrases that begin or end in it. */
function drawPhrases(segment: Segment, evidence: readonly Evidence[]): ComponentChild {
  const drawn: ComponentChild[] = [];
  const cut = (from: number, to: number) =>
    segment.text.slice(from - segment.start, to - segment.start);
  let at = segment.start;
  for (const { start, end, direction } of evidence) {
    const [from, to] = [Math.max(start, at), Math.min(end, segment.end)];
    if (from >= to) continue;
    drawn.push(cut(at, from), <span class={`phrase ${direction}`}>{cut(from, to)}</span>);
    at = to;
  }
  if (drawn.length === 0) return segment.text;
  drawn.push(cut(at, segment.end));
  return drawn;
}

function titleOf({ is_data, color_label, ai_prob }: Segment): string {
  if (is_data) return "Not prose: not counted";
  return `${LABELS[color_label].name}: ${ai_prob} %`;
}
