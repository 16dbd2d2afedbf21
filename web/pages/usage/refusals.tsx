// What was refused, by reason.
import type { UsageReport } from "../../../client/dashboard.ts";
import { keyNames } from "./series.ts";

const REASONS: Readonly<Record<string, string>> = {
  quota_exceeded: "No checks left that day",
  key_quota_exceeded: "The key had no checks left that day",
  endpoint: "The key may not use that endpoint",
  rate: "Too many requests in a minute",
  concurrency: "Too many requests at once",
  no_origin: "No Origin header",
  origin: "The Origin did not match the key’s domain",
  plain_http: "The key was sent over plain HTTP",
  wrong_kind: "A key of another type: management keys only manage, others never do",
  revoked: "The key was revoked",
  expired: "The key had expired",
};

export function Refusals({ report }: { report: UsageReport }) {
  const nameOf = keyNames(report);
  const byReason = new Map<string, { times: number; keys: Set<string>; last: string }>();
  for (const row of report.refusals) {
    const known = byReason.get(row.reason) ?? { times: 0, keys: new Set<string>(), last: "" };
    known.times += row.times;
    known.keys.add(nameOf(row.key_id));
    if (row.day > known.last) known.last = row.day;
    byReason.set(row.reason, known);
  }
  const rows = [...byReason].sort((a, b) => b[1].times - a[1].times);
  return (
    <section class="card" aria-labelledby="refusals">
      <h2 id="refusals">Refused requests</h2>
      {rows.length === 0 ? (
        <p class="soft">None in this period. Refused requests don’t count as checks.</p>
      ) : (
        <div class="table-wrap" tabIndex={0} role="region" aria-label="Refused requests by reason">
          <table>
            <thead>
              <tr>
                <th scope="col">Reason</th>
                <th scope="col">Key</th>
                <th scope="col">Last refused</th>
                <th scope="col" class="number">
                  Count
                </th>
              </tr>
            </thead>
            <tbody>
              {rows.map(([reason, { times, keys, last }]) => (
                <tr key={reason}>
                  <th scope="row">{REASONS[reason] ?? reason}</th>
                  <td>
                    {[...keys].map((name) => (
                      <div key={name}>
                        <bdi>{name}</bdi>
                      </div>
                    ))}
                  </td>
                  <td class="day">{last}</td>
                  <td class="number">{times.toLocaleString("en")}</td>
                </tr>
              ))}
            </tbody>
          </table>
        </div>
      )}
    </section>
  );
}
