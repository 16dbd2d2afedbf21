// Counters and histograms for Prometheus. Requests are counted in plain arrays and passed to prom-client only
// when scraped: a labelled counter on every request would cost more than a cached response.
import { Counter, collectDefaultMetrics, Gauge, Registry } from "prom-client";

export type Metrics = {
  registry: Registry;
  countRequest(route: string, method: string, status: number, durationMs: number): void;
  /** The same for one route, method and status, looked up once: for answers that cost almost nothing. */
  counterOf(route: string, method: string, status: number): (durationMs: number) => void;
  /** A counter with one label; the returned function increments it. */
  addCounter(name: string, help: string, label: string): (value: string) => void;
  /** A gauge that is read when scraped. */
  addGauge(name: string, help: string, read: () => number): void;
  text(): Promise<string>;
};

const BUCKETS_SECONDS = [0.001, 0.005, 0.025, 0.1, 0.25, 0.5, 1, 2.5, 10];

type Tally = { count: number; sumSeconds: number; buckets: number[] };

export function createMetrics({ version }: { version: string }): Metrics {
  const registry = new Registry();
  collectDefaultMetrics({ register: registry });
  new Gauge({
    name: "lodestone_info",
    help: "Always 1; the label says which version runs.",
    labelNames: ["version"],
    registers: [registry],
  }).set({ version }, 1);

  const tallies = new Map<string, Tally>();
  new Counter({
    name: "http_requests_total",
    help: "Requests answered, by route, method and status.",
    labelNames: ["route", "method", "status"],
    registers: [registry],
    collect() {
      this.reset();
      for (const [key, tally] of tallies) this.inc(labelsOf(key), tally.count);
    },
  });

  const tallyOf = (route: string, method: string, status: number): Tally => {
    const key = `${method} ${status} ${route}`;
    let tally = tallies.get(key);
    if (tally === undefined) {
      tally = { count: 0, sumSeconds: 0, buckets: BUCKETS_SECONDS.map(() => 0) };
      tallies.set(key, tally);
    }
    return tally;
  };

  return {
    registry,
    countRequest(route, method, status, durationMs) {
      addTo(tallyOf(route, method, status), durationMs);
    },
    counterOf(route, method, status) {
      // The tally appears in the metrics with its first request, not before.
      let tally: Tally | null = null;
      return (durationMs) => {
        tally ??= tallyOf(route, method, status);
        addTo(tally, durationMs);
      };
    },
    addCounter(name, help, label) {
      const counter = new Counter({ name, help, labelNames: [label], registers: [registry] });
      return (value) => counter.inc({ [label]: value });
    },
    addGauge(name, help, read) {
      new Gauge({
        name,
        help,
        registers: [registry],
        collect() {
          this.set(read());
        },
      });
    },
    async text() {
      return `${await registry.metrics()}${formatDurations(tallies)}`;
    },
  };
}

function addTo(tally: Tally, durationMs: number): void {
  const seconds = durationMs / 1000;
  tally.count += 1;
  tally.sumSeconds += seconds;
  for (let bucket = 0; bucket < BUCKETS_SECONDS.length; bucket++) {
    if (seconds > (BUCKETS_SECONDS[bucket] ?? 0)) continue;
    tally.buckets[bucket] = (tally.buckets[bucket] ?? 0) + 1;
    break;
  }
}

function labelsOf(key: string) {
  const [method = "", status = "", ...route] = key.split(" ");
  return { route: route.join(" "), method, status };
}

/** prom-client's histogram can't be filled from tallies, so its text form is written here. */
function formatDurations(tallies: ReadonlyMap<string, Tally>): string {
  const name = "http_request_duration_seconds";
  const lines = [
    `# HELP ${name} Time from a request's arrival to the end of its answer.`,
    `# TYPE ${name} histogram`,
  ];
  for (const [key, tally] of tallies) {
    const { route, method, status } = labelsOf(key);
    const labels = `route="${route}",method="${method}",status="${status}"`;
    let below = 0;
    for (const [index, limit] of BUCKETS_SECONDS.entries()) {
      below += tally.buckets[index] ?? 0;
      lines.push(`${name}_bucket{${labels},le="${limit}"} ${below}`);
    }
    lines.push(`${name}_bucket{${labels},le="+Inf"} ${tally.count}`);
    lines.push(`${name}_sum{${labels}} ${tally.sumSeconds}`);
    lines.push(`${name}_count{${labels}} ${tally.count}`);
  }
  return `\n${lines.join("\n")}\n`;
}
