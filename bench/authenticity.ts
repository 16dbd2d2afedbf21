// `npm run bench:authenticity`: what key, limits, quota and the durable count add to a request,
// beside the same detection with no guard; and how fast an invalid key is refused beside a bare
// route. Requests in turns, medians.
import { type ChildProcess, execFileSync, spawn } from "node:child_process";
import { once } from "node:events";
import { mkdtempSync, rmSync } from "node:fs";
import { Agent, request } from "node:https";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { makeKey, openAccounts } from "../test/contract/v1.ts";
import { describeMachine, median, writeSection } from "./results.ts";

const ROUNDS = Number(process.env.ROUNDS ?? 300);
const WRK_ROUNDS = 7;
const root = new URL("..", import.meta.url).pathname;
const folder = mkdtempSync(join(tmpdir(), "lodestone-bench-"));
const env = {
  DATA_DIR: folder,
  HTTP_PORT: "0",
  HTTPS_PORT: "0",
  WORKERS: "1",
  RATE_PER_MINUTE: "1000000",
  BAD_KEYS_PER_MINUTE: "1000000000",
};
const TEXT =
  "We walked down to the harbour after lunch and watched the boats come in with the tide behind them.";

const children: ChildProcess[] = [];
try {
  const guarded = start(["bin/lodestone.js", "serve"]);
  const ready = await firstOutput(guarded);
  const port = Number(/https:\/\/127\.0\.0\.1:(\d+)/.exec(ready)?.[1]);
  const barePort = Number((await firstOutput(start(["bench/unguarded-server.ts"]))).trim());
  const rules = await openAccounts({ env });
  const { key } = await makeKey(rules.accounts, { quota: 1_000_000 });
  await rules.close();

  const agent = new Agent({ keepAlive: true, rejectUnauthorized: false });
  const times: Record<"guarded" | "unguarded", number[]> = { guarded: [], unguarded: [] };
  for (let round = 0; round < ROUNDS + 20; round++) {
    for (const [name, at] of [
      ["guarded", port],
      ["unguarded", barePort],
    ] as const) {
      const startMs = performance.now();
      await post(at, agent, key);
      if (round >= 20) times[name].push(performance.now() - startMs);
    }
  }
  const invalid: number[] = [];
  const bare: number[] = [];
  for (let round = 0; round < WRK_ROUNDS; round++) {
    invalid.push(load(`https://127.0.0.1:${port}/v1/detect`));
    bare.push(load(`https://127.0.0.1:${barePort}/bare`));
  }
  const p50 = { guarded: median(times.guarded), unguarded: median(times.unguarded) };
  const added = p50.guarded - p50.unguarded;
  const ratio = median(invalid) / median(bare);
  const table = `| what | measured | bar |
|---|---|---|
| detection of ${TEXT.split(" ").length} words, p50, with the guard / without | ${p50.guarded.toFixed(2)} / ${p50.unguarded.toFixed(2)} ms | |
| added by key, limits, quota and durable count (SQLite, synchronous=FULL) | ${added.toFixed(2)} ms | ≤ 3 ms |
| invalid keys refused a second, against a bare route | ${Math.round(median(invalid))} / ${Math.round(median(bare))} = ${ratio.toFixed(2)} | ≥ 0.5 |`;
  console.log(table);
  writeSection(
    "authenticity",
    `## Text service: the price of the guard

\`npm run bench:authenticity\` — ${describeMachine()}; ${ROUNDS} requests of each kind in turns over one HTTPS connection; wrk with 16 connections, medians of ${WRK_ROUNDS} rounds.

${table}`,
  );
  agent.destroy();
} finally {
  for (const child of children) child.kill("SIGTERM");
  rmSync(folder, { recursive: true, force: true });
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

function load(url: string): number {
  const script = join(folder, "post.lua");
  execFileSync("sh", ["-c", `cat > ${script}`], {
    input: `wrk.method = "POST"
wrk.body = "content=hello"
wrk.headers["x-api-key"] = "ls_live_${"a".repeat(36)}"
wrk.headers["origin"] = "https://example.com"
wrk.headers["content-type"] = "application/x-www-form-urlencoded"`,
  });
  const text = execFileSync("wrk", ["-t1", "-c16", "-d2s", "-s", script, url], {
    encoding: "utf8",
  });
  return Number(/Requests\/sec:\s+([\d.]+)/.exec(text)?.[1]);
}

function start(words: string[]): ChildProcess {
  const child = spawn(process.execPath, words, {
    cwd: root,
    env: { ...process.env, ...env },
    stdio: ["ignore", "pipe", "inherit"],
  });
  children.push(child);
  return child;
}

async function firstOutput(child: ChildProcess): Promise<string> {
  if (child.stdout === null) throw new Error("no output to read");
  const [chunk] = await once(child.stdout, "data");
  child.stdout.resume();
  return String(chunk);
}
