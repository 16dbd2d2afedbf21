// An import replaces all or nothing: each test states what a source changes, or why it is refused.
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { buildDataset } from "../../../testing/build-dataset.ts";
import { checkDataset } from "../data/check-dataset.ts";
import { type Dataset, readShippedDataset, serialiseDataset } from "../data/dataset.ts";
import { buildSearchIndex } from "../search/search.ts";
import { describeChanges, describeProblem } from "./describe-import.ts";
import { type ImportPlan, planImport } from "./import.ts";
import { type ImportSource, readImportSource } from "./import-source.ts";

const current = buildDataset({
  states: {
    Goa: { "North Goa": ["Mapusa APMC", "Panaji APMC"], "South Goa": ["Margao APMC"] },
    Kerala: {
      Idukki: ["Munnar APMC", "Kumily", "Adimali", "Thodupuzha", "Kattappana"],
      Kollam: ["Kollam APMC", "Punalur APMC", "Paravur", "Karunagappally"],
    },
  },
  aliases: [
    { kind: "state", id: 2, alias: "Keralam", source: "curated" },
    { kind: "market", id: 2, alias: "Panjim", source: "curated" },
  ],
});
const tables = toCsv(current);

describe("a source equal to the current set", () => {
  test("changes nothing, as CSV files or as a catalogue", () => {
    for (const source of [folder(tables), catalogue(toCatalogue(current))]) {
      const plan = accepted(source);
      expect(plan.dataset.version).toBe(current.version);
      expect(describeChanges(plan.changes)).toBe("Nothing changes.");
    }
  });

  test("is also the shipped set, read from its own folder", () => {
    const shipped = readShippedDataset();
    const read = readImportSource(new URL("../../../data", import.meta.url).pathname);
    if (!read.ok) throw new Error("the shipped folder cannot be read");
    const plan = planImport({ current: shipped, source: read.source, date: "2026-11-15" });
    if (!plan.ok) throw new Error("the shipped folder was refused");
    expect(serialiseDataset(plan.dataset)).toBe(serialiseDataset(shipped));
  });

  test("may have a byte order mark, CRLF line ends, quotes, other columns and another order", () => {
    const rows = tables.markets.trim().split("\n");
    const markets = [
      "\ufeffname,id,remark,district_id",
      ...rows
        .slice(1)
        .toReversed()
        .map((row) => row.replace(/^(\d+),(\d+),(.*)$/, '"$3",$1,"a, b",$2')),
    ].join("\r\n");
    expect(accepted(folder({ ...tables, markets })).dataset.version).toBe(current.version);
  });
});

