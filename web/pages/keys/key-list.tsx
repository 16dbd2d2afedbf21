// The account's keys: what each is for, whether it works, what to watch out for.
import type { ListedKey } from "../../../client/dashboard.ts";
import { Time } from "../../components/time.tsx";

const STATES: Readonly<Record<ListedKey["state"], { word: string; tone: string }>> = {
  active: { word: "Active", tone: "good" },
  grace: { word: "Grace period", tone: "warning" },
  expired: { word: "Expired", tone: "" },
  revoked: { word: "Revoked", tone: "" },
};

/** A key that ends this soon is pointed out. */
const SOON_MS = 14 * 86_400_000;

export function isWorking(key: ListedKey): boolean {
  return key.state === "active" || key.state === "grace";
}

export function endsSoon(key: ListedKey, now: number = Date.now()): boolean {
  if (key.state !== "active" || key.expires_at === null) return false;
  return Date.parse(key.expires_at) - now < SOON_MS;
}

export function KeyList({
  keys,
  onRotate,
  onRevoke,
}: {
  keys: readonly ListedKey[];
  onRotate: (key: ListedKey) => void;
  onRevoke: (key: ListedKey) => void;
}) {
  return (
    <ul class="plain key-list">
      {keys.map((key) => {
        const { word, tone } = STATES[key.state];
        return (
          <li key={key.id} class="card key" aria-label={`Key ${key.name}`}>
            <div class="key-head">
              <h2>
                <bdi>{key.name}</bdi>
              </h2>
              <span class={`badge ${tone}`}>{word}</span>
              {key.is_test && <span class="badge">Test</span>}
              {key.exposed_at !== null && isWorking(key) && <span class="badge bad">Exposed</span>}
              {endsSoon(key) && <span class="badge warning">Expires soon</span>}
            </div>
            <dl class="key-facts">
              <div>
                <dt>Domain</dt>
                <dd>
                  <bdi>{key.domain}</bdi>
                </dd>
              </div>
              <div>
                <dt>Key</dt>
                <dd>
                  <code>
                    ls_{key.is_test ? "test" : "live"}_…{key.last_four}
                  </code>
                </dd>
              </div>
              <div>
                <dt>Last used</dt>
                <dd>{key.last_used_at === null ? "Never" : <Time at={key.last_used_at} />}</dd>
              </div>
              <div>
                <dt>Checks today</dt>
                <dd>
                  {key.checks_today}
                  {key.checks_per_day !== null && ` of ${key.checks_per_day.toLocaleString("en")}`}
                  <span class="soft"> · {key.checks} in total</span>
                </dd>
              </div>
              <div>
                <dt>{key.revoked_at === null ? "Expires" : "Revoked"}</dt>
                <dd>{endOf(key)}</dd>
              </div>
              {key.endpoints !== null && (
                <div>
                  <dt>Endpoints</dt>
                  <dd>{key.endpoints.join(", ")}</dd>
                </div>
              )}
            </dl>
            {isWorking(key) && (
              <div class="row">
                {key.state === "active" && (
                  <button type="button" class="quiet" onClick={() => onRotate(key)}>
                    Rotate<span class="unseen"> {key.name}</span>
                  </button>
                )}
                <button type="button" class="quiet" onClick={() => onRevoke(key)}>
                  Revoke<span class="unseen"> {key.name}</span>
                </button>
              </div>
            )}
          </li>
        );
      })}
    </ul>
  );
}

function endOf(key: ListedKey) {
  if (key.revoked_at !== null) return <Time at={key.revoked_at} />;
  return key.expires_at === null ? "Never" : <Time at={key.expires_at} />;
}
