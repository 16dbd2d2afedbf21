// `npm run fuzz [-- --requests 50000 --seed 7]`: the whole fuzz against a server of its own on loopback.
// Ends by itself, with exit code 1 when anything was found, and writes its numbers to bench/RESULTS.md.
import { parseArgs } from "node:util";
import { describeMachine, writeSection } from "../../evaluation/results.ts";
import { makeKey, openAccounts } from "../contract/v1.ts";
import { startServer } from "../server-process.ts";
import { fuzz } from "./fuzz.ts";

const { values } = parseArgs({
  options: {
    requests: { type: "string", default: "50000" },
    seed: { type: "string", default: "1" },
  },
});
const requests = Number(values.requests);
const seed = Number(values.seed);

const server = await startServer({
  RATE_PER_MINUTE: "1000000000",
  CONCURRENT_PER_KEY: "1000000",
  BAD_KEYS_PER_MINUTE: "1000000000",
});
const { accounts, close } = await openAccounts(server);
const { key } = await makeKey(accounts, { quota: 100_000_000 });
await close();
const startMs = Date.now();
const findings = await fuzz({
  target: server,
  key,
  seed,
  requests,
  isAlive: () => isRunning(server.pid),
  onProgress: (sent) => console.error(`${sent} sent`),
});
const seconds = Math.round((Date.now() - startMs) / 1000);
const code = await server.terminate();
await server.stop();

const statuses = Object.entries(findings.statuses)
  .map(([status, times]) => `${status}: ${times}`)
  .join(", ");
const table = `| what | measured |
|---|---|
| requests sent, of which raw shapes over bare sockets | ${findings.sent}, ${findings.raw} |
| operations of both OpenAPI documents and the dashboard's API | ${findings.operations} |
| answers by status | ${statuses} |
| answers held against their schema | ${findings.checked} |
| connections the server ended before a body was read whole | ${findings.cut} |
| server errors, odd shapes, second answers, wrong schemas | ${findings.problems.length} |
| exit code of the server's stop afterwards | ${code} |`;
console.log(table);
for (const problem of findings.problems) console.log(problem);
// Whatever it had to say when it died stands at the end.
if (findings.problems.length > 0) console.log(server.output().slice(-6000));
if (findings.problems.length === 0 && requests >= 50_000) {
  writeSection(
    "fuzz",
    `## Fuzz

\`npm run fuzz -- --requests ${requests} --seed ${seed}\` — ${describeMachine()}; ${seconds} s.

${table}

Before the last run it had found: an expectation Node answers with an empty 417, a transfer coding other
than \`chunked\` taken for a body without end, HTTP/0.9 answered, and \`content-type: constructor\` as a 500.
Each is mended and held by \`test/fuzz/fuzz.test.ts\` or \`test/security/injection.test.ts\`.`,
  );
}
process.exitCode = findings.problems.length === 0 && code === 0 ? 0 : 1;

function isRunning(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch {
    return false;
  }
}
