// How many rows with long texts one statement may read or remove. On SQLite a statement is synchronous, and the answer about
// one long text takes megabytes: fifty of them would keep everybody waiting for a second.
import { type RawBuilder, sql } from "kysely";

/** Bytes: some ten milliseconds on SQLite. */
const SIZE_MAX = 1_000_000;

/** Bytes of these columns together, known without reading them. */
export function sizeOf(...columns: readonly string[]): RawBuilder<number> {
  const sizes = columns.map((column) => sql`coalesce(octet_length(${sql.ref(column)}), 0)`);
  return sql<number>`${sql.join(sizes, sql` + `)}`;
}

/** The first of these rows: as many as are not too large together, and at least one. */
export function takeBySize<Row extends { size: number }>(rows: readonly Row[]): Row[] {
  let size = 0;
  return rows.filter((row, index) => {
    size += Number(row.size);
    return index === 0 || size <= SIZE_MAX;
  });
}
