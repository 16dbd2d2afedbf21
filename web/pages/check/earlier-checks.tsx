// Earlier checks, for whoever wants them kept; off until it is switched on.
import { Time } from "../../components/time.tsx";
import type { History, KeptCheck } from "../../history.ts";

export function EarlierChecks({
  history: { isOn, checks },
  onSwitch,
  onOpen,
  onRemove,
}: {
  history: History;
  onSwitch: (isOn: boolean) => void;
  onOpen: (check: KeptCheck) => void;
  onRemove: (check: KeptCheck) => void;
}) {
  return (
    <section class="earlier" aria-labelledby="earlier">
      <h2 id="earlier">Earlier checks</h2>
      <label class="inline switch">
        <input
          type="checkbox"
          checked={isOn}
          onChange={(event) => onSwitch(event.currentTarget.checked)}
        />
        <span>
          Keep my last checks in this browser
          <small class="soft">
            {isOn
              ? "They never leave it. Signing out or switching this off forgets them."
              : "Off: a text is forgotten when you leave the page."}
          </small>
        </span>
      </label>
      {isOn && checks.length === 0 && <p class="soft small">Nothing yet.</p>}
      {checks.length > 0 && (
        <ul class="plain">
          {checks.map((check) => (
            <li key={check.at}>
              <button type="button" class="link opening" onClick={() => onOpen(check)}>
                <bdi>{openingOf(check.text)}</bdi>
              </button>
              <span class="small soft">
                {check.verdict}, {check.final_probability} · <Time at={check.at} />
              </span>
              <button
                type="button"
                class="quiet"
                aria-label={`Forget ${openingOf(check.text)}`}
                onClick={() => onRemove(check)}
              >
                Forget
              </button>
            </li>
          ))}
        </ul>
      )}
    </section>
  );
}

function openingOf(text: string): string {
  const line = text.trim().replace(/\s+/g, " ");
  return line.length <= 70 ? line : `${line.slice(0, 69)}…`;
}
