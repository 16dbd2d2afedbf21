// Postgres rolls a transaction back because of another one: here the real server does it, in a deadlock with a schema
// change, and by a trigger that raises the same errors as often as a test wants.
import pg from "pg";
import { afterAll, afterEach, beforeEach, describe, expect, test } from "vitest";
import { until } from "../../test/services/free-port.ts";
import { postgresAvailable } from "../../test/services/postgres.ts";
import { prepareStores } from "../../test/services/stores.ts";
import { type Store, StoreAwayError } from "./store.ts";

const clock = () => Date.UTC(2026, 0, 15, 12);
const stores = prepareStores();
afterAll(() => stores.closeAll());

describe.skipIf(!postgresAvailable())("a transaction that Postgres rolled back", () => {
  let store: Store;
  let other: pg.Client;
  beforeEach(async () => {
    const target = await stores.newTarget("Postgres");
    other = new pg.Client({ connectionString: target.databaseUrl });
    await other.connect();
    // The store's side always detects a deadlock first, and never before there is one.
    const name = new URL(target.databaseUrl ?? "").pathname.slice(1);
    await other.query(`alter database ${name} set deadlock_timeout = '3s'`);
    await other.query("set deadlock_timeout = '10min'");
    store = await stores.open(target, clock);
  });
  afterEach(() => other.end());

  test("a read that met a schema change in a deadlock is answered", async () => {
    await other.query("begin; lock table accounts in access exclusive mode");
    const found = store.findKeyForRequest("no such hash", "2026-01-15");
    await until("the read waits for the table", async () => {
      const { rows } = await other.query("select 1 from pg_locks where not granted");
      if (rows.length === 0) throw new Error("nothing waits");
    });
    // Taken in the other order than the read does.
    await other.query("lock table api_keys in access exclusive mode");
    await other.query("commit");
    expect(await found).toBeNull();
  });

  /** Raises an error on the first writes of location sets; says how many there were. */
  async function refuseWrites(code: string, times: number): Promise<() => Promise<number>> {
    // A sequence goes on counting through rollbacks.
    await other.query(`
      create sequence attempts;
      create function refuse() returns trigger language plpgsql as $$
      begin
        if nextval('attempts') <= ${times} then raise exception sqlstate '${code}'; end if;
        return new;
      end $$;
      create trigger refuse before insert on location_sets for each row execute function refuse()`);
    return async () =>
      Number((await other.query("select last_value from attempts")).rows[0].last_value);
  }
  const save = () => store.saveLocationSet({ version: "x", payload: "{}" });

  test.each(["40001", "40P01"])("%s is tried again as a whole, and written once", async (code) => {
    const attempts = await refuseWrites(code, 4);
    await save();
    expect(await attempts()).toBe(5);
    const { rows } = await other.query("select version from location_sets");
    expect(rows).toEqual([{ version: "x" }]);
  });

  test("every time: the store is unavailable for now, which is no fault of the program", async () => {
    const attempts = await refuseWrites("40001", 1_000_000);
    await expect(save()).rejects.toBeInstanceOf(StoreAwayError);
    expect(await attempts()).toBe(5);
    expect(await store.readLocationVersion()).toBeNull();
  });

  test("any other error is not tried again", async () => {
    const attempts = await refuseWrites("23514", 1_000_000);
    await expect(save()).rejects.toMatchObject({ code: "23514" });
    expect(await attempts()).toBe(1);
  });
});
