// `npm run bench:load [-- --rounds 3 --seconds 12] [-- --soak 10]`: what both services do at half, at and at
// twice their capacity. The service runs on one core and the generator on the other; capacity is found
// first: the highest rate answered without an error at p99 under a second. Every load is offered once in
// each round, and each figure is the median of the rounds. Loopback, bounded, ends by itself.
import { execFileSync } from "node:child_process";
import { createHash } from "node:crypto";
import { readdirSync, readFileSync } from "node:fs";
import { setTimeout as delay } from "node:timers/promises";
import { parseArgs } from "node:util";
import { describeMachine, median, writeSection } from "../evaluation/results.ts";
import { readShippedDataset } from "../src/locations/data/dataset.ts";
import { makeKey, openAccounts } from "../test/contract/v1.ts";
import { type ServerProcess, startServer } from "../test/server-process.ts";
import { BARS } from "./load-bars.ts";
import { type Measured, offer, type Quantiles } from "./open-load.ts";

const { values } = parseArgs({
  options: {
    seconds: { type: "string", default: "12" },
    rounds: { type: "string", default: "3" },
    soak: { type: "string" },
    service: { type: "string" },
    write: { type: "boolean", default: false },
  },
});
const SECONDS = Number(values.seconds);
const ROUNDS = Number(values.rounds);
/** Clients of the directory that take turns; more come when all are waiting. */
const CLIENTS = 400;
/** An overload must go on for some seconds before it is told from a burst. */
const WARM_SECONDS = 8;
const TEXT =
  "We walked down to the harbour after lunch and watched the boats come in with the tide behind them. " +
  "My aunt had packed boiled eggs, which rolled around in the bag and cracked one by one. Nobody minded much.";

type Service = {
  name: string;
  about: string;
  requestAt(n: number): Buffer;
  /** Requests a second to begin with. */
  guess: number;
  /** Clients connected from the beginning. */
  connections: number;
};

// Once the generator is pinned it sees one core.
const machine = describeMachine();

const server = await startServer({
  RATE_PER_MINUTE: "1000000000",
  CONCURRENT_PER_KEY: "1000000",
  TRUST_PROXY: "127.0.0.1",
  LOG_LEVEL: "info",
  WORKERS: "1",
});
// All threads of the service on one core, this process on the other.
pin(server.pid, 0);
pin(process.pid, 1);
try {
  const services = (await buildServices(server)).filter(
    ({ name }) => values.service === undefined || name === values.service,
  );
  if (values.soak !== undefined) await soak(services, Number(values.soak));
  else await compare(services);
} finally {
  await server.stop();
}
if (values.service === undefined && values.soak === undefined) await import("./pipelining.ts");

async function buildServices(at: ServerProcess): Promise<Service[]> {
  const { accounts, close } = await openAccounts(at);
  const { key } = await makeKey(accounts, { quota: 1_000_000_000 });
  await close();
  const body = `content=${encodeURIComponent(TEXT)}`;
  const detect = Buffer.from(
    `POST /v1/detect HTTP/1.1\r\nhost: localhost\r\nx-forwarded-proto: https\r\nx-api-key: ${key}\r\n` +
      "origin: https://example.com\r\ncontent-type: application/x-www-form-urlencoded\r\n" +
      `content-length: ${Buffer.byteLength(body)}\r\n\r\n${body}`,
  );
  const searches = misspeltNames().map((name) =>
    Buffer.from(
      `GET /api/search?q=${encodeURIComponent(name)} HTTP/1.1\r\nhost: localhost\r\n\r\n`,
    ),
  );
  return [
    {
      name: "directory",
      about: `${searches.length} different misspelt searches in turn, from ${CLIENTS} clients or more`,
      requestAt: (n) => searches[n % searches.length] as Buffer,
      guess: 4000,
      connections: CLIENTS,
    },
    {
      name: "text",
      about: `detection of ${TEXT.split(" ").length} words`,
      requestAt: () => detect,
      guess: 20,
      connections: 1,
    },
  ];
}

/** Every name without one of its letters, mixed: ten times more than the directory remembers, so that every
 * answer is searched for. */
function misspeltNames(): string[] {
  const { states, districts, markets } = readShippedDataset();
  const names = [...states, ...districts, ...markets]
    .map(({ name }) => name.replace(/ APMC$/, ""))
    .filter((name) => name.length > 5);
  const misspelt = names.flatMap((name) =>
    Array.from({ length: name.length - 2 }, (_, at) => name.slice(0, at + 1) + name.slice(at + 2)),
  );
  // Mixed, the same way every time: names that are neighbours would find each other's way warm.
  const order = (text: string) => createHash("sha256").update(text).digest("hex");
  return [...new Set(misspelt)].sort((a, b) => (order(a) < order(b) ? -1 : 1));
}