describe("names, points, codes and PIN codes", () => {
  const places = {
    names: "kind,id,lang,name,checked\nstate,2,ml,കേരളം,hand\nmarket,2,hi,पणजी,no\n",
    coordinates: "kind,id,lat,lon,precision\nmarket,2,15.49,73.82,town\n",
    codes: "kind,id,census,iso,wikidata\nstate,2,32,IN-KL,Q1186\n",
    pincodes: "pincode,district_id\n403001,1\n403001,2\n",
    "display-names": "kind,id,display_name,reason\nmarket,2,Panaji,a reason\n",
    "short-forms": "kind,id_or_word,short_form\nstate,2,KL\nword,north,N.\n",
    "search-words": "word,lang,kind\nmandi,en,generic\n",
  };

  test("come from tables of their own, and stay when a source has none", () => {
    const { dataset, changes } = accepted(folder({ ...tables, ...places }));
    expect(dataset.places).toEqual({
      names: [
        { kind: "state", id: 2, lang: "ml", name: "കേരളം", check: "hand" },
        { kind: "market", id: 2, lang: "hi", name: "पणजी", check: "no" },
      ],
      points: [{ kind: "market", id: 2, latitude: 15.49, longitude: 73.82, precision: "town" }],
      codes: [{ kind: "state", id: 2, census: "32", iso: "IN-KL", wikidata: "Q1186" }],
      pincodes: [
        { pincode: 403001, districtId: 1 },
        { pincode: 403001, districtId: 2 },
      ],
      displayNames: [{ kind: "market", id: 2, displayName: "Panaji" }],
      shortForms: [
        { kind: "state", id: 2, word: "", shortForm: "KL" },
        { kind: "word", id: 0, word: "north", shortForm: "N." },
      ],
      searchWords: [{ word: "mandi", kind: "generic" }],
    });
    expect(describeChanges(changes)).toBe(
      "2 local names added\n1 point added\n1 row of codes added\n2 PIN code rows added\n1 display name added\n2 short forms added\n1 search word added",
    );
    const { dataset: next } = accepted(folder(tables), { current: dataset });
    expect(next.version).toBe(dataset.version);
    const { dataset: emptied } = accepted(folder({ ...tables, names: "kind,id,lang,name\n" }), {
      current: dataset,
    });
    expect(emptied.places).toEqual({ ...dataset.places, names: [] });
  });

  test("of a retired record are kept, and a new table need not have them", () => {
    const { dataset } = accepted(folder({ ...tables, ...places }));
    const markets = tables.markets.replace(/^2,.*\n/m, "");
    const names = "kind,id,lang,name,checked\nstate,2,ml,കേരളം,hand\n";
    const { dataset: next } = accepted(folder({ ...tables, markets, names }), { current: dataset });
    expect(next.retired.markets).toMatchObject([{ id: 2 }]);
    expect(next.places).toEqual(dataset.places);
    expect(checkDataset(next).problems).toEqual([]);
  });

  test.each([
    ["display-names", "kind,id,display_name\nmarket,99,Goa", "display-names.csv:2: market 99 does"],
    [
      "display-names",
      "kind,id,display_name\nmarket,2,",
      "display-names.csv:2: display_name is empty",
    ],
    ["short-forms", "kind,id_or_word,short_form\nstate,9,GA", "short-forms.csv:2: state 9 does"],
    ["short-forms", "kind,id_or_word,short_form\ncity,1,GA", "short-forms.csv:2: kind must be"],
    ["search-words", "word,kind\nmandi,place", "search-words.csv:2: kind must be one of"],
    ["search-words", "word,kind\nmandi,noise\nmandi,noise", "noise mandi was already given on"],
    ["names", "kind,id,lang,name\ncity,1,hi,गोवा", "names.csv:2: kind must be"],
    ["names", "kind,id,lang,name\nstate,9,hi,गोवा", "names.csv:2: state 9 does not exist"],
    ["names", "kind,id,lang,name\nstate,1,h!,गोवा", "names.csv:2: lang must be"],
    ["names", "kind,id,lang,name\nstate,1,hi, ", "names.csv:2: name is empty"],
    ["names", "kind,id,lang,name,checked\nstate,1,hi,गोवा,maybe", "names.csv:2: checked must be"],
    [
      "names",
      "kind,id,lang,name\nstate,1,hi,गोवा\nstate,1,hi,गोवा",
      "names.csv:3: state 1 hi गोवा was already given on line 2",
    ],
    ["names", "kind,id,name\nstate,1,गोवा", "names.csv:1: column lang is missing"],
    ["coordinates", "kind,id,lat,lon,precision\nmarket,1,91,7,town", "coordinates.csv:2: lat must"],
    ["coordinates", "kind,id,lat,lon,precision\nmarket,1,1,,town", "coordinates.csv:2: lon must"],
    ["coordinates", "kind,id,lat,lon,precision\nmarket,1,1,7,moon", "coordinates.csv:2: precision"],
    [
      "coordinates",
      "kind,id,lat,lon,precision\nmarket,1,1,7,town\nmarket,1,2,7,town",
      "coordinates.csv:3: market 1 was already given on line 2",
    ],
    ["codes", "kind,id,iso\nstate,1,Goa", "codes.csv:2: iso must be"],
    ["codes", "kind,id,wikidata\nstate,1,1171", "codes.csv:2: wikidata must be"],
    ["pincodes", "pincode,district_id\n40300,1", "pincodes.csv:2: pincode must be six digits"],
    ["pincodes", "pincode,district_id\n403001,99", "pincodes.csv:2: district 99 does not exist"],
  ])("a wrong row of %s refuses the whole import: %s", (table, text, problem) => {
    const problems = refused(folder({ ...tables, ...places, [table]: text }));
    expect(problems).toHaveLength(1);
    expect(problems[0]).toContain(problem);
  });
});

