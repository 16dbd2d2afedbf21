// The text with every segment marked by colour and by the line below it, and a way to walk through the
// segments that matter without a mouse.
import { useEffect, useMemo, useRef } from "preact/hooks";
import type { Segment } from "../../../client/authenticity-types.ts";
import { LABELS } from "./counts.ts";

/** Segments drawn as one block; blocks out of sight cost the browser nothing. */
const BLOCK = 60;

export function HighlightedText({
  text,
  segments,
  selected,
  onSelect,
}: {
  text: string;
  segments: readonly Segment[];
  selected: number | null;
  onSelect: (index: number) => void;
}) {
  const place = useRef<HTMLDivElement>(null);
  // Drawn once for a result: choosing a segment touches two elements, not thousands.
  const blocks = useMemo(
    () => toBlocks(text, segments).map((block) => <Block key={block.first} block={block} />),
    [text, segments],
  );
  useEffect(() => {
    const marks = place.current;
    marks?.querySelector(".chosen")?.classList.remove("chosen");
    if (selected === null) return;
    const mark = marks?.querySelector(`[data-at="${selected}"]`);
    mark?.classList.add("chosen");
    mark?.scrollIntoView({ block: "nearest", behavior: "smooth" });
  }, [selected, blocks]);
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
      {blocks}
    </div>
  );
}

type Mark = { at: number; before: string; segment: Segment };
type TextBlock = { first: number; marks: Mark[]; after: string };

function toBlocks(text: string, segments: readonly Segment[]): TextBlock[] {
  const blocks: TextBlock[] = [];
  let end = 0;
  for (const [at, segment] of segments.entries()) {
    let block = blocks.at(-1);
    if (block === undefined || block.marks.length >= BLOCK) {
      block = { first: at, marks: [], after: "" };
      blocks.push(block);
    }
    block.marks.push({ at, before: text.slice(end, segment.start), segment });
    end = segment.end;
  }
  const last = blocks.at(-1);
  if (last !== undefined) last.after = text.slice(end);
  return blocks;
}

function Block({ block }: { block: TextBlock }) {
  return (
    <span class="block">
      {block.marks.map(({ at, before, segment }) => (
        <span key={at}>
          {before}
          <mark
            class={segment.color_label}
            data-at={at}
            title={
              segment.is_data
                ? "Not prose: not counted"
                : `${LABELS[segment.color_label].name}: ${segment.ai_prob} per cent`
            }
          >
            {segment.text}
          </mark>
        </span>
      ))}
      {block.after}
    </span>
  );
}
