// `lodestone doctor` on a healthy machine, and with one thing wrong at a time; `lodestone locations export`.
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { createServer, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { judgeMemory } from "../../src/cli/doctor-checks.ts";
import { openLocalCertificate } from "../../src/http/http.ts";
import { call } from "../contract/v1.ts";
import { type Program, startProgram } from "../program.ts";
import { runCommand } from "../server-process.ts";

const folder = mkdtempSync(join(tmpdir(), "lodestone-doctor-"));
afterAll(() => rmSync(folder, { recursive: true, force: true }));
const healthy = { HTTP_PORT: "0", HTTPS_PORT: "0", WORKERS: "1", DATA_DIR: join(folder, "data") };

async function examine(env: Record<string, string> = {}) {
  const { code, out } = await runCommand(["doctor", "--json"], { env: { ...healthy, ...env } });
  type Finding = { name: string; outcome: string; found: string; advice?: string };
  const found = JSON.parse(out) as Finding[];
  const wrong = found.filter(({ outcome }) => outcome !== "ok");
  return { code, names: found.map(({ name }) => name), wrong };
}

test("a healthy machine has everything in order, each line named, and exit code 0", async () => {
  const { code, out } = await runCommand(["doctor"], { env: healthy });
  expect(code).toBe(0);
  const names = out
    .trimEnd()
    .split("\n")
    .map((line) => line.split(/ +/).slice(0, 2).join(" "));
  const all = ["settings", "versions", "ports", "store", "disk", "certificate", "model", "memory"];
  expect(names).toEqual(all.map((name) => `ok ${name}`));
});

describe("with one thing wrong", () => {
  let other: Server;
  beforeAll(async () => {
    other = createServer((_request, reply) => reply.end("something else"));
    await new Promise<void>((resolve) => other.listen(0, "127.0.0.1", resolve));
  });
  afterAll(() => void other.close());

  test("a bad setting is named, and is exit code 1", async () => {
    const { code, wrong } = await examine({ WORKERS: "some" });
    expect([code, wrong]).toEqual([
      1,
      [expect.objectContaining({ name: "settings", found: expect.stringContaining("WORKERS") })],
    ]);
  });

  test("a port that another program has is a fault, with what to do", async () => {
    const { port } = other.address() as AddressInfo;
    const { code, wrong } = await examine({ HTTP_PORT: String(port) });
    expect(code).toBe(1);
    expect(wrong).toEqual([
      {
        name: "ports",
        outcome: "fault",
        found: expect.stringContaining(`HTTP_PORT ${port} is in use`),
        advice: expect.stringContaining("HTTP_PORT"),
      },
    ]);
  });

  test("a damaged store is a fault, and everything else is looked at all the same", async () => {
    const dataDir = join(folder, "damaged");
    mkdirSync(dataDir);
    writeFileSync(join(dataDir, "lodestone.db"), "no database".repeat(1000));
    const { code, names, wrong } = await examine({ DATA_DIR: dataDir });
    expect([code, names.length]).toEqual([1, 8]);
    expect(wrong).toEqual([
      expect.objectContaining({ name: "store", outcome: "fault", advice: expect.any(String) }),
    ]);
  });

  test("a certificate that has ended is a fault", async () => {
    const old = join(folder, "old");
    await openLocalCertificate({ folder: old, host: "localhost", nowMs: Date.UTC(2020, 0) });
    const files = { TLS_CERT: join(old, "cert.pem"), TLS_KEY: join(old, "key.pem") };
    const { code, wrong } = await examine(files);
    expect([code, wrong]).toEqual([
      1,
      [expect.objectContaining({ name: "certificate", outcome: "fault" })],
    ]);
  });

  test("more workers than there is memory for are a warning", () => {
    expect(judgeMemory(8, 900e6)).toEqual({ outcome: "ok", found: expect.any(String) });
    expect(judgeMemory(32, 900e6)).toMatchObject({
      outcome: "warning",
      advice: expect.stringContaining("WORKERS"),
    });
  });
});

describe("beside a running server", () => {
  let program: Program;
  beforeAll(async () => {
    program = await startProgram({ SERVICES: "locations" });
  });
  afterAll(() => program.stop());

  test("its own store is in order, another one is a warning", async () => {
    const ports = { HTTP_PORT: String(program.httpPort), HTTPS_PORT: String(program.httpsPort) };
    expect(await examine({ ...ports, DATA_DIR: program.dataDir })).toMatchObject({
      code: 0,
      wrong: [],
    });
    expect((await examine(ports)).wrong).toEqual([
      {
        name: "ports",
        outcome: "warning",
        found: expect.stringContaining("on another store"),
        advice: expect.stringContaining("DATA_DIR"),
      },
    ]);
  });

  test("locations export writes what GET /api/export answers", async () => {
    for (const format of ["csv", "ndjson"]) {
      const path = `/api/export?format=${format}`;
      const { text } = await call(program, { method: "GET", path, isPlain: true });
      const words = ["locations", "export", "--format", format];
      const { code, out } = await runCommand(words, { env: program.env });
      expect([code, out === text]).toEqual([0, true]);
    }
    const file = join(folder, "all.json");
    await runCommand(["locations", "export", "--out", file], { env: program.env });
    expect(JSON.parse(readFileSync(file, "utf8")).data.states.length).toBeGreaterThan(30);
    const wrong = await runCommand(["locations", "export", "--format", "xml"], {
      env: program.env,
    });
    expect([wrong.code, wrong.err]).toEqual([
      2,
      "--format must be one of json, csv, ndjson, geojson.\n",
    ]);
  });
});
