// Usage: what is left today, what was used on the days before, what was refused and why.
import "./usage-page.css";
import { useState } from "preact/hooks";
import type { UsageReport } from "../../../client/dashboard.ts";
import { Loading } from "../../components/loading.tsx";
import { ErrorNotice, Notice } from "../../components/notice.tsx";
import { clockTime } from "../../components/time.tsx";
import { useLoad } from "../../load.ts";
import { service } from "../../service.ts";
import { DailyChecks } from "./daily-checks.tsx";
import { Refusals } from "./refusals.tsx";
import { Requests } from "./requests.tsx";

export function UsagePage() {
  const [days, setDays] = useState(30);
  const { loaded, reload } = useLoad((signal) => service.getUsage(days, { signal }), String(days));
  return (
    <>
      <h1>Usage</h1>
      <p class="lead">
        Every text that gets a verdict or is rewritten counts as one check, whether with a key or on
        the dashboard.
      </p>
      {loaded.status === "loading" && <Loading what="Loading your usage" />}
      {loaded.status === "error" && <ErrorNotice error={loaded.error} retry={reload} />}
      {loaded.status === "ready" && (
        <div class="stack">
          <Today report={loaded.value} />
          <DailyChecks report={loaded.value} days={days} onDays={setDays} />
          <Refusals report={loaded.value} />
          <Requests />
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
