// Beside the text: what counted, what did not and why, one segment at a time and in sum.
import type { Detection } from "../../../client/authenticity-types.ts";
import { countByLabel, LABEL_ORDER, LABELS } from "./counts.ts";

export function Evidence({
  detection,
  selected,
  onSelect,
}: {
  detection: Detection;
  selected: number | null;
  onSelect: (index: number) => void;
}) {
  const { segments, warnings = [], words, language } = detection;
  const counts = countByLabel(segments);
  const counted = segments.length - counts.gray;
  return (
    <section class="card evidence" aria-labelledby="evidence">
      <h2 id="evidence">What counted</h2>
      <ul class="plain legend">
        {LABEL_ORDER.filter((label) => counts[label] > 0).map((label) => (
          <li key={label}>
            <mark class={label}>{LABELS[label].name}</mark>
            <span>{counts[label]}</span>
            <small class="soft">{LABELS[label].about}</small>
          </li>
        ))}
      </ul>
      <Walk detection={detection} selected={selected} onSelect={onSelect} />
      <dl class="facts small">
        {words !== undefined && (
          <>
            <dt>Prose</dt>
            <dd>
              {words} {words === 1 ? "word" : "words"} in {counted}{" "}
              {counted === 1 ? "segment" : "segments"}
            </dd>
          </>
        )}
        <dt>Not counted</dt>
        <dd>
          {counts.gray === 0
            ? "nothing: all of it is prose"
            : `${counts.gray} of ${segments.length} segments`}
        </dd>
        {language !== undefined && (
          <>
            <dt>Language</dt>
            <dd>{languageName(language)}</dd>
          </>
        )}
        <dt>Model</dt>
        <dd>{detection.model_version}</dd>
      </dl>
      {warnings.length > 0 && (
        <>
          <h3>Worth knowing</h3>
          <ul class="warnings small">
            {warnings.map((warning) => (
              <li key={warning.code}>{warning.message}</li>
            ))}
          </ul>
        </>
      )}
    </section>
  );
}

/** Steps through the segments of one kind, the AI-like ones where there are any. */
function Walk({
  detection: { segments },
  selected,
  onSelect,
}: {
  detection: Detection;
  selected: number | null;
  onSelect: (index: number) => void;
}) {
  if (segments.length < 2) return null;
  const chosen = selected === null ? undefined : segments[selected];
  const step = (by: number) => {
    const from = selected ?? (by > 0 ? -1 : segments.length);
    onSelect((from + by + segments.length) % segments.length);
  };
  const nextOf = () => {
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
          <button type="button" class="quiet" onClick={nextOf}>
            Next AI-like
          </button>
        )}
      </div>
      <div class="chosen-segment" aria-live="polite">
        {chosen === undefined || selected === null ? (
          <p class="small soft">Choose a sentence in the text, or step through them.</p>
        ) : (
          <>
            <p class="small">
              <strong>
                Segment {selected + 1} of {segments.length}:{" "}
                {chosen.is_data
                  ? "not counted"
                  : `${LABELS[chosen.color_label].name}, ${chosen.ai_prob} per cent AI`}
              </strong>
            </p>
            <blockquote class="small">
              <bdi>{shorten(chosen.text)}</bdi>
            </blockquote>
          </>
        )}
      </div>
    </div>
  );
}

function shorten(text: string): string {
  return text.length <= 240 ? text : `${text.slice(0, 239)}…`;
}

function languageName(code: string): string {
  try {
    return new Intl.DisplayNames("en", { type: "language" }).of(code) ?? code;
  } catch {
    return code === "" ? "unknown" : code;
  }
}
