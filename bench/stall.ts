// `npm run bench:stall [-- --rounds 3 --only WORDS] [-- --save FILE] [-- --before FILE --write]`: whether anything a client
// sends keeps the main thread from everybody else. Starts the program, sends each hostile request (stall-cases.ts) with and
// without a valid key, and asks for two pages every 10 ms meanwhile, from a thread of its own. Loopback, bounded, ends by
// itself. `--save` keeps the figures of one revision, `--before` shows them beside those of another.
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { Agent, request as requestHttps } from "node:https";
import { loadavg, tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as delay } from "node:timers/promises";
import { parseArgs } from "node:util";
import { Worker } from "node:worker_threads";
import { describeMachine, median, writeSection } from "../evaluation/results.ts";
import { makeKey, openAccounts } from "../test/contract/v1.ts";
import { type ServerProcess, startServer } from "../test/server-process.ts";
import { CASES, type Case, type Sent } from "./stall-cases.ts";
import type { Probed, ProbeStart } from "./stall-probe.ts";

const { values } = parseArgs({
  options: {
    rounds: { type: "string", default: "3" },
    only: { type: "string" },
    save: { type: "string" },
    before: { type: "string" },
    write: { type: "boolean", default: false },
  },
});
const ROUNDS = Number(values.rounds);
/** Nothing a client sends may keep the others waiting for longer. */
const BAR_MS = 100;
const REQUEST_TIME_LIMIT_MS = 110_000;
/** After the answer: what was begun for it may go on. */
const AFTER_MS = 300;
const IDLE_MS = 3000;
const IDLE = "nothing";
const NO_KEY = ", no key";

/** Milliseconds a probe waited, over all rounds but `turn`: the longest stretch of the main thread, in processor time. */
type Measured = { answer: string; p50: number; p99: number; p100: number; turn: number };
type Saved = { machine: string; cases: Record<string, Measured> };

const machine = describeMachine();
const folder = mkdtempSync(join(tmpdir(), "lodestone-stall-"));
const turnsFile = join(folder, "turns");
const measured: Record<string, Measured> = {};
try {
  const rounds: Map<string, Measured>[] = [];
  for (let round = 0; round < ROUNDS; round++) {
    rounds.push(await measureRound());
    for (const name of rounds[0]?.keys() ?? []) {
      measured[name] = middleOf(rounds.map((each) => each.get(name) as Measured));
    }
    // After each round: what was measured isn't lost when a run is cut off.
    if (values.save !== undefined) {
      const saved: Saved = { machine, cases: measured };
      writeFileSync(values.save, JSON.stringify(saved, null, 1));
    }
  }
} finally {
  rmSync(folder, { recursive: true });
}
report();

/** Every case once, in a fresh process. */
async function measureRound(): Promise<Map<string, Measured>> {
  writeFileSync(turnsFile, "");
  const server = await startServer({
    RATE_PER_MINUTE: "1000000000",
    LOG_LEVEL: "info",
    BENCH_STALL_TURNS: turnsFile,
    NODE_OPTIONS: `--import ${new URL("./stall-turns.ts", import.meta.url).href}`,
  });
  const probe = startProbe(server);
  const found = new Map<string, Measured>();
  try {
    const { accounts, close } = await openAccounts(server);
    const { key } = await makeKey(accounts, { quota: 1_000_000_000 });
    await close();
    // Probes compile what they use first.
    await delay(1500);
    found.set(IDLE, await measure(probe, () => delay(IDLE_MS).then(() => "–")));
    for (const each of CASES) {
      if (values.only !== undefined && !each.name.includes(values.only)) continue;
      const sent = each.send();
      for (const used of each.isKeyed ? [key, null] : [null]) {
        const name = each.isKeyed ? `${each.name}${used === null ? NO_KEY : ""}` : each.name;
        const result = await measure(probe, () => sendAll(server, each, sent, used));
        await settle(server, key);
        found.set(name, result);
        console.error(rowOf(name, result, undefined));
      }
    }
    return found;
  } finally {
    await probe.stop();
    await server.stop();
  }
}

