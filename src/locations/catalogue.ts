// Upstream's catalogue of states, districts and markets, as its filter endpoint answers and people
// save it: one JSON text. It becomes the same rows as the CSV files, each with its line.
import type { Origin } from "./dataset.ts";
import { type Tables, tidyName } from "./records.ts";
import { decodeText, type Problem, type Row } from "./tables.ts";

export type ImportFile = { name: string; bytes: Uint8Array };

export type ImportTables = {
  tables: Tables;
  /** Where the data comes from, as far as the source says so itself. */
  origin: Partial<Origin>;
  problems: Problem[];
  /** What was left out or put right on the way, for the reader to know. */
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
  const data = parseData(file, text, problems);
  if (data) {
    const lines = locateElements(text);
    for (const kind of ["states", "districts", "markets"] as const) {
      const { list, fields } = LISTS[kind];
      const entries = data[list];
      if (!Array.isArray(entries)) {
        problems.push({ file, line: null, message: `data.${list} is not a list` });
        continue;
      }
      if (entries.length === 0) {
        problems.push({ file, line: null, message: `data.${list} is empty` });
      }
      let dropped = 0;
      for (const [i, entry] of entries.entries()) {
        const line = lines.get(list)?.[i] ?? 1;
        if (typeof entry !== "object" || entry === null || Array.isArray(entry)) {
          problems.push({ file, line, message: `data.${list}[${i}] is not an object` });
        } else if (isPseudoRow(entry as Entry, fields)) dropped += 1;
        else rows[kind].push({ line, cells: toCells(entry as Entry, fields) });
      }
      if (dropped > 0) notes.push(`${dropped} pseudo-rows of data.${list} were left out.`);
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
      return [column, column === "name" ? tidyName(value).replace(/ ([),])/g, "$1") : value];
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
  const more = elsewhere.length > ids.length ? ", …" : "";
  return [
    `${elsewhere.length} markets name another state than their district does ` +
      `(${ids.join(", ")}${more}); the district counts.`,
  ];
}

function parseData(file: string, text: string, problems: Problem[]): Entry | null {
  if (text.trim() === "") {
    problems.push({ file, line: null, message: "the file is empty" });
    return null;
  }
  try {
    const data = (JSON.parse(text) as { data?: unknown } | null)?.data;
    if (typeof data === "object" && data !== null && !Array.isArray(data)) return data as Entry;
    problems.push({ file, line: null, message: 'has no object "data" at its top' });
  } catch (error) {
    const place = /position (\d+)/.exec((error as Error).message)?.[1];
    const line = place === undefined ? null : countLines(text, Number(place));
    problems.push({ file, line, message: "is not valid JSON" });
  }
  return null;
}

/** The line on which each element of each list under "data" begins; the text must be valid JSON. */
function locateElements(text: string): Map<string, number[]> {
  const lines = new Map<string, number[]>();
  const keys: Array<string | null> = [];
  let line = 1;
  let lastString = "";
  const token = /\n|"(?:[^"\\]|\\.)*"|[{}[\]:]|[^\s,{}[\]:"]+/g;
  for (let match = token.exec(text); match !== null; match = token.exec(text)) {
    const [found] = match;
    if (found === "\n") {
      line += 1;
      continue;
    }
    if (found === "}" || found === "]") {
      keys.pop();
      continue;
    }
    if (found === ":") {
      keys[keys.length - 1] = lastString;
      continue;
    }
    // An element stands three deep: in the top object's "data", in one of its lists.
    const [top, list] = keys;
    if (keys.length === 3 && top === "data" && typeof list === "string") {
      const places = lines.get(list);
      if (places) places.push(line);
      else lines.set(list, [line]);
    }
    if (found === "{" || found === "[") keys.push(null);
    else if (found.startsWith('"')) lastString = found.slice(1, -1);
  }
  return lines;
}

function countLines(text: string, end: number): number {
  let line = 1;
  for (let at = text.indexOf("\n"); at !== -1 && at < end; at = text.indexOf("\n", at + 1))
    line += 1;
  return line;
}
