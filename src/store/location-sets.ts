// The imported location sets: the newest one is active, the two before it are kept for a rollback.
import type { Run } from "./schema.ts";

export type LocationSet = { version: string; importedAt: number; payload: string };

export type LocationSets = {
  /** The active set, or null while nothing was imported (the packaged set is used). */
  readLocationSet(): Promise<LocationSet | null>;
  /** Its version alone: cheap enough to ask every second. */
  readLocationVersion(): Promise<string | null>;
  /** Activates a set, atomically. */
  saveLocationSet(set: { version: string; payload: string }): Promise<void>;
};

const keptSets = 3;

export function locationSets(run: Run, clock: () => number): LocationSets {
  return {
    readLocationSet: () =>
      run.read(async (db) => {
        const row = await db
          .selectFrom("location_sets")
          .select(["version", "imported_at", "payload"])
          .orderBy("seq", "desc")
          .limit(1)
          .executeTakeFirst();
        return row
          ? { version: row.version, importedAt: row.imported_at, payload: row.payload }
          : null;
      }),

    readLocationVersion: () =>
      run.read(async (db) => {
        const row = await db
          .selectFrom("location_sets")
          .select("version")
          .orderBy("seq", "desc")
          .limit(1)
          .executeTakeFirst();
        return row?.version ?? null;
      }),

    saveLocationSet: ({ version, payload }) =>
      run.write(async (trx) => {
        await trx
          .insertInto("location_sets")
          .values({ version, payload, imported_at: clock() })
          .execute();
        const kept = trx
          .selectFrom("location_sets")
          .select("seq")
          .orderBy("seq", "desc")
          .limit(keptSets);
        await trx.deleteFrom("location_sets").where("seq", "not in", kept).execute();
      }),
  };
}
