// The account's keys: what each is for, whether it works, what to watch out for.
import type { ListedKey } from "../../../client/dashboard.ts";
import { Time } from "../../components/time.tsx";
import { RefusedRequests } from "./refused-requests.tsx";

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

type KeyActions = {
  onRotate: (key: ListedKey) => void;
  onRevoke: (key: ListedKey) => void;
};

export function KeyList({ keys, ...actions }: { keys: readonly ListedKey[] } & KeyActions) {
  return (
    <ul class="plain key-list">
      {keys.map((key) => (
        <KeyCard key={key.id} of={key} {...actions} />
      ))}
    </ul>
  );
}

function KeyCard({ of, onRotate, onRevoke }: { of: ListedKey } & KeyActions) {
  const { word, tone } = STATES[of.state];
  return (
    <li class="card key" aria-label={`Key ${of.name}`}>
      <div class="key-head">
        <h2>
          <bdi>{of.name}</bdi>
        </h2>
        <span class={`badge ${tone}`}>{word}</span>
        {of.is_test && <span class="badge">Test</span>}
        {of.is_management && <span class="badge">Management</span>}
        {of.exposed_at !== null && isWorking(of) && <span class="badge bad">Exposed</span>}
        {endsSoon(of) && <span class="badge warning">Expires soon</span>}
      </div>
      <KeyFacts of={of} />
      <RefusedRequests of={of} />
      {isWorking(of) && (
        <div class="row">
          {of.state === "active" && (
            <button type="button" class="quiet" onClick={() => onRotate(of)}>
              Rotate<span class="unseen"> {of.name}</span>
            </button>
          )}
          <button type="button" class="quiet" onClick={() => onRevoke(of)}>
            Revoke<span class="unseen"> {of.name}</span>
          </button>
        </div>
      )}
    </li>
  );
}

function KeyFacts({ of }: { of: ListedKey }) {
  return (
    <dl class="key-facts">
      {!of.is_management && (
        <div>
          <dt>Domain</dt>
          <dd>
            <bdi>{of.domain}</bdi>
          </dd>
        </div>
      )}
      <div>
        <dt>Key</dt>
        <dd>
          <code>
            ls_{kindOf(of)}_…{of.last_four}
          </code>
        </dd>
      </div>
      {/* Only checks are counted, and a management key makes none. */}
      {!of.is_management && (
        <>
          <div>
            <dt>Last used</dt>
            <dd>{of.last_used_at === null ? "Never" : <Time at={of.last_used_at} />}</dd>
          </div>
          <div>
            <dt>Checks today</dt>
            <dd>
              {of.checks_today}
              {of.checks_per_day !== null && ` of ${of.checks_per_day.toLocaleString("en")}`}
              <span class="soft"> · {of.checks} in total</span>
            </dd>
          </div>
        </>
      )}
      <div>
        <dt>{of.revoked_at === null ? "Expires" : "Revoked"}</dt>
        <dd>{endOf(of)}</dd>
      </div>
      {of.rate_per_minute !== null && (
        <div>
          <dt>Requests per minute</dt>
          <dd>{of.rate_per_minute.toLocaleString("en")}</dd>
        </div>
      )}
      {of.external_id !== null && (
        <div>
          <dt>External id</dt>
          <dd>
            <bdi>{of.external_id}</bdi>
          </dd>
        </div>
      )}
      {of.endpoints !== null && (
        <div>
          <dt>Endpoints</dt>
          <dd>{of.endpoints.join(", ")}</dd>
        </div>
      )}
    </dl>
  );
}

function kindOf({ is_test, is_management }: ListedKey): string {
  if (is_management) return "manage";
  return is_test ? "test" : "live";
}

function endOf(key: ListedKey) {
  if (key.revoked_at !== null) return <Time at={key.revoked_at} />;
  return key.expires_at === null ? "Never" : <Time at={key.expires_at} />;
}
