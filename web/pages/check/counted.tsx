// Beside the text: what counted, what did not, and the model's own figures.
import type { Detection } from "../../../client/authenticity-types.ts";
import { countByLabel, LABEL_ORDER, LABELS } from "./counts.ts";
import { hasScore, reasonOf } from "./reasons.ts";

export function Counted({ detection }: { detection: Detection }) {
  const { segments, warnings = [] } = detection;
  const counts = countByLabel(segments);
  const isScored = hasScore(detection);
  // The reason of the verdict stands with the verdict.
  const reason = reasonOf(detection);
  const others = warnings.filter(({ message }) => message !== reason);
  return (
    <section class="card evidence" aria-labelledby="evidence">
      <h2 id="evidence">What counted</h2>
      {!isScored && <p>No sentence has a score.</p>}
      <ul class="plain legend">
        {LABEL_ORDER.filter((label) => isScored && counts[label] > 0).map((label) => (
          <li key={label}>
            <mark class={label}>{LABELS[label].name}</mark>
            <span>{counts[label]}</span>
            <small class="soft">{LABELS[label].about}</small>
          </li>
        ))}
      </ul>
      {others.length > 0 && (
        <>
          <h3>Worth knowing</h3>
          <ul class="warnings small">
            {others.map((warning) => (
              <li key={warning.code}>{warning.message}</li>
            ))}
          </ul>
        </>
      )}
      <Details detection={detection} />
    </section>
  );
}

function Details({ detection }: { detection: Detection }) {
  const { segments, words, language } = detection;
  const notCounted = countByLabel(segments).gray;
  const counted = segments.length - notCounted;
  const isScored = hasScore(detection);
  return (
    <details class="small">
      <summary>Details</summary>
      <dl class="facts">
        {words !== undefined && (
          <>
            <dt>Prose</dt>
            <dd>
              {words.toLocaleString("en")} {words === 1 ? "word" : "words"} in {counted}{" "}
              {counted === 1 ? "sentence" : "sentences"}
            </dd>
          </>
        )}
        <dt>Not counted</dt>
        <dd>
          {notCounted === 0
            ? "Nothing: all of it is prose"
            : `${notCounted} of ${segments.length} parts of the text`}
        </dd>
        {language !== undefined && (
          <>
            <dt>Language</dt>
            <dd>{languageName(language)}</dd>
          </>
        )}
        {isScored && (
          <>
            <dt>Raw score</dt>
            <dd data-testid="raw-score">{detection.ai_probability} %</dd>
          </>
        )}
        <dt>Model</dt>
        <dd>{detection.model_version}</dd>
      </dl>
      {isScored && (
        <p class="soft">
          The raw score is the model’s own estimate. The AI probability is read from it on a scale
          that is stricter for short texts, so that few human texts reach 70 %.
        </p>
      )}
    </details>
  );
}

function languageName(code: string): string {
  try {
    return new Intl.DisplayNames("en", { type: "language" }).of(code) ?? code;
  } catch {
    return code === "" ? "unknown" : code;
  }
}