describe("what changes", () => {
  test("added, renamed, moved and retired records are told apart", () => {
    const markets = tables.markets
      .replace("2,1,Panaji APMC\n", "")
      .replace("3,2,Margao APMC", "3,1,Margao APMC")
      .replace("9,4,Kollam APMC", "9,4,Kollam Town")
      .concat("99,2,Canacona\n");
    const { changes, dataset } = accepted(folder({ ...tables, markets }));
    expect(changes.markets).toEqual({
      added: [{ id: 99, name: "Canacona" }],
      renamed: [{ id: 9, from: "Kollam APMC", to: "Kollam Town" }],
      moved: [{ id: 3, name: "Margao APMC", from: 2, to: 1 }],
      retired: [{ id: 2, name: "Panaji APMC" }],
      returned: [],
      recoded: 0,
    });
    expect(describeChanges(changes)).toBe(
      [
        "1 market added",
        "  99 Canacona",
        "1 market renamed",
        "  9 Kollam APMC → Kollam Town",
        "1 market moved",
        "  3 Margao APMC: from district 2 to 1",
        "1 market retired",
        "  2 Panaji APMC",
        "1 alias added",
      ].join("\n"),
    );
    expect(checkDataset(dataset).problems).toEqual([]);
  });

  test("an old name becomes an alias, and the search finds the record by it", () => {
    const markets = tables.markets.replace("Kollam APMC", "Quilon Yard");
    const { dataset } = accepted(folder({ ...tables, markets }));
    expect(dataset.aliases).toContainEqual({
      kind: "market",
      id: 9,
      alias: "Kollam APMC",
      source: "renamed",
    });
    const { hits } = buildSearchIndex(dataset).search("kollam", {
      limit: 3,
      kinds: ["market"],
    }).markets;
    expect(hits).toMatchObject([{ index: 8, matched: "Kollam APMC" }]);
  });

  test("a name that comes back is no longer an alias of itself", () => {
    const renamed = tables.markets.replace("Kollam APMC", "Quilon Yard");
    const once = accepted(folder({ ...tables, markets: renamed })).dataset;
    const back = accepted(folder(tables), { current: once }).dataset;
    expect(back.aliases.filter(({ id }) => id === 9).map(({ alias }) => alias)).toEqual([
      "Quilon Yard",
    ]);
  });

  test("a retired record keeps its fields, leaves lists and search, and can come back", () => {
    const markets = tables.markets.replace("2,1,Panaji APMC\n", "");
    const without = accepted(folder({ ...tables, markets })).dataset;
    expect(without.retired.markets).toEqual([{ id: 2, districtId: 1, name: "Panaji APMC" }]);
    expect(without.markets.some(({ id }) => id === 2)).toBe(false);
    expect(without.aliases).toContainEqual(current.aliases[1]);
    for (const query of ["panaji", "panjim"]) {
      expect(buildSearchIndex(without).search(query, { limit: 3 }).markets.total).toBe(0);
    }

    const { dataset, changes } = accepted(folder(tables), { current: without });
    expect(changes.markets.returned).toEqual([{ id: 2, name: "Panaji APMC" }]);
    expect(dataset.version).toBe(current.version);
  });

  test("retired records stay retired over further imports", () => {
    const markets = tables.markets.replace("2,1,Panaji APMC\n", "");
    const once = accepted(folder({ ...tables, markets })).dataset;
    const twice = accepted(folder({ ...tables, markets }), { current: once }).dataset;
    expect(serialiseDataset(twice)).toBe(serialiseDataset(once));
  });

  test("official codes and aliases stay when the source has none", () => {
    const states = "id,name\n1,Goa\n2,Kerala\n";
    const { dataset } = accepted(folder({ ...tables, states, aliases: undefined }));
    expect(dataset.states).toEqual(current.states);
    expect(dataset.aliases).toEqual(current.aliases);
  });

  test("given codes and aliases replace the known ones, except names that imports replaced", () => {
    const renamed = tables.markets.replace("Kollam APMC", "Quilon Yard");
    const before = accepted(folder({ ...tables, markets: renamed })).dataset;
    const { dataset, changes } = accepted(
      folder({
        ...tables,
        markets: renamed,
        states: "id,name,lgd_code\n1,Goa,30\n2,Kerala,\n",
        aliases: "kind,id,alias\nmarket,1,Mapuca\n",
      }),
      { current: before },
    );
    expect(dataset.states.map(({ lgdCode }) => lgdCode)).toEqual([30, null]);
    expect(changes.states.recoded).toBe(2);
    expect(dataset.aliases.map(({ alias, source }) => [alias, source])).toEqual([
      ["Mapuca", "imported"],
      ["Kollam APMC", "renamed"],
    ]);
  });

  test("source, date and licence come from dataset.json, else only the date changes", () => {
    const named = accepted(
      folder({
        ...tables,
        dataset: '{"source": "A list", "date": "2027-02-03", "licence": "CC0"}',
      }),
    ).dataset;
    expect([named.source, named.date, named.licence]).toEqual(["A list", "2027-02-03", "CC0"]);
    const plain = accepted(folder(tables)).dataset;
    expect([plain.source, plain.date, plain.licence]).toEqual(["test", "2026-11-15", "none"]);
  });
});

