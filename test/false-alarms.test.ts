// How often human texts are called likely AI is said in one place for each medium, and everywhere as it was
// measured: the model card, the pages, the report.
import { globSync, readFileSync } from "node:fs";
import { expect, test } from "vitest";
import { LIMITS } from "../src/report/check.ts";
import { FALSE_ALARMS, FOUND, MEASURED } from "../web/false-alarms.ts";

const root = new URL("../", import.meta.url).pathname;
const card = readFileSync(`${root}models/CARD.md`, "utf8");

function figure(row: string): string {
  const line = card.split("\n").find((each) => each.startsWith(`| ${row} |`));
  return line?.split("|")[2]?.trim() ?? `no row "${row}"`;
}

test("pages and reports give the model card's rates, also that of unknown sources", () => {
  const known = figure("human texts called AI-generated or Likely, all sources");
  const unknown = figure("the same on human texts from sources left out of training");
  const sentence = `${known} of human texts were called likely AI; on texts from other sources, ${unknown}.`;
  expect(FALSE_ALARMS).toContain(sentence);
  expect(LIMITS.join(" ")).toContain(sentence);
});

test("the figures of the pages are rows of the model card", () => {
  const row = "the same of 100 words and more: called AI-generated or Likely / (likely) human";
  for (const share of figure(row).split(" / ")) expect(FOUND).toContain(share);
  for (const [what, measured] of MEASURED) expect(measured, what).toBe(figure(what));
});

test("nothing promises a rate that was only aimed at", () => {
  const files = globSync("{web,docs,src,client}/**/*.{ts,tsx,md}", { cwd: root });
  const promises = /at most one human text in a hundred|(?:one|1) human text in (?:a hundred|100)/i;
  const found = [...files, "README.md", "models/CARD.md"].filter(
    (file) =>
      !file.includes("dist/") &&
      promises.test(readFileSync(root + file, "utf8").replaceAll(/\s+/g, " ")),
  );
  expect(found).toEqual([]);
});
