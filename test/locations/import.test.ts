// `lodestone locations import` as an operator meets it, and a running server that takes the new set
// up while requests keep coming.
import { execFile } from "node:child_process";
import { appendFileSync, cpSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { type Program, startProgram } from "../program.ts";

const root = new URL("../..", import.meta.url).pathname;
let program: Program;
let folder: string;

beforeAll(async () => {
  program = await startProgram({ SERVICES: "locations" });
});
afterAll(() => program.stop());
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), "lodestone-import-"));
  for (const table of ["states", "districts", "markets", "aliases"]) {
    cpSync(join(root, "data", `${table}.csv`), join(folder, `${table}.csv`));
  }
  return () => rmSync(folder, { recursive: true, force: true });
});

function lodestone(...words: string[]): Promise<{ code: number; out: string; err: string }> {
  return new Promise((resolve) => {
    execFile(
      process.execPath,
      [join(root, "bin/lodestone.js"), ...words],
      { env: { ...process.env, ...program.env } },
      (error, out, err) => resolve({ code: error === null ? 0 : Number(error.code), out, err }),
    );
  });
}

const edit = (table: string, change: (text: string) => string) => {
  const file = join(folder, `${table}.csv`);
  writeFileSync(file, change(readFileSync(file, "utf8")));
};
const getJson = async (path: string) => (await fetch(program.http + path)).json();
const version = async () => (await getJson("/api/dataset")).data.version;

async function until(isSo: () => Promise<boolean>): Promise<void> {
  const endMs = Date.now() + 20_000;
  while (!(await isSo())) if (Date.now() > endMs) throw new Error("it never came true");
}

describe("a broken source changes nothing and is told with file and line", () => {
  test.each<[string, () => void, RegExp]>([
    [
      "a wrong column",
      () => edit("markets", (text) => text.replace("district_id", "district")),
      /markets\.csv:1: .*district_id/,
    ],
    [
      "a duplicate id",
      () => appendFileSync(join(folder, "markets.csv"), "164,364,Twice APMC\n"),
      /markets\.csv:4322: id 164 was already used on line \d+/,
    ],
    [
      "a missing parent",
      () => appendFileSync(join(folder, "markets.csv"), "99001,99999,Lost APMC\n"),
      /markets\.csv:4322: district 99999 does not exist/,
    ],
    [
      "an id that is a word",
      () => appendFileSync(join(folder, "states.csv"), "abc,Nowhere,\n"),
      /states\.csv:38: id must be a whole number/,
    ],
    [
      "an empty name",
      () => appendFileSync(join(folder, "states.csv"), "99,,\n"),
      /states\.csv:38: name is empty/,
    ],
    ["an empty file", () => edit("districts", () => ""), /districts\.csv/],
    [
      "bytes that are not UTF-8",
      () =>
        appendFileSync(
          join(folder, "markets.csv"),
          Buffer.from([0x39, 0x39, 0x2c, 0x31, 0x2c, 0xff, 0x0a]),
        ),
      /markets\.csv:4322: .*UTF-8/,
    ],
    ["a file that is missing", () => rmSync(join(folder, "states.csv")), /states\.csv/],
  ])("%s", async (_name, breakIt, sentence) => {
    const before = await version();
    breakIt();
    const { code, err } = await lodestone("locations", "import", folder);
    expect(code).toBe(1);
    expect(err).toMatch(sentence);
    expect(err).toContain("Nothing was changed");
    expect(await version()).toBe(before);
  });

  test("every problem is told, not just the first", async () => {
    appendFileSync(join(folder, "markets.csv"), "164,364,Twice APMC\nx,364,Word APMC\n");
    appendFileSync(join(folder, "states.csv"), "99,,\n");
    const { err } = await lodestone("locations", "import", folder);
    expect(err.match(/\.csv:\d+:/g)).toHaveLength(3);
  });

  test("losing more than a tenth needs --force", async () => {
    edit("markets", (text) => `${text.split("\n").slice(0, 3000).join("\n")}\n`);
    const { code, err } = await lodestone("locations", "import", folder);
    expect(code).toBe(1);
    expect(err).toContain("more than 10 % needs --force");
  });

  test("a path that is not there is a failure, a call without one is bad usage", async () => {
    expect((await lodestone("locations", "import", join(folder, "nope"))).code).toBe(1);
    expect((await lodestone("locations", "import")).code).toBe(2);
    expect((await lodestone("locations", "import", folder, "--date", "soon")).code).toBe(2);
  });
});

test("a date beside a dataset.json, which names one, is bad usage", async () => {
  const words = ["locations", "import", `${root}/data`, "--date", "2026-01-01", "--dry-run"];
  const { code, out, err } = await lodestone(...words);
  expect([code, out, err]).toEqual([2, "", expect.stringContaining("dataset.json names the day")]);
});

