// Steps through the segments without a mouse; stays in sight while a long text scrolls by.
import type { Segment } from "../../../client/authenticity-types.ts";
import { LABELS } from "./counts.ts";

export function Walk({
  segments,
  selected,
  onSelect,
}: {
  segments: readonly Segment[];
  selected: number | null;
  onSelect: (index: number) => void;
}) {
  const chosen = selected === null ? undefined : segments[selected];
  const step = (by: number) => {
    const from = selected ?? (by > 0 ? -1 : segments.length);
    onSelect((from + by + segments.length) % segments.length);
  };
  const toNextAiLike = () => {
    const order = segments.map((_, at) => (at + (selected ?? -1) + 1) % segments.length);
    const found = order.find((at) => segments[at]?.color_label === "red");
    if (found !== undefined) onSelect(found);
  };
  return (
    <div class="row walk">
      <button type="button" class="quiet" onClick={() => step(-1)}>
        Previous
      </button>
      <button type="button" class="quiet" onClick={() => step(1)}>
        Next
      </button>
      {segments.some((segment) => segment.color_label === "red") && (
        <button type="button" class="quiet" onClick={toNextAiLike}>
          Next AI-like
        </button>
      )}
      <p class="small" aria-live="polite">
        {chosen === undefined || selected === null ? (
          <span class="soft">Choose a sentence, or step through them.</span>
        ) : (
          <>
            <strong>
              Segment {selected + 1} of {segments.length}:{" "}
              {chosen.is_data
                ? "not counted"
                : `${LABELS[chosen.color_label].name}, ${chosen.ai_prob} per cent AI`}
            </strong>
            {/* Seen in the text, where it is framed; here it is for those who listen. */}
            <span class="unseen">{chosen.text}</span>
          </>
        )}
      </p>
    </div>
  );
}
