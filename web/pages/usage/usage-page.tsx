// Usage: what is left today, what was used on the days before, what was refused and why.
import "./usage-page.css";
import { useMemo, useState } from "preact/hooks";
import type { UsageReport } from "../../../client/dashboard.ts";
import { Loading } from "../../components/loading.tsx";
import { ErrorNotice, Notice } from "../../components/notice.tsx";
import { save } from "../../components/save.ts";
import { clockTime } from "../../components/time.tsx";
import { useAction, useLoad } from "../../load.ts";
import { Link } from "../../router.tsx";
import { service } from "../../service.ts";
import { Chart, Legend } from "./chart.tsx";
import { type Grouping, keyNames, sum, toSeries } from "./series.ts";

export function UsagePage() {
  const [days, setDays] = useState(30);
  const { loaded, reload } = useLoad((signal) => service.getUsage(days, { signal }), String(days));
  return (
    <>
      <h1>Usage</h1>
      <p class="lead">
        Every text that is checked or rewritten counts as one check, whether with a key or on the
        dashboard.
      </p>
      {loaded.status === "loading" && <Loading what="Loading your usage" />}
      {loaded.status === "error" && <ErrorNotice error={loaded.error} retry={reload} />}
      {loaded.status === "ready" && (
        <div class="stack">
          <Today report={loaded.value} />
          <History report={loaded.value} days={days} onDays={setDays} />
          <Refusals report={loaded.value} />
        </div>
      )}
    </>
  );
}

function Today({ report: { today } }: { report: UsageReport }) {
  const { used, limit, remaining, bonus_days_left: bonus } = today;
  return (
    <section aria-labelledby="today">
      <h2 id="today" class="unseen">
        Today
      </h2>
      {remaining === 0 && (
        <Notice kind="warning">
          <p>
            No checks left today. Resets at 00:00 UTC, {clockTime(today.resets_at)}. Until then
            requests are refused with status 429 and don’t count.
          </p>
        </Notice>
      )}
      <div class="figures-row">
        <div class="card figure">
          <p class="figure-value">{used.toLocaleString("en")}</p>
          <p>used today</p>
          <meter value={used} max={Math.max(limit, 1)} aria-label="Checks used today">
            {used} of {limit}
          </meter>
        </div>
        <div class="card figure">
          <p class="figure-value">{remaining.toLocaleString("en")}</p>
          <p>left of {limit.toLocaleString("en")}</p>
          <p class="small soft">Resets at 00:00 UTC, {clockTime(today.resets_at)}.</p>
        </div>
        <div class="card figure">
          <p class="figure-value">{today.is_set_by_operator ? "Custom" : bonus}</p>
          <p>
            {today.is_set_by_operator ? "daily limit" : `bonus day${bonus === 1 ? "" : "s"} left`}
          </p>
          <p class="small soft">
            {today.is_set_by_operator
              ? "The operator set the daily limit of this account."
              : bonus > 0
                ? "New accounts get extra checks a day at first. Today is included."
                : "The sign-up bonus has ended."}
          </p>
        </div>
      </div>
    </section>
  );
}

function History({
  report,
  days: span,
  onDays,
}: {
  report: UsageReport;
  days: number;
  onDays: (days: number) => void;
}) {
  const [grouping, setGrouping] = useState<Grouping>("total");
  const { days, series } = useMemo(() => toSeries(report, grouping), [report, grouping]);
  const total = sum(series.flatMap(({ values }) => values));
  const download = useAction(async () =>
    save(await service.downloadUsage(span), `lodestone-usage-${report.to}.csv`),
  );
  return (
    <section class="card" aria-labelledby="history">
      <div class="row spread">
        <h2 id="history">Daily checks</h2>
        <div class="row">
          <label class="inline small">
            Show{" "}
            <select
              value={String(span)}
              onChange={(event) => onDays(Number(event.currentTarget.value))}
            >
              <option value="7">7 days</option>
              <option value="30">30 days</option>
              <option value="90">90 days</option>
              <option value="365">1 year</option>
            </select>
          </label>
          <label class="inline small">
            Group by{" "}
            <select
              value={grouping}
              onChange={(event) => setGrouping(event.currentTarget.value as Grouping)}
            >
              <option value="total">Total</option>
              <option value="key">Key</option>
              <option value="endpoint">Endpoint</option>
            </select>
          </label>
          <button
            type="button"
            class="quiet"
            disabled={download.isBusy}
            onClick={() => download.run()}
          >
            Download CSV
          </button>
        </div>
      </div>
      {download.error !== null && <ErrorNotice error={download.error} />}
      {total === 0 ? (
        <div class="empty">
          <p>No checks in this period.</p>
          <p>
            <Link href="/">Check a text</Link> or <Link href="/keys">create a key</Link>.
          </p>
        </div>
      ) : (
        <>
          <Chart days={days} series={series} />
          <Legend series={series} />
          <details>
            <summary>Show as table</summary>
            <div class="table-wrap" tabIndex={0} role="region" aria-label="Checks by day">
              <table>
                <thead>
                  <tr>
                    <th scope="col">Day (UTC)</th>
                    {series.map(({ name }) => (
                      <th key={name} scope="col" class="number">
                        <bdi>{name}</bdi>
                      </th>
                    ))}
                  </tr>
                </thead>
                <tbody>
                  {days
                    .map((day, at) => ({ day, at }))
                    .filter(({ at }) => series.some(({ values }) => (values[at] ?? 0) > 0))
                    .toReversed()
                    .map(({ day, at }) => (
                      <tr key={day}>
                        <th scope="row" class="day">
                          {day}
                        </th>
                        {series.map(({ name, values }) => (
                          <td key={name} class="number">
                            {values[at]}
                          </td>
                        ))}
                      </tr>
                    ))}
                </tbody>
              </table>
            </div>
          </details>
        </>
      )}
    </section>
  );
}

const REASONS: Readonly<Record<string, string>> = {
  quota_exceeded: "No checks left that day",
  key_quota_exceeded: "The key had no checks left that day",
  endpoint: "The key may not use that endpoint",
  rate: "Too many requests in a minute",
  concurrency: "Too many requests at once",
  origin: "The Origin did not match the key’s domain",
  revoked: "The key was revoked",
  expired: "The key had expired",
};

function Refusals({ report }: { report: UsageReport }) {
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
