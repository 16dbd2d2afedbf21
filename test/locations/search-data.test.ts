// The tables that search reads beside the records: words that carry no place, short forms, corrected spellings, and
// the points that `precision` vouches for. Each is written by hand, so each row is checked.
import { createHash } from "node:crypto";
import { readFileSync } from "node:fs";
import { describe, expect, test } from "vitest";
import { readShippedDataset } from "../../src/locations/data/dataset.ts";
import { parseLanguage } from "../../src/locations/data/languages.ts";
import { nameFault } from "../../src/locations/data/records.ts";
import { readTable } from "../../src/locations/data/tables.ts";
import { normaliseName, splitWords } from "../../src/locations/search/normalise.ts";

const dataset = readShippedDataset();
const lists = { state: dataset.states, district: dataset.districts, market: dataset.markets };
const names = new Map<string, string>(
  Object.entries(lists).flatMap(([kind, list]) =>
    list.map(({ id, name }) => [`${kind} ${id}`, name] as const),
  ),
);
const normalise = (text: string) => splitWords(text).join(" ");

describe("words that search sets aside", () => {
  const rows = readRows("search-words.csv", ["word", "lang", "kind"]);

  test("are in their normal form unique, so that each has one kind", () => {
    const forms = rows.map(({ word = "" }) => normalise(word));
    expect(forms.filter((form) => form === "")).toEqual([]);
    expect(findTwins(forms)).toEqual([]);
  });

  test("have a language and a kind", () => {
    const wrong = rows.filter(
      ({ lang = "", kind = "" }) =>
        parseLanguage(lang.replace("-Latn", "")) === null ||
        !["generic", "noise", "commodity"].includes(kind),
    );
    expect(wrong).toEqual([]);
  });

  test("are in English and eleven languages of India of all three kinds", () => {
    const missing = ["en", "hi", "mr", "gu", "pa", "bn", "ta", "te", "kn", "ml", "or", "as"]
      .flatMap((lang) => ["generic", "noise", "commodity"].map((kind) => ({ lang, kind })))
      .filter(
        ({ lang, kind }) => !rows.some((row) => row["lang"] === lang && row["kind"] === kind),
      );
    expect(missing).toEqual([]);
  });

  test("are the whole name of a record only where both uses are common", () => {
    // The word alone still finds the record; beside other words it may be either.
    const reasons = new Map([
      ["mandi", "a district of Himachal Pradesh, and the word for market"],
      ["मंडी", "Mandi in Hindi"],
      ["મંડી", "Mandi in Gujarati"],
      ["ମଣ୍ଡି", "Mandi in Odia"],
      ["mandal", "a town of Gujarat, and a subdivision of Telangana's districts"],
      ["dudhi", "a town of Uttar Pradesh, and the bottle gourd"],
      ["muli", "towns of Gujarat and Chhattisgarh, and the radish"],
      ["arvi", "a town of Maharashtra, and taro"],
      ["matar", "a town of Gujarat, and peas"],
    ]);
    const taken = new Set([
      ...[...names.values(), ...dataset.aliases.map(({ alias }) => alias)].map((name) =>
        normaliseName(name).words.join(" "),
      ),
      ...dataset.places.names.map(({ name }) => normalise(name)),
    ]);
    const clashes = rows.map(({ word = "" }) => normalise(word)).filter((form) => taken.has(form));
    expect(clashes.toSorted()).toEqual([...reasons.keys()].toSorted());
  });
});

