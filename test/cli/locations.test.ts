// `lodestone locations search` and `nearby`, without a server.
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, expect, test } from "vitest";
import { runCommand } from "../server-process.ts";

const folder = mkdtempSync(join(tmpdir(), "lodestone-locations-"));
afterAll(() => rmSync(folder, { recursive: true, force: true }));
const run = (...words: string[]) =>
  runCommand(["locations", ...words], { env: { DATA_DIR: folder } });

test("search takes any script and shows names in a language", async () => {
  const { code, out } = await run("search", "पुणे", "--limit", "3");
  expect(code).toBe(0);
  expect(out).toContain("364  Pune  · Maharashtra");
  expect(out).toContain("markets (3 of ");
  const json = await run("search", "नाशिक", "--lang", "hi", "--json");
  expect(JSON.parse(json.out).districts[0]).toMatchObject({
    name: "Nashik",
    local_name: expect.stringMatching(/^ना/),
  });
});

test("search takes a question, and says what it left out and how a place matched", async () => {
  const { code, out, err } = await run("search", "onion", "lasalgoan", "xyzzyq", "--limit", "1");
  expect(code).toBe(0);
  expect(out).toContain("161  Lasalgaon APMC (similar spelling)");
  expect(err).toContain("left out: xyzzyq, onion");
  const json = await run("search", "azadpur delhi", "--json");
  expect(JSON.parse(json.out)).toMatchObject({
    markets: [{ name: "Azadpur APMC", match: "all", score: expect.any(Number) }],
    dropped: [],
  });
});

test("nearby lists records by distance and says what their points are", async () => {
  const { code, out } = await run("nearby", "18.52", "73.86", "--kind", "market", "--limit", "2");
  expect(code).toBe(0);
  expect(out).toMatch(
    /^ +0\.\d km {2}market +164 {2}Pune APMC {2}· Pune, Maharashtra {2}\[town\]\n/,
  );
  expect(out.trimEnd().split("\n")).toHaveLength(2);
  const json = await run("nearby", "18.52", "73.86", "--radius", "500", "--json");
  expect(JSON.parse(json.out)).toHaveLength(20);
});

test.each([
  [["nearby", "91", "73"], 2, "The latitude must be degrees from -90 to 90"],
  [["nearby", "18", "east"], 2, "The longitude must be degrees from -180 to 180"],
  [["nearby", "18", "73", "--radius", "501"], 2, "--radius must be"],
  [["nearby", "18", "73", "--kind", "city"], 2, "--kind must be"],
  [["search", "pune", "--lang", "xx"], 2, "--lang must be one of as, bn,"],
])("%j is bad usage, said on stderr", async (words, code, message) => {
  const outcome = await run(...words);
  expect(outcome.code).toBe(code);
  expect(outcome.err).toContain(message);
  expect(outcome.out).toBe("");
});

test("nothing found is exit code 1", async () => {
  expect((await run("nearby", "0", "0")).code).toBe(1);
  expect((await run("search", "क्ष्ज्ञ्र्क्ष्ज्ञ्र्क्ष")).code).toBe(1);
});
