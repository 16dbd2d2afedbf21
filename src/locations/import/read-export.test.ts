// What `/export` gives, an import takes.
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, describe, expect, test } from "vitest";
import { readShippedDataset, sealDataset } from "../data/dataset.ts";
import { buildDirectory } from "../directory.ts";
import { EXPORT_FORMATS, type ExportFormat, exportDirectory } from "../routes/export.ts";
import { describeChanges, describeProblem } from "./describe-import.ts";
import { planImport } from "./import.ts";
import { readImportSource } from "./import-source.ts";

const folder = mkdtempSync(join(tmpdir(), "lodestone-"));
afterAll(() => rmSync(folder, { recursive: true }));

const shipped = readShippedDataset();
const [first, ...rest] = shipped.aliases;
if (first === undefined) throw new Error("no alias");
// Names that the forms of export have to quote or escape.
const odd = { ...first, alias: 'Back\\slash | bar, "quote"' };
const dataset = sealDataset(
  shipped,
  { ...shipped, aliases: [odd, ...rest] },
  shipped.retired,
  shipped.places,
);
const directory = buildDirectory(dataset, "0.0.0");

function plan(name: string, text: string) {
  const path = join(folder, name);
  writeFileSync(path, text);
  const read = readImportSource(path);
  if (!read.ok) throw new Error(read.problems.map(describeProblem).join("\n"));
  return planImport({ current: dataset, source: read.source, date: dataset.date });
}

const exportAs = (format: ExportFormat) =>
  [...exportDirectory(directory, format, "2026-01-01T00:00:00")].join("");

describe.each(Object.keys(EXPORT_FORMATS) as ExportFormat[])("an export as %s", (format) => {
  test("changes nothing when it is imported again", () => {
    const planned = plan(`export.${format}`, exportAs(format));
    if (!planned.ok) throw new Error(planned.problems.map(describeProblem).join("\n"));
    expect(describeChanges(planned.changes)).toBe("Nothing changes.");
    expect(planned.dataset.version).toBe(dataset.version);
  });
});

test("GeoJSON may also be called .json", () => {
  expect(plan("points.json", exportAs("geojson")).ok).toBe(true);
});

test("a correction in an export is the only change", () => {
  const text = exportAs("ndjson").replace('"latitude":18.', '"latitude":17.');
  const planned = plan("corrected.ndjson", text);
  if (!planned.ok) throw new Error("the correction was refused");
  expect(describeChanges(planned.changes)).toBe("1 point added\n1 point removed");
});

test("an export of a release before local names and points leaves those alone", () => {
  const old = exportAs("csv")
    .split("\r\n")
    .map(
      (line) => line.match(/^(?:(?:"(?:[^"]|"")*"|[^,]*)(?:,|$)){9}/)?.[0].replace(/,$/, "") ?? "",
    )
    .join("\r\n");
  const planned = plan("old.csv", old);
  if (!planned.ok) throw new Error(planned.problems.map(describeProblem).join("\n"));
  expect(planned.dataset.places).toEqual(dataset.places);
});

describe("what is wrong with an export is said with its line", () => {
  test.each([
    [
      "bad.ndjson",
      '{"kind":"city","id":1}\nnonsense\n',
      ["bad.ndjson:1: kind", "bad.ndjson:2: is not"],
    ],
    ["bad.csv", "kind,id,name\ncity,1,Pune\n", ["bad.csv:2: kind"]],
    [
      "bad.geojson",
      '{"type":"FeatureCollection","features":[\n{"properties":{}}]}',
      ["bad.geojson:2: kind"],
    ],
    [
      "cut.geojson",
      '{"type":"FeatureCollection",\n"features":[',
      ["cut.geojson:2: is not valid JSON"],
    ],
    ["none.ndjson", '{"kind":"state","id":1,"name":"Goa"}', ["none.ndjson: holds no district"]],
  ])("%s", (name, text, expected) => {
    const planned = plan(name, text);
    if (planned.ok) throw new Error("it was taken");
    const problems = planned.problems.map(describeProblem);
    for (const [i, start] of expected.entries()) expect(problems[i]).toContain(start);
  });
});