async function sendAll(
  server: ServerProcess,
  { copies = 1 }: Case,
  sent: Sent,
  key: string | null,
): Promise<string> {
  const replies = await Promise.all(Array.from({ length: copies }, () => send(server, sent, key)));
  const statuses = [...new Set(replies.map(({ status }) => status))].toSorted();
  await delay(AFTER_MS);
  return statuses.join(", ");
}

function send(
  server: ServerProcess,
  { method, path, type, headers, body }: Sent,
  key: string | null,
): Promise<{ status: string; text: string }> {
  // Kept open after the answer: the server may answer before it has been sent everything.
  const agent = new Agent({ keepAlive: true, ca: server.ca });
  return new Promise<{ status: string; text: string }>((resolve) => {
    const asked = requestHttps({
      host: "127.0.0.1",
      port: server.httpsPort,
      agent,
      method,
      path,
      headers: {
        ...(key === null ? {} : { "x-api-key": key, origin: "https://example.com" }),
        ...(type === undefined ? {} : { "content-type": type }),
        ...(body === undefined ? {} : { "content-length": body.length }),
        ...headers,
      },
    });
    const timer = setTimeout(() => {
      asked.destroy();
      resolve({ status: "none in time", text: "" });
    }, REQUEST_TIME_LIMIT_MS);
    const end = (status: string, text = "") => {
      clearTimeout(timer);
      resolve({ status, text });
    };
    asked.on("response", (reply) => {
      const chunks: Buffer[] = [];
      reply.on("data", (chunk: Buffer) => chunks.push(chunk));
      reply.on("end", () => end(String(reply.statusCode), Buffer.concat(chunks).toString()));
      reply.on("error", () => end("cut off"));
    });
    asked.on("error", () => end("cut off"));
    asked.end(body);
  }).finally(() => agent.destroy());
}

/** Ends what a case has left: its jobs, and texts that are still with the detector. */
async function settle(server: ServerProcess, key: string): Promise<void> {
  const listed = await send(server, { method: "GET", path: "/v1/jobs?limit=100" }, key);
  const { jobs = [] } = JSON.parse(listed.text || "{}") as { jobs?: { id: string }[] };
  for (const { id } of jobs) {
    await send(server, { method: "DELETE", path: `/v1/jobs/${id}` }, key);
  }
  for (let left = 100; left > 0; left--) {
    const { text } = await send(server, { method: "GET", path: "/metrics" }, null);
    if (!/^lodestone_detector_(?:running|waiting) [1-9]/m.test(text)) return;
    await delay(100);
  }
}

type Probe = { take(): Promise<Probed[]>; stop(): Promise<void> };

function startProbe({ httpPort }: ServerProcess): Probe {
  const worker = new Worker(new URL("./stall-probe.ts", import.meta.url), {
    workerData: { httpPort } satisfies ProbeStart,
  });
  return {
    take: () =>
      new Promise((resolve) => {
        worker.once("message", resolve);
        worker.postMessage("take");
      }),
    stop: async () => void (await worker.terminate()),
  };
}

async function measure(probe: Probe, work: () => Promise<string>): Promise<Measured> {
  await probe.take();
  const sinceMs = performance.timeOrigin + performance.now();
  const answer = await work();
  const probed = (await probe.take()).filter(({ dueMs }) => dueMs >= sinceMs);
  const failed = probed.filter(({ isOk }) => !isOk).length;
  const tookMs = probed.map((each) => each.tookMs).toSorted((a, b) => a - b);
  const at = (share: number) =>
    tookMs[Math.min(tookMs.length - 1, Math.floor(share * tookMs.length))] ?? Number.NaN;
  return {
    answer: failed === 0 ? answer : `${answer}; ${failed} probes failed`,
    p50: at(0.5),
    p99: at(0.99),
    p100: at(1),
    turn: longestTurn(sinceMs),
  };
}

