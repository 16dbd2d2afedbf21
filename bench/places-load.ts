// Requests a second of the running program: names in another script against the same names in Latin
// letters, in turns, medians.
import { type ChildProcess, execFileSync, spawn } from "node:child_process";
import { once } from "node:events";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { median } from "../evaluation/results.ts";
import { createRandom } from "../evaluation/seeded-random.ts";
import type { Dataset } from "../src/locations/data/dataset.ts";

const ROUNDS = Number(process.env.ROUNDS ?? 7);
const SECONDS = Number(process.env.SECONDS ?? 2);
const root = new URL("..", import.meta.url).pathname;

export async function comparePaths(
  dataset: Dataset,
): Promise<Array<{ name: string; latin: number; native: number }>> {
  const chance = createRandom(51);
  const rows = dataset.places.names.filter(({ kind }) => kind !== "state");
  const latinOf = {
    state: new Map<number, string>(),
    district: new Map(dataset.districts.map(({ id, name }) => [id, name])),
    market: new Map(dataset.markets.map(({ id, name }) => [id, name.replace(/ APMC$/, "")])),
  };
  const asked = Array.from({ length: 600 }, () => chance.pick(rows));
  const native = asked.map(({ name }) => name);
  const latin = asked.map(({ kind, id }) => latinOf[kind].get(id) ?? "");

  const folder = mkdtempSync(join(tmpdir(), "lodestone-bench-"));
  const child = spawn(process.execPath, ["bin/lodestone.js", "serve"], {
    cwd: root,
    env: {
      ...process.env,
      DATA_DIR: folder,
      HTTP_PORT: "0",
      HTTPS_PORT: "0",
      SERVICES: "locations",
    },
    stdio: ["ignore", "pipe", "inherit"],
  });
  try {
    const base = await readAddress(child);
    const results = [];
    for (const [name, isKept] of [
      ["repeated searches", true],
      ["computed searches", false],
    ] as const) {
      const rates = { latin: [] as number[], native: [] as number[] };
      for (let round = 0; round < ROUNDS; round += 1) {
        rates.latin.push(measure(base, folder, latin, isKept));
        rates.native.push(measure(base, folder, native, isKept));
      }
      results.push({ name, latin: median(rates.latin), native: median(rates.native) });
    }
    return results;
  } finally {
    child.kill("SIGTERM");
    await once(child, "exit");
    rmSync(folder, { recursive: true, force: true });
  }
}

/** wrk asks for the paths in turn; a number in each makes every one of them new. */
function measure(base: string, folder: string, queries: string[], isKept: boolean): number {
  const file = join(folder, "paths.lua");
  const paths = queries.map((query) =>
    JSON.stringify(`/api/search?q=${encodeURIComponent(query)}`),
  );
  asked += 1_000_000_000;
  writeFileSync(
    file,
    `local paths, at = {${paths.join(",")}}, ${asked}
request = function()
  at = at + 1
  local path = paths[at % #paths + 1]
  return wrk.format("GET", ${isKept ? "path" : 'path .. "&n=" .. at'})
end`,
  );
  const words = ["-t1", "-c16", `-d${SECONDS}s`, "-s", file, base];
  const text = execFileSync("wrk", words, { encoding: "utf8" });
  // On a busy machine the server sheds load; what it refused is no answer.
  const refused = Number(/Non-2xx or 3xx responses: (\d+)/.exec(text)?.[1] ?? 0);
  const sent = Number(/(\d+) requests in/.exec(text)?.[1]);
  return Number(/Requests\/sec:\s+([\d.]+)/.exec(text)?.[1]) * (1 - refused / sent);
}

let asked = 0;

async function readAddress(child: ChildProcess): Promise<string> {
  if (child.stdout === null) throw new Error("no output to read");
  const [chunk] = await once(child.stdout, "data");
  child.stdout.resume();
  return `http://127.0.0.1:${/127\.0\.0\.1:(\d+)/.exec(String(chunk))?.[1]}`;
}
