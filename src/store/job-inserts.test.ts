import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, test } from "vitest";
import { openStore } from "./store.ts";

const START = Date.UTC(2026, 4, 20, 10);
const COUNT = 40;

test("the long texts of a job are stored and wiped a few at a time, with turns of the event loop", async () => {
  const folder = mkdtempSync(join(tmpdir(), "lodestone-inserts-"));
  const store = await openStore({ dataDir: folder, clock: () => START });
  try {
    const audit = { at: START, accountId: "acc_a", actor: "operator" as const, action: "test" };
    const rest = { passwordHash: null, createdAt: START, createdDay: "2026-05-20" };
    const account = { id: "acc_a", email: "a@example.com", ...rest, quotaOverride: null };
    await store.insertAccount({ ...account, madeBy: null }, audit);
    let turns = 0;
    let isOver = false;
    const turn = () => {
      turns++;
      if (!isOver) setImmediate(turn);
    };
    setImmediate(turn);
    const inserted = await store.insertJob(
      {
        id: "job_a",
        accountId: "acc_a",
        keyId: "key_a",
        isTest: false,
        task: "detect",
        options: "{}",
        createdAt: START,
        webhookUrl: null,
        idempotency: undefined,
      },
      Array.from({ length: COUNT }, (_, at) => ({ id: String(at), content: "a".repeat(100_000) })),
      {
        limits: { perAccount: 1, lengthPerAccount: 1e9, length: 1e9 },
        keptMs: 1000,
        isQuotaSpent: false,
      },
    );
    isOver = true;
    expect(inserted).toMatchObject({ outcome: "inserted", job: { total: COUNT } });
    // Three texts at a time. In one statement there are one or two.
    expect(turns).toBeGreaterThan(COUNT / 4);

    // A wipe removes a few of them at a time, and in the end all.
    await store.cancelJob("job_a", START);
    const wiped: number[] = [];
    do wiped.push(await store.wipeJobItems("job_a", 50));
    while (wiped.at(-1) !== 0);
    expect(Math.max(...wiped)).toBeLessThan(COUNT / 2);
    expect(wiped.reduce((sum, count) => sum + count, 0)).toBe(COUNT);
  } finally {
    await store.close();
    rmSync(folder, { recursive: true });
  }
});