describe("upstream's catalogue", () => {
  test("loses its pseudo-rows and its runs of blanks, and says so", () => {
    const data = toCatalogue(current);
    data.state_data.push({ state_id: 100_000, state_name: "All States" });
    data.district_data.push({ id: 100_001, state_id: 1, district_name: "All Districts" });
    data.district_data.push({ id: 55, state_id: null, district_name: "Total" });
    data.market_data.push({ id: 3918, mkt_name: "Z[State Total]", state_id: 1, district_id: null });
    const first = data.market_data[0];
    if (first) first.mkt_name = "  Mapusa \t  APMC ";
    data.market_data.push({
      id: 20,
      mkt_name: "Ponda( Town )  , East",
      state_id: 1,
      district_id: 1,
    });
    const { dataset, notes, changes } = accepted(catalogue(data));
    expect(dataset.markets.find(({ id }) => id === 1)?.name).toBe("Mapusa APMC");
    expect(changes.markets.added).toEqual([{ id: 20, name: "Ponda( Town), East" }]);
    expect(changes.districts.added).toEqual([]);
    expect(notes).toEqual([
      "1 pseudo-row of data.state_data was left out.",
      "2 pseudo-rows of data.district_data were left out.",
      "1 pseudo-row of data.market_data was left out.",
    ]);
  });

  test("may give its ids as texts", () => {
    const data = toCatalogue(current);
    const asText = JSON.parse(JSON.stringify(data).replaceAll(/:(\d+)/g, ':"$1"'));
    expect(accepted(catalogue(asText)).dataset.version).toBe(current.version);
  });

  test("a market that names another state than its district is noted", () => {
    const data = toCatalogue(current);
    const first = data.market_data[0];
    if (first) first.state_id = 2;
    expect(accepted(catalogue(data)).notes).toEqual([
      "1 market names another state than its district does (1); the district counts.",
    ]);
  });

  test("every problem has its line", () => {
    const data = toCatalogue(current);
    data.state_data.push({ state_id: 1, state_name: "Goa again" });
    data.district_data.push({ id: 9, state_id: 77, district_name: " " });
    data.market_data.push({ id: 1.5, mkt_name: "Half", state_id: 1, district_id: 1 });
    const text = JSON.stringify({ data }, null, 1);
    const lineOf = (part: string) => text.slice(0, text.indexOf(part)).split("\n").length;
    expect(refused({ catalogue: { name: "c.json", bytes: Buffer.from(text) } })).toEqual([
      `c.json:${lineOf('"Goa again"') - 2}: id 1 was already used on line ${lineOf('"Goa"') - 2}`,
      `c.json:${lineOf('" "') - 3}: name is empty`,
      `c.json:${lineOf('" "') - 3}: state 77 does not exist in c.json`,
      `c.json:${lineOf('"Half"') - 2}: id must be a whole number from 1 to 2147483647, not "1.5"`,
    ]);
  });

  test.each([
    ["", "c.json: the file is empty"],
    ['{"data": {\n"state_data": [,]}}', "c.json:2: is not valid JSON"],
    ["[]", 'c.json: has no object "data" at its top'],
    ["null", 'c.json: has no object "data" at its top'],
  ])("%j is refused", (text, problem) => {
    expect(refused({ catalogue: { name: "c.json", bytes: Buffer.from(text) } })).toContain(problem);
  });

  test("lists that are missing, empty or of something else are refused", () => {
    const problems = refused(
      catalogue({ state_data: [], district_data: [7, null], market_data: "x" } as never),
    );
    expect(problems).toEqual([
      "c.json: data.state_data is empty",
      "c.json: data.market_data is not a list",
      "c.json:1: data.district_data[0] is not an object",
      "c.json:1: data.district_data[1] is not an object",
    ]);
  });
});

