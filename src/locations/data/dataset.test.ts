import { createHash } from "node:crypto";
import { readFileSync } from "node:fs";
import { describe, expect, test } from "vitest";
import { buildDataset } from "../../../testing/build-dataset.ts";
import { checkDataset } from "./check-dataset.ts";
import { parseDataset, readShippedDataset, sealDataset, serialiseDataset } from "./dataset.ts";

describe("the shipped data set", () => {
  const shipped = readShippedDataset();

  test("has every state, district and market of the source, and none retired", () => {
    const { states, districts, markets, aliases, retired } = shipped;
    const counts = [states, districts, markets, aliases].map(({ length }) => length);
    expect(counts).toEqual([36, 718, 4320, 612]);
    expect(retired).toEqual({ states: [], districts: [], markets: [] });
    expect(districts.filter(({ lgdCode }) => lgdCode === null)).toHaveLength(19);
  });

  test("has no fault", () => {
    expect(checkDataset(shipped).problems).toEqual([]);
  });

  test("names its source, and its files have the checksums written beside them", () => {
    expect(shipped.licence).toContain("Source: AGMARKNET, DMI, Government of India");
    expect(shipped.date).toMatch(/^\d{4}-\d{2}-\d{2}$/);
    const provenance = readFileSync(
      new URL("../../../data/PROVENANCE.md", import.meta.url),
      "utf8",
    );
    for (const file of ["states.csv", "districts.csv", "markets.csv", "aliases.csv"]) {
      const bytes = readFileSync(new URL(`../../../data/${file}`, import.meta.url));
      const sum = createHash("sha256").update(bytes).digest("hex");
      expect(provenance).toContain(`${sum}  ${file}`);
    }
  });
});

describe("a data set as text", () => {
  const dataset = buildDataset({
    states: { Gōa: { 'North, "Goa"': ["Mapusa\\", "पणजी"] } },
    aliases: [{ kind: "market", id: 2, alias: "Panaji", source: "test" }],
  });

  test("reads back as it was", () => {
    expect(parseDataset(serialiseDataset(dataset))).toEqual(dataset);
  });

  test("that was changed by hand is refused", () => {
    const text = serialiseDataset(dataset);
    expect(() => parseDataset(text.replace("Panaji", "Panjim"))).toThrow(/damaged/);
    expect(() => parseDataset(text.replace('"format":2', '"format":9'))).toThrow(/format 9/);
    expect(() => parseDataset("{}")).toThrow(/format undefined/);
  });
});

test("the version depends on the records alone, not on their order or the date", () => {
  const { states, districts, markets, aliases, retired, places, version } = readShippedDataset();
  const records = {
    states: states.toReversed(),
    districts: districts.toReversed(),
    markets: markets.toReversed(),
    aliases: aliases.toReversed(),
  };
  const shuffled = {
    ...places,
    displayNames: places.displayNames.toReversed(),
    shortForms: places.shortForms.toReversed(),
    searchWords: places.searchWords.toReversed(),
    names: places.names.toReversed(),
    points: places.points.toReversed(),
    codes: places.codes.toReversed(),
    pincodes: places.pincodes.toReversed(),
  };
  const other = { source: "x", date: "2030-01-01", licence: "y", attribution: "z" };
  expect(sealDataset(other, records, retired, shuffled).version).toBe(version);
  expect(version).toMatch(/^[0-9a-f]{16}$/);
  const [first, ...rest] = records.markets;
  if (!first) throw new Error("no market");
  records.markets = [{ ...first, name: `${first.name}!` }, ...rest];
  expect(sealDataset(other, records, retired, shuffled).version).not.toBe(version);
  const [point, ...points] = places.points;
  if (!point) throw new Error("no point");
  const moved = { ...places, points: [{ ...point, latitude: point.latitude + 1 }, ...points] };
  const same = { states, districts, markets, aliases };
  expect(sealDataset(other, same, retired, places).version).toBe(version);
  expect(sealDataset(other, same, retired, moved).version).not.toBe(version);
});

test("a set stored before there were places keeps its version and is read without them", () => {
  const { states, districts, markets, retired } = readShippedDataset();
  const origin = { source: "x", date: "2030-01-01", licence: "y", attribution: "" };
  // Without aliases, which are added from time to time; the records are upstream's and stay.
  const bare = sealDataset(origin, { states, districts, markets, aliases: [] }, retired);
  // The version that these had before there were places.
  expect(bare.version).toBe("e7e3a08af1e0ef22");
  const { attribution: _, ...stored } = JSON.parse(serialiseDataset(bare));
  expect(stored).not.toHaveProperty("places");
  const read = parseDataset(JSON.stringify({ ...stored, format: 1 }));
  expect(read).toEqual(bare);
});
