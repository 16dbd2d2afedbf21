// The latest requests made with the account's keys.
import { useState } from "preact/hooks";
import type { RequestList } from "../../../client/dashboard.ts";
import { Loading } from "../../components/loading.tsx";
import { ErrorNotice } from "../../components/notice.tsx";
import { Time } from "../../components/time.tsx";
import { useLoad } from "../../load.ts";
import { service } from "../../service.ts";

type Entry = RequestList["requests"][number];

const OUTCOMES = [
  ["", "All"],
  ["2xx", "Successful"],
  ["4xx", "Refused (4xx)"],
  ["5xx", "Failed (5xx)"],
] as const;

export function Requests() {
  const [status, setStatus] = useState<string>("");
  /** The `next` of the pages before this one; the last leads to what is shown. */
  const [befores, setBefores] = useState<string[]>([]);
  const before = befores.at(-1);
  const { loaded, reload } = useLoad(
    (signal) => service.listRequests({ before, status: status || undefined }, { signal }),
    `${status} ${before}`,
  );
  return (
    <section class="card" aria-labelledby="requests">
      <div class="row spread request-filter">
        <h2 id="requests">Latest requests</h2>
        <div class="row">
          <label for="request-status" class="unseen">
            Status
          </label>
          <select
            id="request-status"
            value={status}
            onChange={(event) => {
              setStatus(event.currentTarget.value);
              setBefores([]);
            }}
          >
            {OUTCOMES.map(([value, label]) => (
              <option key={value} value={value}>
                {label}
              </option>
            ))}
          </select>
          <button type="button" class="quiet" onClick={reload}>
            Refresh
          </button>
        </div>
      </div>
      <p class="soft">The last 1,000 requests made with your keys. Texts are never logged.</p>
      {loaded.status === "loading" && <Loading what="Loading the latest requests" />}
      {loaded.status === "error" && <ErrorNotice error={loaded.error} retry={reload} />}
      {loaded.status === "ready" && (
        <Listed
          list={loaded.value}
          onNewer={before === undefined ? undefined : () => setBefores(befores.slice(0, -1))}
          onOlder={(next) => setBefores([...befores, next])}
        />
      )}
    </section>
  );
}

function Listed({
  list: { requests, next },
  onNewer,
  onOlder,
}: {
  list: RequestList;
  onNewer: (() => void) | undefined;
  onOlder: (next: string) => void;
}) {
  if (requests.length === 0) return <p class="soft">None.</p>;
  return (
    <>
      <div class="table-wrap" tabIndex={0} role="region" aria-label="Latest requests">
        <table class="request-log">
          <thead>
            <tr>
              <th scope="col">Time</th>
              <th scope="col">Endpoint</th>
              <th scope="col">Status</th>
              <th scope="col">Key</th>
              <th scope="col" class="number">
                Words
              </th>
              <th scope="col" class="number">
                Duration
              </th>
              <th scope="col">Request id</th>
            </tr>
          </thead>
          <tbody>
            {requests.map((entry) => (
              <Row key={entry.request_id + entry.time} of={entry} />
            ))}
          </tbody>
        </table>
      </div>
      <div class="row">
        {onNewer !== undefined && (
          <button type="button" class="quiet" onClick={onNewer}>
            Newer
          </button>
        )}
        {next !== null && (
          <button type="button" class="quiet" onClick={() => onOlder(next)}>
            Older
          </button>
        )}
      </div>
    </>
  );
}

function Row({ of }: { of: Entry }) {
  return (
    <tr>
      <td>
        <Time at={of.time} />
      </td>
      <td>
        <code>
          {of.method} {of.endpoint}
        </code>
      </td>
      <td>
        {of.status}
        {of.code !== null && <div class="small soft">{of.code}</div>}
      </td>
      <td>
        <code>…{of.last_four}</code>
      </td>
      <td class="number">{of.words === null ? "" : of.words.toLocaleString("en")}</td>
      <td class="number">{of.ms.toLocaleString("en")} ms</td>
      <td>
        <code>{of.request_id}</code>
      </td>
    </tr>
  );
}
