// Reads one CSV file into rows that know their line, and reports everything that is wrong with the
// file as text: bad UTF-8, a missing column, a broken quote, a row with too few or too many cells.
import { parse } from "csv-parse/sync";

/** Something wrong with an input; `line` is null where the whole file is meant. */
export type Problem = { file: string; line: number | null; message: string };
export type Row = { line: number; cells: Map<string, string> };
export type Columns = {
  required: readonly string[];
  optional?: readonly string[];
  /** Whether a header without rows says something: "there are none". */
  mayBeEmpty?: boolean;
};

export function readTable(
  file: string,
  bytes: Uint8Array,
  columns: Columns,
): { rows: Row[]; problems: Problem[] } {
  const problems: Problem[] = [];
  const text = decodeText(file, bytes, problems);
  const [header, ...records] = parseCsv(file, text, problems).filter(
    ({ cells }) => !isBlank(cells),
  );
  if (!header) {
    problems.push({ file, line: null, message: "the file is empty" });
    return { rows: [], problems };
  }

  const names = header.cells.map((name) => name.trim().toLowerCase());
  const headerFaults = [
    ...columns.required
      .filter((name) => !names.includes(name))
      .map((name) => `column ${name} is missing (found: ${names.join(", ")})`),
    ...[...columns.required, ...(columns.optional ?? [])]
      .filter((name) => names.indexOf(name) !== names.lastIndexOf(name))
      .map((name) => `column ${name} stands there twice`),
  ];
  if (headerFaults.length > 0) {
    // Without its columns no row can be judged, so one sentence for each column says it all.
    for (const message of headerFaults) problems.push({ file, line: header.line, message });
    return { rows: [], problems };
  }
  if (records.length === 0 && !columns.mayBeEmpty) {
    problems.push({ file, line: null, message: "the file has a header but no rows" });
  }

  const rows: Row[] = [];
  for (const { line, cells } of records) {
    if (cells.length !== names.length) {
      const message = `the row has ${cells.length} cells, the header ${names.length}`;
      problems.push({ file, line, message });
      continue;
    }
    rows.push({ line, cells: new Map(names.map((name, i) => [name, cells[i] ?? ""])) });
  }
  return { rows, problems };
}

type Record = { line: number; cells: string[] };

/** The text of a file without its byte order mark; each line that is not UTF-8 is reported. */
export function decodeText(file: string, bytes: Uint8Array, problems: Problem[]): string {
  try {
    return new TextDecoder("utf-8", { fatal: true }).decode(bytes);
  } catch {
    let line = 1;
    for (let start = 0; start <= bytes.length; line += 1) {
      const newline = bytes.indexOf(0x0a, start);
      const end = newline === -1 ? bytes.length : newline;
      try {
        new TextDecoder("utf-8", { fatal: true }).decode(bytes.subarray(start, end));
      } catch {
        problems.push({ file, line, message: "the line is not valid UTF-8" });
      }
      start = end + 1;
    }
    // The rest of the file is still read, so that its other problems are reported in the same run.
    return new TextDecoder("utf-8").decode(bytes);
  }
}

const CSV_OPTIONS = {
  relax_column_count: true,
  // Named, because csv-parse otherwise takes the first line's ending for the whole file.
  record_delimiter: ["\r\n", "\n", "\r"],
};

const LINE_BREAK = /\r\n|\n|\r/;

function parseCsv(file: string, text: string, problems: Problem[]): Record[] {
  // Without a quote a line is a row and a comma parts two cells, which is many times quicker.
  if (!text.includes('"')) {
    return text.split(LINE_BREAK).map((line, i) => ({ line: i + 1, cells: line.split(",") }));
  }
  try {
    const parsed = parse(text, { ...CSV_OPTIONS, info: true }) as unknown as Array<{
      record: string[];
      info: { lines: number };
    }>;
    // csv-parse counts the line on which a record ends; a caller wants the one where it begins.
    return parsed.map(({ record, info }) => ({
      line: info.lines - countLineBreaks(record),
      cells: record,
    }));
  } catch {
    // A broken quote swallows what follows it. Taken line by line, every broken line is found and
    // the sound ones are still checked.
    return text.split(LINE_BREAK).flatMap((source, i) => {
      try {
        const cells = (parse(source, CSV_OPTIONS) as string[][])[0];
        return cells ? [{ line: i + 1, cells }] : [];
      } catch {
        problems.push({
          file,
          line: i + 1,
          message: "a quote is not closed or stands inside a cell",
        });
        return [];
      }
    });
  }
}

function countLineBreaks(cells: readonly string[]): number {
  let breaks = 0;
  for (const cell of cells) breaks += cell.match(/\r\n|\n|\r/g)?.length ?? 0;
  return breaks;
}

function isBlank(cells: readonly string[]): boolean {
  return cells.every((cell) => cell.trim() === "");
}