test("a dry run shows what would change and changes nothing", async () => {
  const before = await version();
  appendFileSync(join(folder, "markets.csv"), "99001,364,Brand New APMC\n");
  const { code, out, err } = await lodestone("locations", "import", folder, "--dry-run");
  expect(code).toBe(0);
  expect(out).toContain("1 market added\n  99001 Brand New APMC");
  expect(err).toContain("Nothing was changed");
  expect(await version()).toBe(before);
});

test("a running server takes up new sets under load without a failed request", async () => {
  const failures: string[] = [];
  let answered = 0;
  let isOver = false;
  const paths = [
    "/api/states",
    "/api/states/20/districts",
    "/api/search?q=pun",
    "/api/stats",
    "/api/districts/364/markets",
  ];
  const load = Array.from({ length: 8 }, async (_, worker) => {
    for (let round = worker; !isOver; round++) {
      const reply = await fetch(program.http + paths[round % paths.length]);
      const body = await reply.json();
      answered += 1;
      if (reply.status !== 200 || body.status !== "success") failures.push(JSON.stringify(body));
    }
  });

  const seen = new Set([await version()]);
  edit("markets", (text) =>
    text
      .replace("164,364,Pune APMC", "164,364,Poona Market Yard APMC")
      .replace(/^2148,.*\n/m, "")
      .concat("99001,364,Brand New APMC\n"),
  );
  const first = await lodestone("locations", "import", folder);
  expect(first.err).toContain("is active");
  expect(first.code).toBe(0);
  await until(async () => !seen.has(await version()));
  seen.add(await version());
  expect((await getJson("/api/stats")).data.markets).toBe(4320);
  // The old name finds the renamed record; the retired one answers by its id alone.
  const search = await getJson("/api/search?q=Pune%20APMC");
  expect(search.data.markets[0]).toMatchObject({
    id: 164,
    name: "Poona Market Yard APMC",
    matched: "Pune APMC",
  });
  expect((await getJson("/api/markets/2148")).data).toMatchObject({ id: 2148, retired: true });
  const listed = (await getJson("/api/districts/364/markets")).data.map(
    (each: { id: number }) => each.id,
  );
  expect(listed).toContain(99001);
  expect(listed).not.toContain(2148);
  expect(
    (await getJson("/api/search?q=Pimpri&kind=market")).data.markets.map(
      (each: { id: number }) => each.id,
    ),
  ).not.toContain(2148);

  // And back again: the source names the old state of things.
  for (const table of ["markets", "aliases"])
    cpSync(join(root, "data", `${table}.csv`), join(folder, `${table}.csv`));
  expect((await lodestone("locations", "import", folder)).code).toBe(0);
  await until(async () => !seen.has(await version()));
  expect((await getJson("/api/markets/2148")).data).not.toHaveProperty("retired");
  expect((await getJson("/api/markets/99001")).data.retired).toBe(true);

  isOver = true;
  await Promise.all(load);
  expect(failures).toEqual([]);
  expect(answered).toBeGreaterThan(100);
});

test("upstream's saved catalogue is taken as well, without its pseudo-rows", async () => {
  const rows = (table: string) =>
    readFileSync(join(root, "data", `${table}.csv`), "utf8")
      .trim()
      .split("\n")
      .slice(1)
      .map((line) => line.split(","));
  const catalogue = {
    data: {
      state_data: [
        { state_id: 100000, state_name: "All States" },
        ...rows("states").map(([id, name]) => ({ state_id: Number(id), state_name: name })),
      ],
      district_data: [
        { id: 100001, state_id: null, district_name: "All Districts" },
        ...rows("districts").map(([id, state, name]) => ({
          id: Number(id),
          state_id: Number(state),
          district_name: name,
        })),
      ],
      market_data: [
        { id: 100002, mkt_name: "All Markets", state_id: null, district_id: null },
        ...rows("markets").map(([id, district, ...name]) => ({
          id: Number(id),
          mkt_name: name.join(",").replaceAll('"', "").replace(" APMC", "  APMC"),
          state_id: 1,
          district_id: Number(district),
        })),
      ],
    },
  };
  const file = join(folder, "catalogue.json");
  writeFileSync(file, JSON.stringify(catalogue));
  const { code, err, out } = await lodestone("locations", "import", file, "--dry-run");
  expect(err).toContain("pseudo-row");
  expect(code).toBe(0);
  expect(out).not.toContain("All ");
  expect(out).not.toMatch(/states? retired|districts? retired/);
});

test("check tells counts and no faults", async () => {
  const { code, out } = await lodestone("locations", "check");
  expect(code).toBe(0);
  expect(out).toContain("36 states, 718 districts");
  expect(out).toContain("No faults.");
});
