// Dropped connections: counted in the metrics, and logged with their number at most once in ten seconds. An
// attack must be visible but must not fill the log.
import type { Log } from "./log.ts";
import type { Metrics } from "./metrics.ts";
import type { DropReason, OnDrop } from "./open-sockets.ts";

const QUIET_MS = 10_000;

export function createDropReport({
  log,
  metrics,
  nowMs = () => performance.now(),
}: {
  log: Pick<Log, "warn">;
  metrics: Metrics;
  nowMs?: () => number;
}): OnDrop {
  const count = metrics.addCounter(
    "lodestone_connections_dropped_total",
    "Connections that were closed without an answer or could not be accepted, by reason.",
    "reason",
  );
  const untold = new Map<DropReason, number>();
  let toldAtMs = Number.NEGATIVE_INFINITY;
  return (reason) => {
    count(reason);
    untold.set(reason, (untold.get(reason) ?? 0) + 1);
    if (nowMs() - toldAtMs < QUIET_MS) return;
    toldAtMs = nowMs();
    log.warn({ dropped: Object.fromEntries(untold) }, "connections dropped");
    untold.clear();
  };
}
