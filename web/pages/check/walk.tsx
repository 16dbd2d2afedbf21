// Steps through the sentences without a mouse, and says of the chosen one what its number comes from; stays in sight
// while a long text scrolls by.
import type { Evidence, Segment } from "../../../client/authenticity-types.ts";
import { LABELS } from "./counts.ts";
import { PhraseLine } from "./why.tsx";

export function Walk({
  segments,
  evidence,
  selected,
  onSelect,
}: {
  segments: readonly Segment[];
  evidence: readonly Evidence[];
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
    <div class="walk">
      <div class="row">
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
        {chosen === undefined && (
          <span class="small soft">Select a sentence to see what its score is based on.</span>
        )}
      </div>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: on a phone it scrolls, and the keyboard has to reach it */}
      <div
        class="small chosen-sentence"
        aria-live="polite"
        tabIndex={chosen === undefined ? undefined : 0}
      >
        {chosen !== undefined && selected !== null && (
          <Chosen
            segment={chosen}
            place={`Sentence ${selected + 1} of ${segments.length}`}
            evidence={evidence.filter(({ start, end }) => start < chosen.end && end > chosen.start)}
          />
        )}
      </div>
    </div>
  );
}

function Chosen({
  segment,
  place,
  evidence,
}: {
  segment: Segment;
  place: string;
  evidence: readonly Evidence[];
}) {
  const { is_data, color_label, ai_prob, basis, text } = segment;
  return (
    <>
      <p>
        <strong>
          {place}: {is_data ? "not counted" : `${LABELS[color_label].name}, ${ai_prob} %`}
        </strong>
        {/* Seen in the text, where it is framed; here it is for those who listen. */}
        <span class="unseen">{text}</span>
      </p>
      {evidence.length > 0 && (
        <ul class="plain phrases">
          {evidence.map((item) => (
            <li key={item.start}>
              <PhraseLine item={item} />
            </li>
          ))}
        </ul>
      )}
      {basis !== undefined && (
        <p class="soft">
          {basis === "text"
            ? "The score comes mostly from the sentences around it and the text as a whole."
            : "The score comes mostly from this sentence’s own words."}
        </p>
      )}
      {is_data && <p class="soft">Code, tables, links and the like are not prose.</p>}
    </>
  );
}
