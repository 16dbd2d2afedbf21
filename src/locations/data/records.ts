// The records of the location directory, and how rows of text tables become records: every rule a
// row must keep is checked here, and every broken one is reported with its file and line.
import type { Problem, Row } from "./tables.ts";

export type Kind = "state" | "district" | "market";

/** `displayName` is known in a directory only, for the few names that upstream has plainly wrong. */
type Named = { id: number; name: string; displayName?: string };
export type State = Named & { lgdCode: number | null };
export type District = Named & { stateId: number; lgdCode: number | null };
export type Market = Named & { districtId: number };
/** Another name of a record; `source` says where that name comes from (`lgd`, `curated`, `renamed`…). */
export type Alias = { kind: Kind; id: number; alias: string; source: string };

export type Records = {
  states: State[];
  districts: District[];
  markets: Market[];
  aliases: Alias[];
};

/** The rows of one file, and the name under which its problems are reported. */
export type Table = { file: string; rows: Row[] };
export type Tables = {
  states: Table;
  districts: Table;
  markets: Table;
  aliases: Table | null;
};

export const KINDS: readonly Kind[] = ["state", "district", "market"];

/** The largest id the directory's paths accept: a signed 32-bit number, as most databases hold. */
export const ID_MAX = 2 ** 31 - 1;

/** No real name comes near this; a longer one is a damaged file (a quote that was never closed). */
export const NAME_LENGTH_MAX = 200;

/** Aliases may also name records that only `known` has, by kind: those that leave the source. */
export function readRecords(
  tables: Tables,
  known?: { [kind in Kind]: ReadonlySet<number> },
): { records: Records; problems: Problem[] } {
  const problems: Problem[] = [];
  const stateIds = createIdRegister(tables.states.file, "state", problems);
  const districtIds = createIdRegister(tables.districts.file, "district", problems);
  const marketIds = createIdRegister(tables.markets.file, "market", problems);

  const states = collect(tables.states, problems, (cell): State | null => {
    const id = cell.id("id");
    const name = cell.name("name");
    const lgdCode = cell.optionalId("lgd_code");
    return stateIds.add(id, cell.line) && name !== null ? { id, name, lgdCode } : null;
  });

  const districts = collect(tables.districts, problems, (cell): District | null => {
    const id = cell.id("id");
    const stateId = cell.id("state_id");
    const name = cell.name("name");
    const lgdCode = cell.optionalId("lgd_code");
    const isKnown = stateIds.require(stateId, tables.districts.file, cell.line);
    if (!districtIds.add(id, cell.line) || !isKnown || name === null) return null;
    return { id, stateId, name, lgdCode };
  });

  const markets = collect(tables.markets, problems, (cell): Market | null => {
    const id = cell.id("id");
    const districtId = cell.id("district_id");
    const name = cell.name("name");
    const isKnown = districtIds.require(districtId, tables.markets.file, cell.line);
    if (!marketIds.add(id, cell.line) || !isKnown || name === null) return null;
    return { id, districtId, name };
  });

  const aliasTable = tables.aliases;
  const registers = { state: stateIds, district: districtIds, market: marketIds };
  const aliases =
    aliasTable === null
      ? []
      : collect(aliasTable, problems, (cell): Alias | null => {
          const kind = cell.kind("kind");
          const id = cell.id("id");
          const alias = cell.name("alias");
          const source = cell.optionalText("source");
          if (kind === null || alias === null) return null;
          const isKnown = known?.[kind].has(id) ?? false;
          if (!isKnown && !registers[kind].require(id, aliasTable.file, cell.line)) return null;
          return { kind, id, alias, source: source === "" ? "imported" : source };
        });

  return { records: { states, districts, markets, aliases }, problems };
}

/** Reads a whole number written plainly, 1…2^31−1; anything else is NaN. */
export function parseId(text: string): number {
  if (!/^[1-9][0-9]{0,9}$/.test(text)) return Number.NaN;
  const id = Number(text);
  return id <= ID_MAX ? id : Number.NaN;
}

/** A name as it is kept: runs of blanks made one, none at the ends. */
export function cleanName(text: string): string {
  return text.replace(/[\s\u00a0]+/gu, " ").trim();
}

/** What is wrong with a cleaned name, or null. */
export function nameFault(name: string): string | null {
  if (name === "") return "is empty";
  if (name.length > NAME_LENGTH_MAX) return `is longer than ${NAME_LENGTH_MAX} characters`;
  if (/\p{Cc}/u.test(name)) return "contains a control character";
  if (!/[\p{L}\p{N}]/u.test(name)) return "has no letter or digit";
  return null;
}

/** The cells of one row; what is wrong with one is reported when it is read. */
export type Cells = {
  line: number;
  report(message: string): void;
  id(column: string): number;
  optionalId(column: string): number | null;
  name(column: string): string | null;
  optionalText(column: string): string;
  kind(column: string): Kind | null;
};

/** The records of a table's rows, without those for which `read` gives null. */
export function collect<R>(
  table: Table,
  problems: Problem[],
  read: (cell: Cells) => R | null,
): R[] {
  const found: R[] = [];
  for (const row of table.rows) {
    const record = read(createCells(table.file, row, problems));
    if (record !== null) found.push(record);
  }
  return found;
}

function createCells(file: string, row: Row, problems: Problem[]): Cells {
  const report = (message: string) => problems.push({ file, line: row.line, message });
  const text = (column: string) => row.cells.get(column)?.trim() ?? "";
  return {
    line: row.line,
    report,
    id(column) {
      const id = parseId(text(column));
      if (Number.isNaN(id)) {
        report(`${column} must be a whole number from 1 to ${ID_MAX}, not ${quote(text(column))}`);
      }
      return id;
    },
    optionalId(column) {
      if (text(column) === "") return null;
      const id = this.id(column);
      return Number.isNaN(id) ? null : id;
    },
    name(column) {
      // A line break inside a cell is a quote left open, not a name; it must not be cleaned away.
      const raw = row.cells.get(column) ?? "";
      const name = /[\r\n]/.test(raw.trim()) ? raw.trim() : cleanName(raw);
      const fault = nameFault(name);
      if (fault !== null) report(`${column} ${fault}`);
      return fault === null ? name : null;
    },
    optionalText: text,
    kind(column) {
      const kind = KINDS.find((known) => known === text(column));
      if (!kind) report(`${column} must be state, district or market, not ${quote(text(column))}`);
      return kind ?? null;
    },
  };
}

/** Remembers the ids of one kind, so that duplicates and missing parents are reported with their lines. */
function createIdRegister(file: string, kind: Kind, problems: Problem[]) {
  const lines = new Map<number, number>();
  return {
    add(id: number, line: number): boolean {
      if (Number.isNaN(id)) return false;
      const first = lines.get(id);
      if (first !== undefined) {
        problems.push({ file, line, message: `id ${id} was already used on line ${first}` });
        return false;
      }
      lines.set(id, line);
      return true;
    },
    require(id: number, fromFile: string, line: number): boolean {
      if (Number.isNaN(id)) return false;
      // A missing parent table was reported already.
      if (lines.has(id) || lines.size === 0) return true;
      problems.push({ file: fromFile, line, message: `${kind} ${id} does not exist in ${file}` });
      return false;
    },
  };
}

export function quote(text: string): string {
  return JSON.stringify(text.length > 40 ? `${text.slice(0, 40)}…` : text);
}
