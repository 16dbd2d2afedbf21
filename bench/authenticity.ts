// `npm run bench:authenticity`: what key, limits, quota and the durable count add to a request, compared with the same
// detection without a guard; and how fast an invalid key is refused compared with a bare route. Interleaved in one run,
// over HTTPS; medians.
import { type ChildProcess, execFileSync, spawn } from "node:child_process";
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { Agent, request } from "node:https";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { createInterface } from "node:readline";
import { describeMachine, median, writeSection } from "../evaluation/results.ts";
import { makeKey, openAccounts } from "../test/contract/v1.ts";
import { startServer } from "../test/server-process.ts";

const ROUNDS = 400;
const ROUNDS_WARM = 50;
const LOAD_ROUNDS = 15;
const LOAD_ROUNDS_WARM = 3;
const root = new URL("..", import.meta.url).pathname;
const folder = mkdtempSync(join(tmpdir(), "lodestone-bench-"));
const TEXT =
  "We walked down to the harbour after lunch and watched the boats come in with the tide behind them.";

const guarded = await startServer({
  RATE_PER_MINUTE: "1000000",
  BAD_KEYS_PER_MINUTE: "1000000000",
});
const unguarded = spawn(process.execPath, ["bench/unguarded-server.ts"], {
  cwd: root,
  stdio: ["ignore", "pipe", "inherit"],
});
try {
  const barePort = Number(await firstLine(unguarded));
  const rules = await openAccounts(guarded);
  const { key } = await makeKey(rules.accounts, { quota: 1_000_000 });
  await rules.close();

  const added = await measureAdded({ guarded: guarded.httpsPort, unguarded: barePort }, key);
  const refused = measureRefusals(
    { pid: guarded.pid, url: `${guarded.https}/v1/detect` },
    { pid: unguarded.pid ?? 0, url: `https://127.0.0.1:${barePort}/bare` },
  );
  const table = `| what | measured | bar |
|---|---|---|
| detection of ${TEXT.split(" ").length} words, p50, with the guard / without | ${added.guarded.toFixed(2)} / ${added.unguarded.toFixed(2)} ms | |
| added by key, limits, quota and durable count (SQLite, synchronous=FULL) | ${(added.guarded - added.unguarded).toFixed(2)} ms | ≤ 3 ms |
| invalid keys refused a second / answers of a bare route | ${refused.perSecond} | |
| the one against the other | ${refused.ratio.toFixed(2)} | ≥ 0.5 |
| processor time of a refusal / of a bare answer | ${refused.cpu} | |`;
  console.log(table);
  writeSection(
    "authenticity",
    `## Text service: the price of the guard

\`npm run bench:authenticity\` — ${describeMachine()}; ${ROUNDS} requests of each kind in turns over one HTTPS connection each; wrk with 16 connections, ${LOAD_ROUNDS} rounds of 1 s in turns, medians.

${table}

The bare route is the same server (request ids, metrics, HTTPS) sending a fixed 401; the unguarded
detection reads the same body and asks the same detector.`,
  );
} finally {
  unguarded.kill("SIGTERM");
  await guarded.stop();
  rmSync(folder, { recursive: true, force: true });
}

/** Medians in milliseconds. */
async function measureAdded(ports: Record<"guarded" | "unguarded", number>, key: string) {
  const agent = new Agent({ keepAlive: true, rejectUnauthorized: false });
  const times: Record<keyof typeof ports, number[]> = { guarded: [], unguarded: [] };
  for (let round = 0; round < ROUNDS + ROUNDS_WARM; round++) {
    for (const name of ["guarded", "unguarded"] as const) {
      const startMs = performance.now();
      await post(ports[name], agent, key);
      if (round >= ROUNDS_WARM) times[name].push(performance.now() - startMs);
    }
  }
  agent.destroy();
  return { guarded: median(times.guarded), unguarded: median(times.unguarded) };
}

type Target = { pid: number; url: string };

function measureRefusals(invalid: Target, bare: Target) {
  const runs: { invalid: Load; bare: Load }[] = [];
  for (let round = 0; round < LOAD_ROUNDS + LOAD_ROUNDS_WARM; round++) {
    const run = { invalid: load(invalid), bare: load(bare) };
    if (round >= LOAD_ROUNDS_WARM) runs.push(run);
  }
  const of = (read: (run: (typeof runs)[number]) => number) => median(runs.map(read));
  return {
    perSecond: `${Math.round(of((run) => run.invalid.perSecond))} / ${Math.round(of((run) => run.bare.perSecond))}`,
    // Each pair was measured within two seconds, so other load on the machine affects both.
    ratio: of((run) => run.invalid.perSecond / run.bare.perSecond),
    cpu: `${of((run) => run.invalid.cpuUs).toFixed(0)} / ${of((run) => run.bare.cpuUs).toFixed(0)} µs`,
  };
}

type Load = { perSecond: number; cpuUs: number };

function load({ pid, url }: Target): Load {
  const script = join(folder, "post.lua");
  writeFileSync(
    script,
    `wrk.method = "POST"
wrk.body = "content=hello"
wrk.headers["x-api-key"] = "ls_live_${"a".repeat(36)}"
wrk.headers["origin"] = "https://example.com"
wrk.headers["content-type"] = "application/x-www-form-urlencoded"`,
  );
  const before = cpuTicks(pid);
  const words = ["-t1", "-c16", "-d1s", "-s", script, url];
  const text = execFileSync("wrk", words, { encoding: "utf8" });
  const requests = Number(/(\d+) requests in/.exec(text)?.[1]);
  return {
    perSecond: Number(/Requests\/sec:\s+([\d.]+)/.exec(text)?.[1]),
    // Linux counts in hundredths of a second.
    cpuUs: ((cpuTicks(pid) - before) * 10_000) / requests,
  };
}

function cpuTicks(pid: number): number {
  const fields = readFileSync(`/proc/${pid}/stat`, "utf8").split(") ")[1]?.split(" ") ?? [];
  return Number(fields[11]) + Number(fields[12]);
}

function post(port: number, agent: Agent, key: string): Promise<void> {
  const body = `content=${encodeURIComponent(TEXT)}`;
  return new Promise((resolve, reject) => {
    request({
      port,
      agent,
      path: "/v1/detect",
      method: "POST",
      headers: {
        "x-api-key": key,
        origin: "https://example.com",
        "content-type": "application/x-www-form-urlencoded",
        "content-length": Buffer.byteLength(body),
      },
    })
      .on("response", (reply) => {
        if (reply.statusCode !== 200) reject(new Error(`status ${reply.statusCode}`));
        reply.resume().on("end", resolve);
      })
      .on("error", reject)
      .end(body);
  });
}

async function firstLine({ stdout }: ChildProcess): Promise<string> {
  if (stdout === null) throw new Error("no output to read");
  for await (const line of createInterface({ input: stdout })) return line;
  throw new Error("The server ended before it was ready.");
}
