// Upstream's catalogue of states, districts and markets, as its filter endpoint answers and people
// save it: one JSON text. It becomes the same rows as the CSV files, each with its line.
import type { Origin } from "../data/dataset.ts";
import { NO_PLACE_TABLES, type PlaceTables } from "../data/places.ts";
import { cleanName, type Tables } from "../data/records.ts";
import { decodeText, type Problem, type Row } from "../data/tables.ts";
import { parseJsonWithLines } from "./json-lines.ts";

export type ImportFile = { name: string; bytes: Uint8Array };

export type ImportTables = {
  tables: Tables;
  /** Tables that the source does not have are null: it says nothing about them. */
  places: PlaceTables;
  /** Where the data comes from, as far as the source says so itself. */
  origin: Partial<Origin>;
  problems: Problem[];
  /** What was left out or corrected while reading. */
  notes: string[];
};

/** Ids from here on are upstream's own "All States", "All Districts" and the like. */
const PSEUDO_ID_MIN = 100_000;

/** Upstream's name of each list, and of the fields we take from it, under our own names. */
const LISTS = {
  states: { list: "state_data", fields: { id: "state_id", name: "state_name" } },
  districts: {
    list: "district_data",
    fields: { id: "id", state_id: "state_id", name: "district_name" },
  },
  markets: {
    list: "market_data",
    fields: { id: "id", state_id: "state_id", district_id: "district_id", name: "mkt_name" },
  },
} as const;

export function readCatalogue({ name: file, bytes }: ImportFile): ImportTables {
  const problems: Problem[] = [];
  const notes: string[] = [];
  const text = decodeText(file, bytes, problems);
  const rows: { [kind in keyof typeof LISTS]: Row[] } = { states: [], districts: [], markets: [] };
  const parsed = parseData(file, text, problems);
  if (parsed) {
    for (const kind of ["states", "districts", "markets"] as const) {
      const { list, fields } = LISTS[kind];
      const entries = parsed.data[list];
      if (!Array.isArray(entries)) {
        problems.push({ file, line: null, message: `data.${list} is not a list` });
        continue;
      }
      if (entries.length === 0) {
        problems.push({ file, line: null, message: `data.${list} is empty` });
      }
      const lines = parsed.linesOf(entries);
      let dropped = 0;
      for (const [i, entry] of entries.entries()) {
        const line = lines[i] ?? 1;
        if (typeof entry !== "object" || entry === null || Array.isArray(entry)) {
          problems.push({ file, line, message: `data.${list}[${i}] is not an object` });
        } else if (isPseudoRow(entry as Entry, fields)) dropped += 1;
        else rows[kind].push({ line, cells: toCells(entry as Entry, fields) });
      }
      if (dropped > 0) notes.push(describeDropped(dropped, list));
    }
    notes.push(...noteOtherStates(rows));
  }
  return {
    tables: {
      states: { file, rows: rows.states },
      districts: { file, rows: rows.districts },
      markets: { file, rows: rows.markets },
      aliases: null,
    },
    places: NO_PLACE_TABLES,
    origin: {},
    problems,
    notes,
  };
}

type Entry = { [field: string]: unknown };
type Fields = { [column: string]: string };

/** Rows for "all of them" have a large id; a total over a state has no parent. */
function isPseudoRow(entry: Entry, fields: Fields): boolean {
  return Object.entries(fields).some(([column, field]) => {
    if (column === "id") return Number(entry[field]) >= PSEUDO_ID_MIN;
    return column !== "name" && entry[field] === null;
  });
}

function toCells(entry: Entry, fields: Fields): Map<string, string> {
  return new Map(
    Object.entries(fields).map(([column, field]) => {
      const value = entry[field];
      if (typeof value === "number") return [column, String(value)];
      if (typeof value !== "string") return [column, ""];
      // Upstream pads names; the shipped ones have no blank before a bracket's end or a comma either,
      // and without this the same catalogue would rename hundreds of markets.
      return [column, column === "name" ? cleanName(value).replace(/ ([),])/g, "$1") : value];
    }),
  );
}

function noteOtherStates({ districts, markets }: { districts: Row[]; markets: Row[] }): string[] {
  const stateOf = new Map(districts.map(({ cells }) => [cells.get("id"), cells.get("state_id")]));
  const elsewhere = markets.filter(({ cells }) => {
    const state = stateOf.get(cells.get("district_id"));
    return state !== undefined && state !== cells.get("state_id");
  });
  if (elsewhere.length === 0) return [];
  const ids = elsewhere.slice(0, 5).map(({ cells }) => cells.get("id"));
  const list = `(${ids.join(", ")}${elsewhere.length > ids.length ? ", …" : ""})`;
  const sentence =
    elsewhere.length === 1
      ? "1 market names another state than its district does"
      : `${elsewhere.length} markets name another state than their districts do`;
  return [`${sentence} ${list}; the district counts.`];
}

function describeDropped(count: number, list: string): string {
  return count === 1
    ? `1 pseudo-row of data.${list} was left out.`
    : `${count} pseudo-rows of data.${list} were left out.`;
}

function parseData(file: string, text: string, problems: Problem[]) {
  const report = (line: number | null, message: string) => {
    problems.push({ file, line, message });
    return null;
  };
  if (text.trim() === "") return report(null, "the file is empty");
  const parsed = parseJsonWithLines(text);
  if (!parsed.ok) return report(parsed.line, "is not valid JSON");
  const data = (parsed.value as { data?: unknown } | null)?.data;
  if (typeof data !== "object" || data === null || Array.isArray(data)) {
    return report(null, 'has no object "data" at its top');
  }
  return { data: data as Entry, linesOf: parsed.linesOf };
}
