// A key's latest refused requests, and which half was wrong: the answer itself tells nobody. Loaded when opened.
import { useState } from "preact/hooks";
import type { ListedKey, RefusedRequest } from "../../../client/dashboard.ts";
import { Loading } from "../../components/loading.tsx";
import { ErrorNotice } from "../../components/notice.tsx";
import { ExactTime } from "../../components/time.tsx";
import { useLoad } from "../../load.ts";
import { service } from "../../service.ts";

export function RefusedRequests({ of }: { of: ListedKey }) {
  const [isOpen, setOpen] = useState(false);
  return (
    <details class="refused" onToggle={(event) => setOpen(event.currentTarget.open)}>
      <summary>
        Refused requests<span class="unseen"> of {of.name}</span>
      </summary>
      {isOpen && <Listed of={of} />}
    </details>
  );
}

function Listed({ of }: { of: ListedKey }) {
  const { loaded, reload } = useLoad((signal) => service.listRefused(of.id, { signal }));
  if (loaded.status === "loading") return <Loading what="Loading refused requests" />;
  if (loaded.status === "error") return <ErrorNotice error={loaded.error} retry={reload} />;
  const requests = loaded.value;
  if (requests.length === 0) {
    return (
      <p class="soft">
        None of this key in the last month. A request with an unknown key is in the operator’s log
        only.
      </p>
    );
  }
  return (
    <>
      <p class="small soft">
        The last {requests.length === 1 ? "one" : requests.length}, newest first; requests alike
        within moments are one line. Callers always get the same answer.
      </p>
      <div
        class="table-wrap"
        tabIndex={0}
        role="region"
        aria-label={`Refused requests of ${of.name}`}
      >
        <table>
          <thead>
            <tr>
              <th scope="col">When</th>
              <th scope="col">What was wrong</th>
              <th scope="col">Endpoint</th>
              <th scope="col" class="number">
                Count
              </th>
            </tr>
          </thead>
          <tbody>
            {requests.map((request, at) => (
              <tr key={at}>
                <td>
                  <ExactTime at={request.at} />
                </td>
                <td>{explain(request, of)}</td>
                <td>{request.endpoint === null ? "–" : `/v1/${request.endpoint}`}</td>
                <td class="number">{request.times.toLocaleString("en")}</td>
              </tr>
            ))}
          </tbody>
        </table>
      </div>
    </>
  );
}

function explain({ reason, origin }: RefusedRequest, { domain }: ListedKey) {
  switch (reason) {
    case "no_origin":
      return (
        <>
          No <code>Origin</code> header: send <code>Origin: {sampleOrigin(domain)}</code>
        </>
      );
    case "origin":
      return (
        <>
          The <code>Origin</code> was <bdi class="sent">{origin}</bdi>; the key is for{" "}
          <bdi>{domain}</bdi>
        </>
      );
    case "wrong_kind":
      return "A management key only manages keys, and no other key can";
    case "revoked":
      return "The key had been revoked";
    case "expired":
      return "The key had expired";
    default:
      return (
        <>
          Sent over plain HTTP: use <code>https://</code>
        </>
      );
  }
}

function sampleOrigin(domain: string): string {
  return `https://${domain.replace("*.", "www.")}`;
}
