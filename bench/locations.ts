// `npm run bench:locations`: requests a second, processor time and p99 of the directory over HTTP, beside bare
// node:http and nginx sending the same bytes; rounds in turns, medians. The load generator (wrk) has
// one core, the server the other. Bars are on processor time: both servers fill their core, and what else runs
// on the machine changes the rate but hardly the time an answer takes. Then the search index itself
// (locations-search.ts).
import { type ChildProcess, execFileSync, spawn } from "node:child_process";
import { once } from "node:events";
import {
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from "node:fs";
import { createServer } from "node:net";
import { availableParallelism, tmpdir } from "node:os";
import { join } from "node:path";
import { describeMachine, median, writeSection } from "../evaluation/results.ts";
import { readShippedDataset } from "../src/locations/locations.ts";
import type { CannedReply } from "./bare-server.ts";

const ROUNDS = Number(process.env.ROUNDS ?? 7);
const SECONDS = Number(process.env.SECONDS ?? 2);
const root = new URL("..", import.meta.url).pathname;

type Case = {
  name: string;
  path: string;
  isConditional?: true;
  /** Asked in turn instead of `path`, so that no answer can be one that was kept. */
  paths?: string[];
  bar: number | null;
};
const cases: Case[] = [
  { name: "`/states`", path: "/api/states", bar: 0.85 },
  { name: "`/states/{id}/districts`", path: "/api/states/34/districts", bar: 0.85 },
  { name: "`/search?q=pun`", path: "/api/search?q=pun", bar: 0.6 },
  { name: "misspelt search `Maharastra`", path: "/api/search?q=Maharastra", bar: 0.3 },
  { name: "304 on `/states`", path: "/api/states", isConditional: true, bar: null },
  differentSearches("beginnings of names", (name) => [3, 4, 5].map((size) => name.slice(0, size))),
  differentSearches("names with one letter missing", (name) =>
    name.length < 8 ? [] : [name.slice(0, 4) + name.slice(5)],
  ),
];

function differentSearches(name: string, queriesOf: (name: string) => string[]): Case {
  const { states, districts, markets } = readShippedDataset();
  const queries = [...states, ...districts, ...markets].flatMap((record) =>
    queriesOf(record.name.replace(/ APMC$/, "").toLowerCase()),
  );
  const paths = [...new Set(queries)].map((query) => `/api/search?q=${encodeURIComponent(query)}`);
  return {
    name: `${paths.length} different searches: ${name}`,
    path: paths[0] ?? "",
    paths,
    bar: null,
  };
}

for (const tool of ["wrk", "nginx", "taskset"]) {
  try {
    execFileSync("which", [tool]);
  } catch {
    console.error(
      `This benchmark needs ${tool} (Debian: apt-get install wrk nginx-light util-linux).`,
    );
    process.exit(1);
  }
}

const folder = mkdtempSync(join(tmpdir(), "lodestone-bench-"));
const children: ChildProcess[] = [];
/** The process behind each port. */
const pids = new Map<string, number | undefined>();
try {
  const own = await startLodestone();
  const etag = (await fetch(`${own}/api/states`)).headers.get("etag") ?? "";
  const replies = await Promise.all(cases.map((each) => capture(own, each, etag)));
  const more: CannedReply[] = [];
  for (const path of cases.flatMap((each) => each.paths ?? [])) {
    more.push(await capture(own, { path }, etag));
  }
  const isConditional = (index: number) => cases[index]?.isConditional === true;
  const bare = await startBare([...replies.filter((_, index) => !isConditional(index)), ...more]);
  const bare304 = await startBare(replies.filter((_, index) => isConditional(index)));
  const nginx = await startNginx(replies);

  const lines: string[] = [];
  for (const each of cases) {
    const servers = {
      lodestone: own + each.path,
      bare: (each.isConditional ? bare304 : bare) + each.path,
      nginx: `${nginx}/${cases.indexOf(each)}.json`,
    };
    const measured = { lodestone: [], bare: [], nginx: [] } as Record<string, Measure[]>;
    for (let round = 0; round < ROUNDS; round++) {
      for (const [name, url] of Object.entries(servers)) {
        const paths = name === "nginx" ? undefined : each.paths;
        const tag = each.isConditional && name === "lodestone" ? etag : null;
        measured[name]?.push(load(url, tag, paths, pids.get(new URL(url).port)));
      }
    }
    const rate = (name: string) => median((measured[name] ?? []).map((one) => one.perSecond));
    const p99 = (name: string) => median((measured[name] ?? []).map((one) => one.p99Ms));
    const cpu = (name: string) => median((measured[name] ?? []).map((one) => one.cpuUs));
    const ratio = cpu("bare") / cpu("lodestone");
    lines.push(
      `| ${each.name} | ${cpu("lodestone").toFixed(1)} | ${cpu("bare").toFixed(1)} | ${ratio.toFixed(2)} | ${describeBar(each.bar, ratio)} | ${Math.round(rate("lodestone"))} | ${(rate("lodestone") / rate("bare")).toFixed(2)} | ${(rate("lodestone") / rate("nginx")).toFixed(2)} | ${p99("lodestone").toFixed(2)} | ${p99("bare").toFixed(2)} | ${p99("nginx").toFixed(2)} |`,
    );
    console.log(lines.at(-1));
  }
  writeSection(
    "locations-http",
    `## Location directory over HTTP

\`npm run bench:locations\` — ${describeMachine()}; medians of ${ROUNDS} rounds of ${SECONDS} s in turns, 16 connections.

| request | processor time µs | bare node:http µs | of bare | bar | requests/s | against bare | against nginx (static file) | p99 ms | bare p99 ms | nginx p99 ms |
|---|---|---|---|---|---|---|---|---|---|---|
${lines.join("\n")}

Bare node:http sends the same headers and body from memory and does nothing else; nginx serves the
body as a file (its 304 row compares with a full 200, its rows of different searches with one file).
A repeated search comes from the recent answers. So do most of the misspelt names, which all fit there; the
beginnings have longer answers, more than are kept, and are computed.`,
  );
} finally {
  for (const child of children) child.kill("SIGTERM");
  rmSync(folder, { recursive: true, force: true });
}
if (!process.argv.includes("--http-only")) await import("./locations-search.ts");

function describeBar(bar: number | null, ratio: number): string {
  return bar === null ? "–" : `≥ ${bar}: ${ratio >= bar ? "met" : "missed"}`;
}

type Measure = { perSecond: number; p99Ms: number; cpuUs: number };

/** Processor time a process has used, in seconds; nothing for nginx, whose work another process does. */
function cpuSeconds(pid: number | undefined): number {
  if (pid === undefined) return Number.NaN;
  const threads = readdirSync(`/proc/${pid}/task`).map((thread) =>
    // The first figure is the time on a core, in nanoseconds.
    Number.parseInt(readFileSync(`/proc/${pid}/task/${thread}/schedstat`, "utf8"), 10),
  );
  return threads.reduce((sum, ns) => sum + ns, 0) / 1e9;
}

function load(
  url: string,
  etag: string | null,
  paths: string[] | undefined,
  pid: number | undefined,
): Measure {
  const header = etag === null ? [] : ["-H", `If-None-Match: ${etag}`];
  const script = paths === undefined ? [] : ["-s", writeScript(paths)];
  const options = ["-t1", "-c16", `-d${SECONDS}s`, "--latency", ...header, ...script];
  const words = ["-c", "0", "wrk", ...options, url];
  const before = cpuSeconds(pid);
  const text = execFileSync("taskset", words, { encoding: "utf8" });
  const cpu = cpuSeconds(pid) - before;
  const requests = Number(/(\d+) requests in/.exec(text)?.[1]);
  const perSecond = Number(/Requests\/sec:\s+([\d.]+)/.exec(text)?.[1]);
  const [, amount, unit] = /99%\s+([\d.]+)(us|ms|s)/.exec(text) ?? [];
  const p99Ms = Number(amount) * (unit === "us" ? 0.001 : unit === "s" ? 1000 : 1);
  if (/Non-2xx/.test(text) && etag === null)
    throw new Error(`${url} answered with errors:\n${text}`);
  return { perSecond, p99Ms, cpuUs: (cpu / requests) * 1e6 };
}

/** A script for wrk that asks for the paths in turn. */
function writeScript(paths: string[]): string {
  const file = join(folder, "paths.lua");
  const list = paths.map((path) => JSON.stringify(path)).join(",");
  writeFileSync(
    file,
    `local requests, at = {}, 0
init = function() for i, path in ipairs({${list}}) do requests[i] = wrk.format("GET", path) end end
request = function() at = at % #requests + 1; return requests[at] end`,
  );
  return file;
}

async function capture(
  base: string,
  { path, isConditional }: Pick<Case, "path" | "isConditional">,
  etag: string,
): Promise<CannedReply> {
  const reply = await fetch(base + path, {
    headers: { "accept-encoding": "identity", ...(isConditional ? { "if-none-match": etag } : {}) },
  });
  const body = Buffer.from(await reply.arrayBuffer());
  const headers = [...reply.headers].filter(
    ([name]) => !["date", "connection", "keep-alive"].includes(name),
  );
  return { path, status: reply.status, headers, body: body.toString("base64") };
}

function startNode(words: string[], env: Record<string, string> = {}): ChildProcess {
  // The servers run on the last core, the generator on the first.
  const core = String(availableParallelism() - 1);
  const child = spawn("taskset", ["-c", core, process.execPath, ...words], {
    cwd: root,
    env: { ...process.env, ...env },
    stdio: ["pipe", "pipe", "inherit"],
  });
  children.push(child);
  return child;
}

async function startLodestone(): Promise<string> {
  const child = startNode(["bin/lodestone.js", "serve"], {
    DATA_DIR: join(folder, "var"),
    HTTP_PORT: "0",
    HTTPS_PORT: "0",
    SERVICES: "locations",
  });
  const port = await printedBy(child, /127\.0\.0\.1:(\d+)/);
  pids.set(port, child.pid);
  return `http://127.0.0.1:${port}`;
}

async function startBare(replies: CannedReply[]): Promise<string> {
  const child = startNode(["bench/bare-server.ts"]);
  child.stdin?.end(JSON.stringify(replies));
  const port = await printedBy(child, /^(\d+)$/m);
  pids.set(port, child.pid);
  return `http://127.0.0.1:${port}`;
}

async function startNginx(replies: CannedReply[]): Promise<string> {
  mkdirSync(join(folder, "files"));
  for (const [index, reply] of replies.entries()) {
    writeFileSync(join(folder, "files", `${index}.json`), Buffer.from(reply.body, "base64"));
  }
  const probe = createServer().listen(0, "127.0.0.1");
  await once(probe, "listening");
  const { port } = probe.address() as { port: number };
  probe.close();
  await once(probe, "close");
  const config = join(folder, "nginx.conf");
  writeFileSync(
    config,
    `daemon off; worker_processes 1; pid ${folder}/nginx.pid; error_log /dev/null;
${process.getuid?.() === 0 ? "user root;" : ""}
events { worker_connections 256; }
http { access_log off; sendfile on; open_file_cache max=100; keepalive_requests 100000000;
 client_body_temp_path ${folder}/t1; proxy_temp_path ${folder}/t2; fastcgi_temp_path ${folder}/t3; uwsgi_temp_path ${folder}/t4; scgi_temp_path ${folder}/t5;
 server { listen 127.0.0.1:${port}; root ${folder}/files; } }`,
  );
  const core = String(availableParallelism() - 1);
  children.push(spawn("taskset", ["-c", core, "nginx", "-c", config], { stdio: "ignore" }));
  const base = `http://127.0.0.1:${port}`;
  for (let tries = 0; tries < 100; tries++) {
    if (existsSync(join(folder, "nginx.pid"))) {
      const reply = await fetch(`${base}/0.json`).catch(() => null);
      if (reply?.ok) return base;
    }
    await new Promise((resolve) => setTimeout(resolve, 50));
  }
  throw new Error("nginx did not start");
}

/** What the pattern's group matches in the output; a server may say other things before it is ready. */
async function printedBy(child: ChildProcess, pattern: RegExp): Promise<string> {
  if (child.stdout === null) throw new Error("no output to read");
  let text = "";
  for await (const chunk of child.stdout.iterator({ destroyOnReturn: false })) {
    text += chunk;
    const found = pattern.exec(text)?.[1];
    if (found === undefined) continue;
    child.stdout.resume();
    return found;
  }
  throw new Error(`a server ended: ${text}`);
}
