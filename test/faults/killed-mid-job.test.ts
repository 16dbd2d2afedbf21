// kill -9 of servers that are working on jobs, again and again, on both stores: the jobs are taken up again, every text
// gets one result and is charged once.
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, describe, expect, test, vi } from "vitest";
import { buildTinyModel } from "../../testing/tiny-model.ts";
import { call, makeKey, openAccounts } from "../contract/v1.ts";
import { type ServerProcess, startServer } from "../server-process.ts";
import { type PostgresService, postgresAvailable, startPostgres } from "../services/postgres.ts";

const KILLS = 2;
const TEXTS = 300;
let postgres: PostgresService | null = null;
afterAll(() => postgres?.stop());

async function createDatabase(): Promise<{ DATABASE_URL: string }> {
  postgres = await startPostgres();
  return { DATABASE_URL: await postgres.createDatabase() };
}

const kinds = [
  { name: "embedded store", copies: 1, isHere: true },
  { name: "Postgres, two copies", copies: 2, isHere: postgresAvailable() },
];

describe.each(kinds)("$name", ({ copies, isHere }) => {
  test.skipIf(!isHere)(
    `${KILLS} kills in the middle of a job: every text has one result and one check`,
    async () => {
      const folder = mkdtempSync(join(tmpdir(), "lodestone-jobs-"));
      const modelDir = await buildTinyModel();
      const database = copies > 1 ? await createDatabase() : {};
      const envOf = (copy: number) => ({
        ...database,
        DATA_DIR: join(folder, String(copy)),
        MODEL_DIR: modelDir,
        SERVICES: "authenticity",
        RATE_PER_MINUTE: "1000000",
      });
      const startAll = () =>
        Promise.all(Array.from({ length: copies }, (_, copy) => startServer(envOf(copy))));
      let servers = await startAll();
      const { accounts, close } = await openAccounts({ env: envOf(0) });
      const { key, accountId } = await makeKey(accounts, { quota: 1_000_000 });
      const ask = (server: ServerProcess, method: string, path: string, body?: object) =>
        call(server, {
          method,
          path: `/v1/jobs${path}`,
          headers: {
            "x-api-key": key,
            origin: "https://example.com",
            "content-type": "application/json",
          },
          ...(body === undefined ? {} : { body: JSON.stringify(body) }),
        });
      const items = Array.from({ length: TEXTS }, (_, at) => ({
        id: `t${at}`,
        content: `Text number ${at}. ${"It has a few more words to read. ".repeat(10)}`,
      }));
      const [first] = servers as [ServerProcess];
      const { status, body } = await ask(first, "POST", "", { items });
      expect(status).toBe(202);
      const readDone = async () => {
        const { body: job } = await ask(servers[0] as ServerProcess, "GET", `/${body.id}`);
        return job.progress.done as number;
      };

      for (let kill = 1; kill <= KILLS; kill++) {
        const before = await readDone();
        const done = await vi.waitFor(async () => {
          const now = await readDone();
          expect(now).toBeGreaterThan(before);
          return now;
        }, 60_000);
        expect(done).toBeLessThan(TEXTS);
        // Of several copies one outlives the last kill and takes up what the others held.
        const killed = copies > 1 && kill === KILLS ? servers.slice(1) : servers;
        await Promise.all(killed.map((server) => server.kill()));
        const spared = servers.filter((server) => !killed.includes(server));
        const restarted = await Promise.all(
          killed.map((_, at) => startServer(envOf(spared.length + at))),
        );
        servers = [...spared, ...restarted];
      }
      // An orderly stop leaves the rest to the next start.
      for (const server of servers) expect(await server.terminate()).toBe(0);
      servers = [await startServer(envOf(0))];
      await vi.waitFor(
        async () => {
          const { body: job } = await ask(servers[0] as ServerProcess, "GET", `/${body.id}`);
          expect(job.status).toBe("done");
        },
        { timeout: 240_000, interval: 200 },
      );
      const { body: result } = await ask(servers[0] as ServerProcess, "GET", `/${body.id}/result`);
      const ids = (result.results as { id: string; verdict?: string }[]).map(
        ({ id, verdict }) => verdict !== undefined && id,
      );
      expect(ids).toEqual(items.map(({ id }) => id));
      expect(result.checks).toEqual({ counted: TEXTS, refused: 0 });
      expect((await accounts.callerFor(accountId))?.used).toBe(TEXTS);
      for (const server of servers) {
        expect(await server.terminate()).toBe(0);
        expect(server.output()).not.toContain("Text number");
      }
      await close();
      rmSync(folder, { recursive: true, force: true });
      rmSync(modelDir, { recursive: true, force: true });
    },
    600_000,
  );
});
