// `node bench/pipelining.ts` (also the end of `npm run bench:load`): what clients that pipeline 64 KB of searches
// and never read cost the process in memory, and another client in time. Loopback, bounded, ends by itself.
import { readFileSync } from "node:fs";
import { connect, type Socket } from "node:net";
import { setTimeout as delay } from "node:timers/promises";
import { describeMachine, median, writeSection } from "../evaluation/results.ts";
import { readShippedDataset } from "../src/locations/data/dataset.ts";
import { type ServerProcess, startServer } from "../test/server-process.ts";

const ROUNDS = 5;
const SECONDS = 3;
const MIB = 1024 * 1024;

const names = readShippedDataset().markets.map(({ name }) => encodeURIComponent(name.slice(0, 3)));
const cases = [
  { name: "nobody", connections: 0, isReading: false, pathAt: () => "" },
  {
    name: "one, the same search with `limit=1000`, reads nothing",
    connections: 1,
    isReading: false,
    pathAt: () => "/api/search?q=a&limit=1000",
  },
  {
    name: "one, all different searches, reads everything and asks again",
    connections: 1,
    isReading: true,
    pathAt: differentSearch,
  },
  {
    name: "30, all different searches, read nothing",
    connections: 30,
    isReading: false,
    pathAt: differentSearch,
  },
];

function differentSearch(n: number): string {
  return `/api/search?q=${names[n % names.length]}&limit=1000&n=${n}`;
}

const rows: string[] = [];
const measured = new Map<string, { growthMib: number; p99Ms: number; maxMs: number }>();
for (const each of cases) {
  const rounds: Awaited<ReturnType<typeof measure>>[] = [];
  for (let round = 0; round < ROUNDS; round++) rounds.push(await measure(each));
  const middle = (of: (one: (typeof rounds)[number]) => number) => median(rounds.map(of));
  const result = {
    growthMib: middle(({ growthMib }) => growthMib),
    p99Ms: middle(({ p99Ms }) => p99Ms),
    maxMs: middle(({ maxMs }) => maxMs),
  };
  measured.set(each.name, result);
  rows.push(
    `| ${each.name} | ${result.growthMib.toFixed(1)} | ${result.p99Ms.toFixed(1)} | ${result.maxMs.toFixed(1)} |`,
  );
  console.log(rows.at(-1));
}
const one = measured.get(cases[1]?.name ?? "");
const quiet = measured.get("nobody");
const reading = measured.get(cases[2]?.name ?? "");
if (one === undefined || quiet === undefined || reading === undefined)
  throw new Error("no figures");
const addedMs = Math.max(one.maxMs, reading.maxMs) - quiet.maxMs;
const verdict = (isMet: boolean) => (isMet ? "met" : "missed");
const bars = `One pipelining client costs ${one.growthMib.toFixed(1)} MiB (bar: < 30 MiB, ${verdict(one.growthMib < 30)}) and adds ${Math.max(0, addedMs).toFixed(0)} ms at most to another client's slowest answer (bar: 100 ms, ${verdict(addedMs < 100)}).`;
console.log(bars);
if (process.argv.includes("--write")) {
  writeSection(
    "pipelining",
    `## Clients that pipeline

\`node bench/pipelining.ts --write\` — ${describeMachine()}; medians of ${ROUNDS} rounds, each with a fresh process. Another client asks for \`/api/states\` one time after the other for ${SECONDS} s.

| who pipelines 64 KB | memory grows by MiB | other client, p99 ms | other client, slowest ms |
|---|---|---|---|
${rows.join("\n")}

${bars}`,
  );
}

async function measure({ connections, isReading, pathAt }: (typeof cases)[number]) {
  const server = await startServer({ SERVICES: "locations" });
  try {
    for (let n = 0; n < 300; n++)
      await get(server, `/api/search?q=${"abcdefghij"[n % 10]}&limit=1000`);
    await delay(500);
    const before = memoryOf(server);
    const sockets = Array.from({ length: connections }, () => pipeline(server, isReading, pathAt));
    const waits: number[] = [];
    let most = before;
    const endMs = performance.now() + SECONDS * 1000;
    while (performance.now() < endMs) {
      const startMs = performance.now();
      await get(server, "/api/states");
      waits.push(performance.now() - startMs);
      if (waits.length % 20 === 0) most = Math.max(most, memoryOf(server));
    }
    for (const socket of sockets) socket.destroy();
    waits.sort((a, b) => a - b);
    return {
      growthMib: (most - before) / MIB,
      p99Ms: waits[Math.floor(0.99 * waits.length)] ?? Number.NaN,
      maxMs: waits.at(-1) ?? Number.NaN,
    };
  } finally {
    await server.stop();
  }
}

function pipeline(
  server: ServerProcess,
  isReading: boolean,
  pathAt: (n: number) => string,
): Socket {
  let text = "";
  for (let n = 0; text.length < 65_536; n++) {
    text += `GET ${pathAt(n)} HTTP/1.1\r\nhost: localhost\r\n\r\n`;
  }
  const socket = connect(server.httpPort, "127.0.0.1");
  socket.on("error", () => {});
  const send = () => socket.write(text, () => isReading && !socket.destroyed && send());
  send();
  if (isReading) socket.resume();
  else socket.pause();
  return socket;
}

async function get({ http }: ServerProcess, path: string): Promise<void> {
  await (await fetch(http + path)).arrayBuffer();
}

function memoryOf({ pid }: ServerProcess): number {
  return Number(readFileSync(`/proc/${pid}/statm`, "utf8").split(" ")[1]) * 4096;
}