describe("short forms", () => {
  const rows = readRows("short-forms.csv", ["kind", "id_or_word", "short_form"]);

  test("stand for a state that exists or for a longer word", () => {
    const wrong = rows.filter(({ kind = "", id_or_word: long = "" }) =>
      kind === "state" ? !names.has(`state ${long}`) : kind !== "word" || normalise(long) === "",
    );
    expect(wrong).toEqual([]);
    expect(rows.filter(({ short_form: form = "" }) => normalise(form) === "")).toEqual([]);
  });

  test("stand for one thing each, and not for themselves", () => {
    expect(
      findTwins(rows.map((row) => `${row["kind"]} ${normalise(row["short_form"] ?? "")}`)),
    ).toEqual([]);
    const own = rows.filter(({ kind, id_or_word: long = "", short_form: form = "" }) => {
      const full = kind === "state" ? (names.get(`state ${long}`) ?? "") : long;
      return normalise(full) === normalise(form);
    });
    expect(own).toEqual([]);
  });

  test("are given for every state and union territory", () => {
    const without = dataset.states.filter(
      ({ id }) => !rows.some((row) => row["kind"] === "state" && row["id_or_word"] === `${id}`),
    );
    expect(without).toEqual([]);
  });
});

describe("corrected spellings", () => {
  const rows = readRows("display-names.csv", ["kind", "id", "display_name", "reason"]);
  const marks = rows.map(({ kind, id }) => `${kind} ${id}`);

  test("belong to one existing record each, differ from its name and have a reason", () => {
    expect(findTwins(marks)).toEqual([]);
    const wrong = rows.filter(({ display_name: shown = "", reason = "" }, at) => {
      const name = names.get(marks[at] ?? "");
      return name === undefined || name === shown || nameFault(shown) !== null || reason === "";
    });
    expect(wrong).toEqual([]);
  });

  test("do not make two records of one parent look alike", () => {
    const shown = new Map(rows.map((row, at) => [marks[at], row["display_name"] ?? ""]));
    const label = (kind: string, parent: number, id: number, name: string) =>
      `${kind} of ${parent}: ${shown.get(`${kind} ${id}`) ?? name}`;
    const labels = [
      ...dataset.districts.map(({ id, stateId, name }) => label("district", stateId, id, name)),
      ...dataset.markets.map(({ id, districtId, name }) => label("market", districtId, id, name)),
    ];
    expect(findTwins(labels)).toEqual([
      // One real district with two ids upstream (data/PROVENANCE.md).
      "district of 34: Auraiya",
      // Upstream's own twins.
      "market of 280: Thiruvali VFPCK APMC",
    ]);
  });
});

test("no point that claims to be a market's yard is shared or is its district's", () => {
  const { points } = dataset.places;
  const place = ({ latitude, longitude }: (typeof points)[number]) => `${latitude} ${longitude}`;
  const yards = points.filter(({ kind, precision }) => kind === "market" && precision === "market");
  expect(findTwins(yards.map(place))).toEqual([]);
  const districts = new Set(points.filter(({ kind }) => kind === "district").map(place));
  expect(yards.filter((point) => districts.has(place(point)))).toEqual([]);
});

test("the files have the checksums and row counts that data/PROVENANCE.md states", () => {
  const provenance = readFileSync(new URL("../../data/PROVENANCE.md", import.meta.url), "utf8");
  const files = ["search-words", "short-forms", "display-names", "aliases", "coordinates"];
  for (const file of files.map((name) => `${name}.csv`)) {
    const bytes = readFileSync(new URL(`../../data/${file}`, import.meta.url));
    const sum = createHash("sha256").update(bytes).digest("hex");
    expect(provenance.includes(`${sum}  ${file}`), file).toBe(true);
    const rows = bytes.toString("utf8").trimEnd().split("\n").length - 1;
    expect(provenance).toContain(`| \`${file}\` | ${rows.toLocaleString("en")} |`);
  }
});

function readRows(file: string, required: string[]): Array<Record<string, string>> {
  const bytes = readFileSync(new URL(`../../data/${file}`, import.meta.url));
  const { rows, problems } = readTable(file, bytes, { required });
  expect(problems).toEqual([]);
  return rows.map(({ cells }) => Object.fromEntries(cells));
}

function findTwins(texts: string[]): string[] {
  const seen = new Set<string>();
  return texts.filter((text) => seen.size === seen.add(text).size);
}
