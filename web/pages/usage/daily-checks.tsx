// The checks of each day: as a chart, as a table, as a file.
import { useMemo, useState } from "preact/hooks";
import type { UsageReport } from "../../../client/dashboard.ts";
import { Choice } from "../../components/choice.tsx";
import { ErrorNotice } from "../../components/notice.tsx";
import { save } from "../../components/save.ts";
import { useAction } from "../../load.ts";
import { Link } from "../../router.tsx";
import { service } from "../../service.ts";
import { Chart, Legend } from "./chart.tsx";
import { type Grouping, type Series, sum, toSeries } from "./series.ts";

const SPANS = [
  ["7", "7 days"],
  ["30", "30 days"],
  ["90", "90 days"],
  ["365", "1 year"],
] as const;

const GROUPINGS = [
  ["total", "Total"],
  ["key", "Key"],
  ["endpoint", "Endpoint"],
] as const;

export function DailyChecks({
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
          <Choice<string>
            label="Show"
            value={String(span)}
            options={SPANS}
            onChoose={(chosen) => onDays(Number(chosen))}
          />
          <Choice label="Group by" value={grouping} options={GROUPINGS} onChoose={setGrouping} />
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
        <NoChecks />
      ) : (
        <>
          <Chart days={days} series={series} />
          <Legend series={series} />
          <DailyTable days={days} series={series} />
        </>
      )}
    </section>
  );
}

function NoChecks() {
  return (
    <div class="empty">
      <p>No checks in this period.</p>
      <p>
        <Link href="/">Check a text</Link> or <Link href="/keys">create a key</Link>.
      </p>
    </div>
  );
}

/** The days that have checks, the latest first. */
function DailyTable({ days, series }: { days: readonly string[]; series: readonly Series[] }) {
  const rows = days
    .map((day, at) => ({ day, at }))
    .filter(({ at }) => series.some(({ values }) => (values[at] ?? 0) > 0))
    .toReversed();
  return (
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
            {rows.map(({ day, at }) => (
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
  );
}
