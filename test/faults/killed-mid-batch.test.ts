// kill -9 of a server that is working on batches, again and again: a batch is counted whole or not at
// all, every answer that arrived was counted, and asking again under the same idempotency key gives
// the answer without a second count.
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, test } from "vitest";
import { call, makeKey, openAccounts, TEXT } from "../contract/v1.ts";
import { type ServerProcess, startServer } from "../server-process.ts";

const KILLS = 8;
const SIZE = 7;

test(`${KILLS} kills in the middle of batches lose no counted check and give none twice`, async () => {
  const dataDir = mkdtempSync(join(tmpdir(), "lodestone-killed-"));
  const env = {
    DATA_DIR: dataDir,
    SERVICES: "authenticity",
    LOG_LEVEL: "info",
    RATE_PER_MINUTE: "1000000",
    CONCURRENT_PER_KEY: "1000000",
  };
  const { accounts, close } = await openAccounts({ env });
  const { key, accountId } = await makeKey(accounts, { quota: 1_000_000 });
  const used = async () => (await accounts.callerFor(accountId))?.used ?? 0;

  const send = (server: ServerProcess, n: number) =>
    call(server, {
      path: "/v1/detect/batch",
      headers: {
        "x-api-key": key,
        origin: "https://example.com",
        "content-type": "application/json",
        "idempotency-key": `batch-${n}`,
      },
      body: JSON.stringify({
        items: Array.from({ length: SIZE }, (_, at) => ({
          content: `${TEXT} Text ${at} of batch ${n}.`,
        })),
      }),
    });

  const answered = new Set<number>();
  let next = 0;
  for (let kill = 0; kill < KILLS; kill++) {
    const server = await startServer(env);
    let left = 1 + Math.floor(Math.random() * 8);
    const ask = async () => {
      for (;;) {
        const n = next++;
        const { status, body } = await send(server, n);
        expect(status).toBe(200);
        expect(body.checks).toEqual({ counted: SIZE, refused: 0 });
        answered.add(n);
        // The others are in the middle of theirs.
        if (--left === 0) void server.kill();
      }
    };
    const ends = await Promise.allSettled(Array.from({ length: 4 }, ask));
    for (const end of ends) {
      const code = end.status === "rejected" ? Object(end.reason).code : undefined;
      expect(["ECONNRESET", "ECONNREFUSED", "EPIPE"]).toContain(code);
    }
    await server.kill();
    const counted = await used();
    expect(counted % SIZE).toBe(0);
    expect(counted).toBeGreaterThanOrEqual(answered.size * SIZE);
    expect(counted).toBeLessThanOrEqual(next * SIZE);
  }
  expect(answered.size).toBeLessThan(next);

  const server = await startServer(env);
  for (let n = 0; n < next; n++) {
    const { status, body } = await send(server, n);
    expect(status).toBe(200);
    expect(body.checks).toEqual({ counted: SIZE, refused: 0 });
  }
  expect(await used()).toBe(next * SIZE);
  expect(await server.terminate()).toBe(0);
  await close();
  rmSync(dataDir, { recursive: true, force: true });
}, 600_000);
