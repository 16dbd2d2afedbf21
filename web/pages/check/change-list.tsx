// The list of changes with their reasons, each accepted or rejected.
import { useState } from "preact/hooks";
import { Wording } from "./marked-changes.tsx";
import type { Choices } from "./use-choices.ts";

/** More than this many are listed on request; in the text all are marked. */
const LISTED_MAX = 100;

export function ChangeList({
  choices: { changes, refused, toggle, acceptAll, rejectAll },
}: {
  choices: Choices;
}) {
  const [shownMax, setShownMax] = useState(LISTED_MAX);
  return (
    <section class="card" aria-labelledby="changes">
      <div class="row spread">
        <h2 id="changes">Changes</h2>
        <p class="small soft" role="status">
          {changes.length - refused.size} of {changes.length} accepted
        </p>
      </div>
      <div class="row">
        <button type="button" class="quiet" onClick={acceptAll}>
          Accept all
        </button>
        <button type="button" class="quiet" onClick={rejectAll}>
          Reject all
        </button>
      </div>
      <ol class="plain change-list">
        {changes.slice(0, shownMax).map(({ index, change }) => (
          <li key={index}>
            <label class="inline change-choice">
              <input type="checkbox" checked={!refused.has(index)} onChange={() => toggle(index)} />
              <span>
                <Wording change={change} />
                <small class="soft">{change.why}</small>
              </span>
            </label>
          </li>
        ))}
      </ol>
      {changes.length > shownMax && (
        <button type="button" class="quiet" onClick={() => setShownMax(changes.length)}>
          Show all {changes.length}
        </button>
      )}
    </section>
  );
}
