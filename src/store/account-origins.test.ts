// A store of an earlier release: how its accounts were created is derived from the audit trail.
import { join } from "node:path";
import Database from "better-sqlite3";
import pg from "pg";
import { afterAll, describe, expect, test } from "vitest";
import { prepareStores, type StoreTarget, storeKinds } from "../../test/services/stores.ts";

const stores = prepareStores();
afterAll(() => stores.closeAll());

/** Takes the schema's steps back and leaves accounts as they were made then. */
const EARLIER = [
  "drop table request_log",
  "drop table refused_requests",
  "alter table api_keys drop column rate_per_minute",
  "alter table api_keys drop column metadata",
  "alter table api_keys drop column external_id",
  "drop table job_items",
  "drop table jobs",
  "drop table shares",
  "drop index history_by_deleted_at",
  "alter table history drop column deleted_at",
  "alter table api_keys drop column mode",
  "alter table api_keys drop column checks_per_day",
  "alter table api_keys drop column endpoints",
  "drop table recovery_codes",
  "drop table second_factors",
  "drop table reset_links",
  "alter table accounts drop column made_by",
  "drop table spent_days",
  "delete from schema_migrations where version >= 4",
  ...["a:account", "b:operator"].flatMap((pair) => {
    const [id, actor] = pair.split(":");
    return [
      `insert into accounts (id, email, created_at, created_day) values ('${id}', '${id}@example.com', 0, '2026-01-01')`,
      `insert into audit (at, account_id, actor, action, details) values (0, '${id}', '${actor}', 'account.created', '{}')`,
      `insert into audit (at, account_id, actor, action, details) values (1, '${id}', 'account', 'session.opened', '{}')`,
    ];
  }),
  "insert into accounts (id, email, created_at, created_day) values ('c', 'c@example.com', 0, '2026-01-01')",
];

async function execute({ dataDir, databaseUrl }: StoreTarget, statements: readonly string[]) {
  if (databaseUrl === undefined) {
    const raw = new Database(join(dataDir, "lodestone.db"));
    for (const sql of statements) raw.exec(sql);
    raw.close();
    return;
  }
  const client = new pg.Client({ connectionString: databaseUrl });
  await client.connect();
  for (const sql of statements) await client.query(sql);
  await client.end();
}

describe.each(storeKinds)("$name store", ({ name, isHere }) => {
  test.skipIf(!isHere)(
    "accounts made before are known as signed up, the operator's, or neither",
    async () => {
      const target = await stores.newTarget(name);
      await (await stores.open(target, Date.now)).close();
      await execute(target, EARLIER);
      const store = await stores.open(target, Date.now);
      const accounts = await store.listAccounts({ limit: 9 });
      expect(accounts.map(({ id, madeBy }) => [id, madeBy])).toEqual([
        ["a", "sign_up"],
        ["b", "command_line"],
        ["c", null],
      ]);
      expect(
        await store.deleteAccount(
          "a",
          { at: 0, accountId: null, actor: "account", action: "account.deleted" },
          { day: "2026-01-01", emailHash: "h" },
        ),
      ).toBe(true);
    },
  );
});
