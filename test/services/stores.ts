// The stores a test runs on: the embedded one always, Postgres when the machine has it. Each call of
// `openTarget` names a new, empty store that any number of openers can share.
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { openStore, type Store } from "../../src/store/store.ts";
import { type PostgresService, postgresAvailable, startPostgres } from "./postgres.ts";

export type StoreKind = { name: "embedded" | "Postgres"; isHere: boolean };
export type StoreTarget = { dataDir: string; databaseUrl?: string };

export const storeKinds: StoreKind[] = [
  { name: "embedded", isHere: true },
  { name: "Postgres", isHere: postgresAvailable() },
];

export type Stores = {
  newTarget(kind: StoreKind["name"]): Promise<StoreTarget>;
  /** Opens a store and waits until it can be used; closed with the rest. */
  open(target: StoreTarget, clock: () => number): Promise<Store>;
  closeAll(): Promise<void>;
};

export function prepareStores(): Stores {
  const folder = mkdtempSync(join(tmpdir(), "lodestone-stores-"));
  let postgres: Promise<PostgresService> | null = null;
  const opened: Store[] = [];
  let targets = 0;
  return {
    async newTarget(kind) {
      const dataDir = join(folder, String(++targets));
      if (kind === "embedded") return { dataDir };
      postgres ??= startPostgres();
      return { dataDir, databaseUrl: await (await postgres).createDatabase() };
    },
    async open(target, clock) {
      const store = await openStore({ ...target, clock });
      opened.push(store);
      await store.whenReady();
      return store;
    },
    async closeAll() {
      try {
        await Promise.all(opened.splice(0).map((store) => store.close()));
      } finally {
        // Whatever failed, no server is left running.
        await (await postgres)?.stop();
        postgres = null;
      }
      rmSync(folder, { recursive: true, force: true });
    },
  };
}
