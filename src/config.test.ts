import { chmodSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, expect, test } from "vitest";
import { readConfig, settings } from "./config.ts";

const folder = mkdtempSync(join(tmpdir(), "lodestone-config-"));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

const problemsOf = (env: Record<string, string>) => {
  const read = readConfig(env);
  return read.ok ? [] : read.problems;
};

test("with nothing set, the contract's defaults apply", () => {
  const read = readConfig({});
  if (!read.ok) throw new Error(read.problems.join());
  expect(read.config).toMatchObject({
    services: ["locations", "authenticity"],
    host: "127.0.0.1",
    httpPort: 8080,
    httpsPort: 8443,
    tlsCert: null,
    trustProxy: [],
    databaseUrl: null,
    redisUrl: null,
    ratePerMinute: 60,
    ratePerMinuteMax: 1000,
    readsPerMinute: 300,
    concurrentPerKey: 10,
    badKeysPerMinute: 300,
    quotaPerDay: 25,
    quotaBonusPerDay: 25,
    quotaBonusDays: 30,
    textLengthMax: 100_000,
    signup: "open",
    metricsToken: null,
  });
  expect(read.config.workers).toBeGreaterThan(0);
});

test("every problem is named, not just the first", () => {
  const problems = problemsOf({
    HTTP_PORT: "http",
    RATE_PER_MINUTE: "0",
    SIGNUP: "maybe",
    HOST: "a b",
  });
  expect(problems).toHaveLength(4);
  expect(problems.join("\n")).toMatch(/HOST.*\n.*HTTP_PORT.*\n.*RATE_PER_MINUTE.*\n.*SIGNUP/);
});

test.each([
  [{ HTTP_PORT: "70000" }, "HTTP_PORT must be a whole number from 0 to 65535"],
  [{ HTTP_PORT: "-1" }, "HTTP_PORT"],
  [{ HTTP_PORT: "1e3" }, "HTTP_PORT"],
  [{ QUOTA_PER_DAY: "25.5" }, "QUOTA_PER_DAY"],
  [{ SERVICES: "locations,mail" }, "SERVICES must list one or more of locations, authenticity"],
  [{ SERVICES: "," }, "SERVICES"],
  [{ TRUST_PROXY: "10.0.0.0/33" }, "TRUST_PROXY"],
  [{ TRUST_PROXY: "proxy.local" }, "TRUST_PROXY"],
  [{ TRUST_PROXY: "::1/129" }, "TRUST_PROXY"],
  [{ DATABASE_URL: "mysql://x" }, "DATABASE_URL must be an address that begins with postgres://"],
  [{ REDIS_URL: "http://x" }, "REDIS_URL"],
  [{ TLS_CERT: "/no/such/file", TLS_KEY: "/no/such/file" }, "TLS_CERT must name a file"],
  [{ METRICS_TOKEN: "short" }, "METRICS_TOKEN must have at least 16 characters"],
  [{ WORKERS: "0" }, "WORKERS"],
  [{ LOG_LEVEL: "loud" }, "LOG_LEVEL"],
])("%j is refused in plain words", (env, sentence) => {
  expect(problemsOf(env as Record<string, string>)[0]).toContain(sentence);
});

test("settings that only make sense together are checked together", () => {
  const file = join(folder, "cert.pem");
  writeFileSync(file, "x");
  expect(problemsOf({ TLS_CERT: file })).toEqual(["TLS_CERT and TLS_KEY must be set together."]);
  expect(problemsOf({ HTTP_PORT: "9000", HTTPS_PORT: "9000" })[0]).toContain("must differ");
  expect(problemsOf({ HTTP_PORT: "0", HTTPS_PORT: "0" })).toEqual([]);
  expect(problemsOf({ REDIS_URL: "redis://127.0.0.1" })[0]).toContain(
    "REDIS_URL needs DATABASE_URL",
  );
});

test("a refusal never repeats a secret", () => {
  const problems = problemsOf({ DATABASE_URL: "mysql://me:hunter2@db", METRICS_TOKEN: "hunter2" });
  expect(problems).toHaveLength(2);
  expect(problems.join()).not.toContain("hunter2");
});

test("a data folder that is a file is refused", () => {
  const file = join(folder, "plain");
  writeFileSync(file, "");
  chmodSync(file, 0o600);
  expect(problemsOf({ DATA_DIR: file })[0]).toContain("DATA_DIR must be a folder");
});

test("an empty or blank value counts as unset", () => {
  const read = readConfig({ HTTP_PORT: "", HOST: "  " });
  expect(read.ok && read.config.httpPort).toBe(8080);
  expect(read.ok && read.config.host).toBe("127.0.0.1");
});

test("every setting has a sentence for the settings page", () => {
  for (const setting of Object.values(settings)) {
    expect(setting.about).toMatch(/^[A-Z`].*\.$/s);
    expect(setting.env).toMatch(/^[A-Z_]+$/);
  }
});
