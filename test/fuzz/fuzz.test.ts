// A slice of the fuzz (`npm run fuzz` sends 50,000): every endpoint of both services and the dashboard's API, with a
// new seed each day, so that coverage grows over time.
import { afterAll, beforeAll, expect, test } from "vitest";
import { makeKey, openAccounts } from "../contract/v1.ts";
import { type ServerProcess, startServer } from "../server-process.ts";
import { fuzz } from "./fuzz.ts";

let server: ServerProcess;
beforeAll(async () => {
  server = await startServer({
    RATE_PER_MINUTE: "1000000000",
    CONCURRENT_PER_KEY: "1000000",
    BAD_KEYS_PER_MINUTE: "1000000000",
  });
});
afterAll(() => server?.stop());

test("2,000 made-up requests find no server error, no odd shape and a process that lives", async () => {
  const { accounts, close } = await openAccounts(server);
  const { key } = await makeKey(accounts, { quota: 1_000_000 });
  await close();
  const seed = Math.floor(Date.now() / 86_400_000);
  const findings = await fuzz({
    target: server,
    key,
    seed,
    requests: 2000,
    isAlive: () => isRunning(server.pid),
  });
  expect([seed, findings.problems]).toEqual([seed, []]);
  expect(findings.sent).toBeGreaterThanOrEqual(2000);
  expect(findings.checked).toBeGreaterThan(300);
  expect((await fetch(`${server.http}/readyz`)).status).toBe(200);
}, 600_000);

function isRunning(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch {
    return false;
  }
}
