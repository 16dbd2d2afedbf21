// Beside the text: what counted, what did not, and why.
import type { Detection } from "../../../client/authenticity-types.ts";
import { countByLabel, LABEL_ORDER, LABELS } from "./counts.ts";

export function Evidence({ detection }: { detection: Detection }) {
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

function languageName(code: string): string {
  try {
    return new Intl.DisplayNames("en", { type: "language" }).of(code) ?? code;
  } catch {
    return code === "" ? "unknown" : code;
  }
}