function longestTurn(sinceMs: number): number {
  const lines = readFileSync(turnsFile, "utf8").split("\n");
  const turns = lines.map((line) => line.split(" ").map(Number));
  return Math.max(0, ...turns.map(([at = 0, cpuMs = 0]) => (at >= sinceMs ? cpuMs : 0)));
}

/** Medians of the rounds: something else on the machine can delay a probe as well. */
function middleOf(rounds: readonly Measured[]): Measured {
  const middle = (of: (one: Measured) => number) => median(rounds.map(of));
  return {
    answer: [...new Set(rounds.map(({ answer }) => answer))].join("; "),
    p50: middle(({ p50 }) => p50),
    p99: middle(({ p99 }) => p99),
    p100: middle(({ p100 }) => p100),
    turn: middle(({ turn }) => turn),
  };
}

function rowOf(name: string, now: Measured, before: Measured | undefined): string {
  const ms = (value: number) => value.toFixed(value < 10 ? 1 : 0);
  const probes = (one: Measured) => `${ms(one.p50)} / ${ms(one.p99)} / ${ms(one.p100)}`;
  const turn = (one: Measured) => (one.turn === 0 ? "< 10" : ms(one.turn));
  const old = before === undefined ? ["–", "–"] : [probes(before), turn(before)];
  return `| ${[name, now.answer, ...old, probes(now), turn(now)].join(" | ")} |`;
}

function report(): void {
  const before =
    values.before === undefined
      ? undefined
      : (JSON.parse(readFileSync(values.before, "utf8")) as Saved);
  const now = foldKeyless(measured);
  const old = before && foldKeyless(before.cases);
  const rows = Object.entries(now).map(([name, one]) => rowOf(name, one, old?.[name]));
  const hostile = Object.entries(now).filter(([name]) => name !== IDLE);
  const worst = (of: (one: Measured) => number) => Math.max(...hostile.map(([, one]) => of(one)));
  const bar = (value: number) =>
    `${value < BAR_MS ? "met" : "missed"} (${value.toFixed(0)} ms at most)`;
  const text = `| sent | status | before: p50 / p99 / p100 ms | before: longest turn ms | now: p50 / p99 / p100 ms | now: longest turn ms |
|---|---|---|---|---|---|
${rows.join("\n")}

Bars, whatever is sent: the main thread is back within ${BAR_MS} ms: ${bar(worst(({ turn }) => turn))}; no probe waits ${BAR_MS} ms: ${bar(worst(({ p100 }) => p100))}.`;
  console.log(text);
  if (!values.write) return;
  writeSection(
    "stall",
    `## What one client can do to the others

\`npm run bench:stall -- --before FILE --write\` — ${machine}; one worker, load of the machine at the end ${loadavg()[0]?.toFixed(0)}. \`/healthz\` and \`/api/states\` are asked for every 10 ms each, from the time the hostile request begins to ${AFTER_MS} ms after its answer; medians of ${ROUNDS} round${ROUNDS === 1 ? "" : "s"}, each with a fresh process. The longest turn is the longest stretch in which the server's main thread didn't get back to its event loop, in processor time: what else the machine does makes the probes wait, but not the turns longer. Before: ${before?.machine ?? "not measured"}.

${text}`,
  );
}

/** Requests without a key do next to nothing: one row shows the worst of them all. */
function foldKeyless(cases: Readonly<Record<string, Measured>>): Record<string, Measured> {
  const keyless = Object.entries(cases).filter(([name]) => name.endsWith(NO_KEY));
  const rest = Object.entries(cases).filter(([name]) => !name.endsWith(NO_KEY));
  if (keyless.length === 0) return Object.fromEntries(rest);
  const worst = (of: (one: Measured) => number) => Math.max(...keyless.map(([, one]) => of(one)));
  const folded: Measured = {
    answer: [...new Set(keyless.map(([, { answer }]) => answer))].toSorted().join(", "),
    p50: worst(({ p50 }) => p50),
    p99: worst(({ p99 }) => p99),
    p100: worst(({ p100 }) => p100),
    turn: worst(({ turn }) => turn),
  };
  return { ...Object.fromEntries(rest), "the worst of these without a key": folded };
}