describe("a broken source changes nothing, and each problem is named with file and line", () => {
  test.each([
    [
      "a wrong column",
      { markets: "id,district,name\n1,1,A\n" },
      ["markets.csv:1: column district_id is missing (found: id, district, name)"],
    ],
    [
      "a column twice",
      { states: "id,name,name\n1,Goa,Goa\n" },
      ["states.csv:1: column name stands there twice"],
    ],
    ["an empty file", { markets: "" }, ["markets.csv: the file is empty"]],
    [
      "only a header",
      { markets: "id,district_id,name\n" },
      ["markets.csv: the file has a header but no rows"],
    ],
    ["a missing file", { districts: undefined }, ["districts.csv: the file is missing"]],
    [
      "an id used twice",
      { states: "id,name\n1,Goa\n2,Kerala\n1,Goa\n" },
      ["states.csv:4: id 1 was already used on line 2"],
    ],
    [
      "a missing parent",
      { districts: `${tables.districts}9,7,Nowhere,\n` },
      ["districts.csv:6: state 7 does not exist in states.csv"],
    ],
    ["an empty name", { states: "id,name\n1,Goa\n2,  \n" }, ["states.csv:3: name is empty"]],
    [
      "a name of signs only",
      { states: "id,name\n1,Goa\n2,??\n" },
      ["states.csv:3: name has no letter or digit"],
    ],
    [
      "a line break in a name",
      { states: 'id,name\n1,Goa\n2,"Ker\nala"\n' },
      ["states.csv:3: name contains a control character"],
    ],
    [
      "a row too short",
      { states: "id,name\n1,Goa\n2\n" },
      [
        "states.csv:3: the row has 1 cells, the header 2",
        "districts.csv:4: state 2 does not exist in states.csv",
        "districts.csv:5: state 2 does not exist in states.csv",
      ],
    ],
    [
      "a quote left open",
      { states: 'id,name\n1,Goa\n2,"Kerala\n' },
      [
        "states.csv:3: a quote is not closed or stands inside a cell",
        "districts.csv:4: state 2 does not exist in states.csv",
        "districts.csv:5: state 2 does not exist in states.csv",
      ],
    ],
    [
      "an unknown kind of alias",
      { aliases: "kind,id,alias\ntown,1,X\nmarket,999,Y\n" },
      [
        'aliases.csv:2: kind must be state, district or market, not "town"',
        "aliases.csv:3: market 999 does not exist in markets.csv",
      ],
    ],
    [
      "a bad dataset.json",
      { dataset: '{"date": "yesterday", "licence": 7}' },
      ["dataset.json: date must be a day, YYYY-MM-DD", "dataset.json: licence must be a string"],
    ],
  ])("%s", (_about, broken: Partial<Csv>, problems) => {
    expect(refused(folder({ ...tables, ...broken }))).toEqual(problems);
  });

  test.each(["0", "-1", "01", "+1", "1.0", "1e3", "2147483648", "", "x"])("the id %j", (id) => {
    const problems = refused(folder({ ...tables, markets: `${tables.markets}${id},1,Odd\n` }));
    expect(problems).toEqual([
      `markets.csv:14: id must be a whole number from 1 to 2147483647, not ${JSON.stringify(id)}`,
    ]);
  });

  test("bytes that are not UTF-8, with the other problems of the same file", () => {
    const bytes = Buffer.concat([
      Buffer.from("id,name\n1,Goa\n2,K"),
      Buffer.from([0xe9]),
      Buffer.from("rala\nx,Third\n"),
    ]);
    const source = folder(tables);
    if ("files" in source) source.files = source.files.filter(({ name }) => name !== "states.csv");
    if ("files" in source) source.files.push({ name: "states.csv", bytes });
    expect(refused(source)).toEqual([
      "states.csv:3: the line is not valid UTF-8",
      'states.csv:4: id must be a whole number from 1 to 2147483647, not "x"',
    ]);
  });
});

describe("losing many records", () => {
  test("a tenth of a kind may go, more needs force", () => {
    const twenty = buildDataset({
      states: { S: { D: Array.from({ length: 20 }, (_, i) => `Market ${i + 1}`) } },
    });
    const csv = toCsv(twenty);
    const lose = (ids: number[]) => ({
      ...csv,
      markets: csv.markets
        .split("\n")
        .filter((row) => !ids.some((id) => row.startsWith(`${id},`)))
        .join("\n"),
    });
    expect(
      accepted(folder(lose([1, 2])), { current: twenty }).changes.markets.retired,
    ).toHaveLength(2);
    expect(refused(folder(lose([1, 2, 3])), { current: twenty })).toEqual([
      "markets.csv: would retire 3 of 20 markets (15.0 %); more than 10 % needs --force",
    ]);
    const forced = accepted(folder(lose([1, 2, 3])), { current: twenty, force: true });
    expect(forced.dataset.retired.markets.map(({ id }) => id)).toEqual([1, 2, 3]);
  });

  test("force does not excuse a broken file", () => {
    expect(refused(folder({ ...tables, markets: "" }), { force: true })).toEqual([
      "markets.csv: the file is empty",
    ]);
  });
});