async function compare(services: readonly Service[]): Promise<void> {
  for (const service of services) {
    const rows: string[] = [];
    const bars: string[] = [];
    const capacity = await findCapacity(service);
    const rounds = new Map<number, Measured[]>([0.1, 0.5, 1, 2].map((times) => [times, []]));
    for (let round = 0; round < ROUNDS; round++) {
      for (const [times, measured] of rounds) {
        measured.push(await run(service, capacity * times, SECONDS + WARM_SECONDS, WARM_SECONDS));
        console.error(rowOf(String(times), measured.at(-1) as Measured));
      }
    }
    const load = new Map([...rounds].map(([times, measured]) => [times, middleOf(measured)]));
    for (const [times, measured] of load) rows.push(rowOf(String(times), measured));
    const loads = {
      capacity,
      quiet: load.get(0.1) as Measured,
      twice: load.get(2) as Measured,
      peak: Math.max(...[...load.values()].map(({ accepted }) => accepted)),
    };
    for (const { what, measure } of BARS[service.name] ?? []) {
      const { value, isMet } = measure(loads);
      bars.push(`| ${what} | ${value} | ${isMet ? "met" : "missed"} |`);
    }
    const text = `| of capacity | offered/s | answered/s | p50 ms | p99 ms | refused/s | refusal p99 ms | errors | generator late p99 ms |
|---|---|---|---|---|---|---|---|---|
${rows.join("\n")}

| bar | measured | |
|---|---|---|
${bars.join("\n")}`;
    console.log(text);
    if (!values.write) continue;
    writeSection(
      `load-${service.name}`,
      `## Load and overload: ${service.name}

\`npm run bench:load -- --service ${service.name} --write\` — ${machine}; the service (one worker) on one core, an open-model generator on the other; ${service.about}. Median of ${ROUNDS} rounds of ${SECONDS} s at each load. Capacity: the highest rate answered without an error at p99 under a second. The first ${WARM_SECONDS} s of a load are not measured: an overload is told from a burst by its length.

${text}`,
    );
  }
}

/** The median of each figure; errors are summed, so that none is hidden. */
function middleOf(rounds: readonly Measured[]): Measured {
  // A round in which nothing was refused has no time of refusals.
  const middle = (of: (each: Measured) => number): number =>
    median(rounds.map(of).filter((value) => !Number.isNaN(value)));
  const quantiles = (of: (each: Measured) => Quantiles): Quantiles => ({
    p50: middle((each) => of(each).p50),
    p99: middle((each) => of(each).p99),
  });
  const sum = (of: (each: Measured) => number): number =>
    rounds.reduce((all, each) => all + of(each), 0);
  return {
    offered: middle(({ offered }) => offered),
    accepted: middle(({ accepted }) => accepted),
    shed: middle(({ shed }) => shed),
    errors: sum(({ errors }) => errors),
    unanswered: sum(({ unanswered }) => unanswered),
    acceptedMs: quantiles(({ acceptedMs }) => acceptedMs),
    shedMs: quantiles(({ shedMs }) => shedMs),
    lateMs: {
      ...quantiles(({ lateMs }) => lateMs),
      max: Math.max(...rounds.map(({ lateMs }) => lateMs.max)),
    },
  };
}

/** Doubles until it breaks, then halves the gap. */
async function findCapacity(service: Service): Promise<number> {
  // The first requests of a fresh process wait for files to be read and code to be compiled; and what a
  // refusal costs is known only once there were some.
  await run(service, 2 * service.guess, 8, 0);
  await delay(2000);
  let good = 0;
  let rate = service.guess;
  let bad = Number.POSITIVE_INFINITY;
  while (bad === Number.POSITIVE_INFINITY || bad / good > 1.06) {
    // A run disturbed by something else on the machine doesn't show that the rate is too high.
    let isGood = await isAnswered(service, rate);
    if (!isGood) {
      await delay(4000);
      isGood = await isAnswered(service, rate);
    }
    if (isGood) good = rate;
    else {
      bad = rate;
      // The backlog of an overload must not affect the next run.
      await delay(4000);
    }
    rate =
      bad === Number.POSITIVE_INFINITY ? 2 * rate : good === 0 ? rate / 2 : Math.sqrt(good * bad);
    if (rate < 1) throw new Error("The service answers nothing.");
  }
  return good;
}

