// Readiness by service: the directory stays in service while the store is away.
import { afterEach, expect, test } from "vitest";
import { type Program, startProgram } from "../program.ts";
import { freePort } from "../services/free-port.ts";

let program: Program;
afterEach(() => program.stop());

const statusOf = async (path: string) => (await fetch(program.http + path)).status;

test("with the store away the text service is not ready, and the directory is", async () => {
  // Nobody listens there.
  const url = `postgres://lodestone@127.0.0.1:${await freePort()}/lodestone`;
  program = await startProgram({ WORKERS: "1", DATABASE_URL: url });
  expect(await statusOf("/readyz")).toBe(503);
  expect(await statusOf("/readyz/v1")).toBe(503);
  expect(await statusOf("/readyz/api")).toBe(200);
  expect(await statusOf("/api/states")).toBe(200);
});

test("a service that is switched off has no probe", async () => {
  program = await startProgram({ SERVICES: "locations" });
  expect(await statusOf("/readyz")).toBe(200);
  expect(await statusOf("/readyz/api")).toBe(200);
  expect(await statusOf("/readyz/v1")).toBe(404);
});