describe("reading from disk", () => {
  test("a folder without the files, a file of another kind and a missing path are refused", () => {
    const path = mkdtempSync(join(tmpdir(), "lodestone-import-"));
    try {
      writeFileSync(join(path, "notes.txt"), "");
      for (const [wrong, message] of [
        [path, /holds none of states\.csv/],
        [join(path, "notes.txt"), /neither a folder of CSV files, nor a saved catalogue/],
        [join(path, "missing"), /cannot be read \(ENOENT\)/],
      ] as const) {
        const read = readImportSource(wrong);
        expect(read.ok ? "" : read.problems.map(describeProblem).join()).toMatch(message);
      }
      writeFileSync(join(path, "c.json"), JSON.stringify({ data: toCatalogue(current) }));
      const read = readImportSource(join(path, "c.json"));
      expect(read.ok && accepted(read.source).dataset.version).toBe(current.version);
    } finally {
      rmSync(path, { recursive: true });
    }
  });
});

type Csv = {
  states: string | undefined;
  districts: string | undefined;
  markets: string | undefined;
  aliases: string | undefined;
  dataset?: string | undefined;
  names?: string;
  coordinates?: string;
  codes?: string;
  pincodes?: string;
};
type Options = { current?: Dataset; force?: boolean };

function toCsv({ states, districts, markets, aliases }: Dataset) {
  const table = (header: string, rows: string[]) => `${[header, ...rows].join("\n")}\n`;
  return {
    states: table(
      "id,name,lgd_code",
      states.map((s) => `${s.id},${s.name},${s.lgdCode ?? ""}`),
    ),
    districts: table(
      "id,state_id,name,lgd_code",
      districts.map((d) => `${d.id},${d.stateId},${d.name},${d.lgdCode ?? ""}`),
    ),
    markets: table(
      "id,district_id,name",
      markets.map((m) => `${m.id},${m.districtId},${m.name}`),
    ),
    aliases: table(
      "kind,id,alias,source",
      aliases.map((a) => `${a.kind},${a.id},${a.alias},${a.source}`),
    ),
  };
}

function folder({ dataset, ...csv }: Csv): ImportSource {
  const named = Object.entries(csv).map(([name, text]) => [`${name}.csv`, text] as const);
  const files = [...named, ["dataset.json", dataset] as const].flatMap(([name, text]) =>
    text === undefined ? [] : [{ name, bytes: Buffer.from(text) }],
  );
  return { files };
}

type Catalogue = {
  state_data: Array<{ state_id: number; state_name: string }>;
  district_data: Array<{ id: number; state_id: number | null; district_name: string }>;
  market_data: Array<{
    id: number;
    mkt_name: string;
    state_id: number;
    district_id: number | null;
  }>;
};

function toCatalogue({ states, districts, markets }: Dataset): Catalogue {
  const stateOf = new Map(districts.map(({ id, stateId }) => [id, stateId]));
  return {
    state_data: states.map(({ id, name }) => ({ state_id: id, state_name: name })),
    district_data: districts.map(({ id, stateId, name }) => ({
      id,
      state_id: stateId,
      district_name: name,
    })),
    market_data: markets.map(({ id, districtId, name }) => ({
      id,
      mkt_name: name,
      state_id: stateOf.get(districtId) ?? 0,
      district_id: districtId,
    })),
  };
}

function catalogue(data: Catalogue): ImportSource {
  return { catalogue: { name: "c.json", bytes: Buffer.from(JSON.stringify({ data })) } };
}

function plan(source: ImportSource, options: Options): ImportPlan {
  const before = serialiseDataset(options.current ?? current);
  const planned = planImport({ current, source, date: "2026-11-15", ...options });
  // Whatever the outcome, the set in use is not touched.
  expect(serialiseDataset(options.current ?? current)).toBe(before);
  return planned;
}

function accepted(source: ImportSource, options: Options = {}) {
  const planned = plan(source, options);
  if (!planned.ok) throw new Error(planned.problems.map(describeProblem).join("\n"));
  return planned;
}

function refused(source: ImportSource, options: Options = {}): string[] {
  const planned = plan(source, options);
  if (planned.ok) throw new Error("the import was accepted");
  return planned.problems.map(describeProblem);
}
