// The whole data set as one download, written piece by piece: JSON, CSV with one row a record, or a
// JSON object a line.
import type { Kind } from "./dataset.ts";
import { type Directory, describeDistrict, describeMarket, describeState } from "./directory.ts";

export const EXPORT_FORMATS = {
  json: "application/json; charset=utf-8",
  csv: "text/csv; charset=utf-8; header=present",
  ndjson: "application/x-ndjson; charset=utf-8",
} as const;

export type ExportFormat = keyof typeof EXPORT_FORMATS;

export function exportDirectory(
  directory: Directory,
  format: ExportFormat,
  timestamp: string,
): Generator<string> {
  if (format === "csv") return writeCsv(directory);
  if (format === "ndjson") return writeLines(directory);
  return writeJson(directory, timestamp);
}

type Row = {
  kind: Kind;
  id: number;
  name: string;
  lgd_code?: number | null;
  state_id?: number;
  state_name?: string;
  district_id?: number;
  district_name?: string;
  aliases: string[];
};

function* rows(directory: Directory, kinds: readonly Kind[]): Generator<Row> {
  const { dataset } = directory;
  const names = new Map<string, string[]>();
  for (const { kind, id, alias } of dataset.aliases) {
    const key = `${kind} ${id}`;
    names.set(key, [...(names.get(key) ?? []), alias]);
  }
  const aliasesOf = (kind: Kind, id: number) => names.get(`${kind} ${id}`) ?? [];
  if (kinds.includes("state")) {
    for (const state of dataset.states) {
      yield { kind: "state", ...describeState(state), aliases: aliasesOf("state", state.id) };
    }
  }
  if (kinds.includes("district")) {
    for (const district of dataset.districts) {
      yield {
        kind: "district",
        ...describeDistrict(district),
        state_id: district.stateId,
        state_name: stateName(directory, district.stateId),
        aliases: aliasesOf("district", district.id),
      };
    }
  }
  if (kinds.includes("market")) {
    for (const market of dataset.markets) {
      const parent = directory.markets.get(market.id)?.parent;
      if (parent === undefined) throw new Error(`Market ${market.id} has no district.`);
      yield {
        kind: "market",
        ...describeMarket(market),
        district_id: parent.record.id,
        district_name: parent.record.name,
        state_id: parent.record.stateId,
        state_name: stateName(directory, parent.record.stateId),
        aliases: aliasesOf("market", market.id),
      };
    }
  }
}

function stateName(directory: Directory, id: number): string {
  const state = directory.states.get(id);
  if (state === undefined) throw new Error(`State ${id} is missing.`);
  return state.record.name;
}

function* writeJson(directory: Directory, timestamp: string): Generator<string> {
  const { source, date, version, licence } = directory.dataset;
  const about = JSON.stringify({ source, date, version, licence });
  yield `{"status":"success","dataset":${about},"data":{`;
  for (const [index, kind] of (["state", "district", "market"] as const).entries()) {
    yield `${index === 0 ? "" : ","}"${kind}s":[`;
    let separator = "";
    for (const { kind: _, ...row } of rows(directory, [kind])) {
      yield separator + JSON.stringify(row);
      separator = ",";
    }
    yield "]";
  }
  yield `},"timestamp":"${timestamp}"}`;
}

function* writeLines(directory: Directory): Generator<string> {
  for (const row of rows(directory, ["state", "district", "market"])) {
    yield `${JSON.stringify(row)}\n`;
  }
}

const COLUMNS = [
  "kind",
  "id",
  "name",
  "lgd_code",
  "state_id",
  "state_name",
  "district_id",
  "district_name",
  "aliases",
] as const;

function* writeCsv(directory: Directory): Generator<string> {
  yield `${COLUMNS.join(",")}\r\n`;
  for (const row of rows(directory, ["state", "district", "market"])) {
    yield `${COLUMNS.map((column) => toCell(row[column])).join(",")}\r\n`;
  }
}

/** RFC 4180; several aliases share one cell, parted by a bar. */
function toCell(value: string | number | null | undefined | string[]): string {
  const text = Array.isArray(value) ? value.join("|") : String(value ?? "");
  return /[",\r\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
}
