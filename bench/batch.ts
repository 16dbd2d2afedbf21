// `npm run bench:batch`: 100 texts of 300 words in one batch, compared with the same 100 texts in single calls one
// after the other; over HTTPS, interleaved in one run, medians. Without quota and rate limits.
import { Agent, request } from "node:https";
import { describeMachine, median, writeSection } from "../evaluation/results.ts";
import { RELEASED_MODELS } from "../src/release.ts";
import { makeKey, openAccounts } from "../test/contract/v1.ts";
import { startServer } from "../test/server-process.ts";
import { readGoldenTexts } from "./detector-texts.ts";

const TEXTS = 100;
const WORDS = 300;
const ROUNDS = 5;
const ROUNDS_WARM = 1;
const WORKERS = 2;
const BAR = 0.6;

const server = await startServer({
  SERVICES: "authenticity",
  WORKERS: String(WORKERS),
  RATE_PER_MINUTE: "1000000",
});
const agent = new Agent({ keepAlive: true, ca: server.ca });
try {
  const rules = await openAccounts(server);
  const { key } = await makeKey(rules.accounts, { quota: 1_000_000 });
  await rules.close();
  const texts = buildTexts();
  const times: Record<"batch" | "single", number[]> = { batch: [], single: [] };
  for (let round = 0; round < ROUNDS + ROUNDS_WARM; round++) {
    const single = await timed(async () => {
      for (const content of texts) await post("/v1/detect", key, { content });
    });
    const batch = await timed(async () => {
      const items = texts.map((content) => ({ content }));
      const { checks } = JSON.parse(await post("/v1/detect/batch", key, { items }));
      if (checks.counted !== TEXTS) throw new Error(`${checks.counted} results`);
    });
    if (round < ROUNDS_WARM) continue;
    times.single.push(single);
    times.batch.push(batch);
  }
  // Each pair was measured within seconds, so other load on the machine affects both.
  const ratio = median(times.batch.map((batch, at) => batch / (times.single[at] ?? Number.NaN)));
  const seconds = (values: number[]) => (median(values) / 1000).toFixed(2);
  const perSecond = (values: number[]) => ((1000 * TEXTS) / median(values)).toFixed(1);
  const table = `| what | measured | bar |
|---|---|---|
| ${TEXTS} single calls in sequence | ${seconds(times.single)} s (${perSecond(times.single)} texts a second) | |
| one batch of ${TEXTS} | ${seconds(times.batch)} s (${perSecond(times.batch)} texts a second) | |
| the one against the other | ${ratio.toFixed(2)} | ≤ ${BAR}: ${ratio <= BAR ? "met" : "not met"} |`;
  console.log(table);
  writeSection(
    "batch",
    `## Text service: a batch beside single calls

\`npm run bench:batch\` — ${describeMachine()}; ${WORKERS} workers, ${TEXTS} texts of ${WORDS} words each, ${ROUNDS} rounds in turns over one HTTPS connection, medians${process.argv[2] === undefined ? "" : `; ${process.argv.slice(2).join(" ")}`}.

${table}`,
  );
} finally {
  agent.destroy();
  await server.stop();
}

/** Texts that all differ: words of the project's own texts, each beginning elsewhere. */
function buildTexts(): string[] {
  const words = readGoldenTexts(RELEASED_MODELS)
    .filter((text) => /^[\x20-\x7e\n]*$/.test(text))
    .flatMap((text) => text.split(/\s+/));
  return Array.from({ length: TEXTS }, (_, at) =>
    Array.from({ length: WORDS }, (_, n) => words[(7 * at + n) % words.length]).join(" "),
  );
}

async function timed(work: () => Promise<void>): Promise<number> {
  const start = performance.now();
  await work();
  return performance.now() - start;
}

function post(path: string, key: string, body: object): Promise<string> {
  return new Promise((resolve, reject) => {
    const asked = request(server.https + path, {
      method: "POST",
      agent,
      headers: {
        "x-api-key": key,
        origin: "https://example.com",
        "content-type": "application/json",
      },
    });
    asked.on("error", reject);
    asked.on("response", (reply) => {
      const chunks: Buffer[] = [];
      reply.on("data", (chunk: Buffer) => chunks.push(chunk));
      reply.on("end", () => {
        const text = Buffer.concat(chunks).toString();
        if (reply.statusCode === 200) resolve(text);
        else reject(new Error(`status ${reply.statusCode}: ${text}`));
      });
    });
    asked.end(JSON.stringify(body));
  });
}