async function isAnswered(service: Service, rate: number): Promise<boolean> {
  const measured = await run(service, rate, 6, 1);
  const isGood =
    measured.shed === 0 &&
    measured.errors === 0 &&
    measured.unanswered === 0 &&
    measured.acceptedMs.p99 < 1000 &&
    measured.accepted > 0.97 * rate;
  console.error(
    `${service.name} ${rate.toFixed(0)}/s: ${isGood ? "good" : "too much"} (p99 ${measured.acceptedMs.p99.toFixed(0)} ms, refused ${measured.shed.toFixed(0)}/s, generator late p99 ${measured.lateMs.p99.toFixed(1)} ms)`,
  );
  return isGood;
}

function run(service: Service, perSecond: number, seconds: number, warmSeconds: number) {
  const { requestAt, connections } = service;
  return offer({ port: server.httpPort, requestAt, perSecond, seconds, warmSeconds, connections });
}

function rowOf(times: string, m: Measured): string {
  const ms = (value: number) =>
    Number.isNaN(value) ? "–" : value.toFixed(value < 10 ? 2 : value < 100 ? 1 : 0);
  return `| ${times} | ${m.offered.toFixed(0)} | ${m.accepted.toFixed(0)} | ${ms(m.acceptedMs.p50)} | ${ms(m.acceptedMs.p99)} | ${m.shed.toFixed(0)} | ${ms(m.shedMs.p99)} | ${m.errors + m.unanswered} | ${ms(m.lateMs.p99)} |`;
}

/** A quarter of each capacity for minutes: memory and handles must level out. */
async function soak(services: readonly Service[], minutes: number): Promise<void> {
  const rates = new Map<Service, number>();
  for (const service of services) rates.set(service, (await findCapacity(service)) / 4);
  const marks: { minute: number; memoryMb: number; handles: number }[] = [];
  const mark = (minute: number) => {
    const pages = Number(readFileSync(`/proc/${server.pid}/statm`, "utf8").split(" ")[1]);
    const handles = readdirSync(`/proc/${server.pid}/fd`).length;
    marks.push({ minute, memoryMb: (pages * 4096) / 1e6, handles });
    console.error(`minute ${minute}: ${marks.at(-1)?.memoryMb.toFixed(0)} MB, ${handles} handles`);
  };
  mark(0);
  let errors = 0;
  for (let minute = 1; minute <= minutes; minute++) {
    const done = await Promise.all([...rates].map(([service, rate]) => run(service, rate, 60, 0)));
    errors += done.reduce((sum, each) => sum + each.errors + each.unanswered, 0);
    mark(minute);
  }
  const half = marks[Math.floor(marks.length / 2)] as (typeof marks)[number];
  const last = marks.at(-1) as (typeof marks)[number];
  // Memory rises and falls with garbage collection: the halves of the run are compared, not two moments.
  const memoryOf = (from: number, to: number) =>
    marks.slice(from, to + 1).map(({ memoryMb }) => memoryMb);
  const [early, late] = [memoryOf(1, half.minute), memoryOf(half.minute + 1, last.minute)];
  const growth = median(late) / median(early);
  const range = (all: readonly number[]) =>
    `${median(all).toFixed(0)} MB (${Math.min(...all).toFixed(0)} to ${Math.max(...all).toFixed(0)})`;
  const table = `| what | measured | bar |
|---|---|---|
| memory, median and range of minutes 1 to ${half.minute} | ${range(early)} | |
| … of minutes ${half.minute + 1} to ${last.minute} | ${range(late)} | grows less than a tenth: ${growth < 1.1 ? "met" : "missed"} (${growth.toFixed(2)}) |
| handles at minute 1, ${half.minute}, ${last.minute} | ${marks[1]?.handles}, ${half.handles}, ${last.handles} | level: ${last.handles <= half.handles + 5 ? "met" : "missed"} |
| errors | ${errors} | 0: ${errors === 0 ? "met" : "missed"} |`;
  console.log(table);
  if (!values.write) return;
  const loads = [...rates].map(([{ name }, rate]) => `${name} ${rate.toFixed(0)}/s`).join(", ");
  writeSection(
    "soak",
    `## Soak

\`npm run bench:load -- --write --soak ${minutes}\` — ${machine}; both services at once on one core, a quarter of each one's capacity: ${loads}.

${table}`,
  );
}

function pin(pid: number, core: number): void {
  execFileSync("taskset", ["-acp", String(core), String(pid)], { stdio: "pipe" });
}
