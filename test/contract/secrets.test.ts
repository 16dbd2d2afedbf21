// What must never be logged or stored: keys and texts, at the most verbose log level, in errors too.
import { spawn } from "node:child_process";
import { once } from "node:events";
import { mkdtempSync, readdirSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, test } from "vitest";
import { call, FORM, form, makeKey, openAccounts, TEXT } from "./v1.ts";

const bin = new URL("../../bin/lodestone.js", import.meta.url).pathname;

test("no key, text, query or idempotency key reaches the log, the metrics or the store", async () => {
  const dataDir = mkdtempSync(join(tmpdir(), "lodestone-secrets-"));
  const env = {
    DATA_DIR: dataDir,
    HTTP_PORT: "0",
    HTTPS_PORT: "0",
    LOG_LEVEL: "debug",
    WORKERS: "1",
  };
  const child = spawn(process.execPath, [bin, "serve"], {
    env: { ...process.env, ...env },
    stdio: ["ignore", "pipe", "pipe"],
  });
  let output = "";
  child.stderr.on("data", (chunk) => (output += chunk));
  await new Promise<void>((resolve) => {
    child.stdout.on("data", (chunk) => {
      output += chunk;
      if (output.includes('"ready"')) resolve();
    });
  });
  const port = (name: string) =>
    Number(new RegExp(`"${name}":"${name}://127.0.0.1:(\\d+)`).exec(output)?.[1]);
  const program = {
    http: `http://127.0.0.1:${port("http")}`,
    https: `https://127.0.0.1:${port("https")}`,
    httpPort: port("http"),
    httpsPort: port("https"),
    ca: readFileSync(join(dataDir, "tls", "ca.pem"), "utf8"),
    dataDir,
    env,
    stop: async () => {},
  };
  const rules = await openAccounts(program);
  const { key } = await makeKey(rules.accounts);
  const wrongKey = "ls_live_not-a-key-but-somebodys-secret";
  const headers = {
    "x-api-key": key,
    origin: "https://example.com",
    "content-type": FORM,
    "idempotency-key": "idem-secret-7",
  };
  const marked = `${TEXT} Xylophone quagmire.`;
  const statuses = [
    await call(program, { path: "/v1/detect", headers, body: form(marked) }),
    await call(program, {
      path: "/v1/regenerate?content=Zeppelinquery",
      headers,
      body: form(marked),
    }),
    await call(program, {
      path: "/v1/detect",
      headers: { ...headers, "x-api-key": wrongKey },
      body: form(marked),
    }),
    await call(program, { path: "/v1/detect", headers, body: `${form(marked)}%` }),
    await call(program, { path: "/v1/detect", headers, body: form(marked), isPlain: true }),
    await call(program, { method: "GET", path: "/api/search?q=Zeppelinquery", isPlain: true }),
  ].map((reply) => reply.status);
  // A text in the query is refused like any unknown name, and must not be logged for that.
  expect(statuses).toEqual([200, 400, 401, 400, 403, 200]);
  const metrics = await call(program, { method: "GET", path: "/metrics", isPlain: true });
  await rules.close();
  child.kill("SIGTERM");
  const [code] = await once(child, "exit");
  expect(code).toBe(0);
  expect(output.split("\n").filter((line) => line.includes('"request"')).length).toBeGreaterThan(5);
  for (const secret of [key, wrongKey, "Xylophone", "Zeppelinquery", "idem-secret-7"]) {
    expect(output).not.toContain(secret);
    expect(metrics.text).not.toContain(secret);
  }
  // The account asked for no history: its text is in no file either, nor is its key.
  for (const file of readdirSync(dataDir).filter((name) => name.startsWith("lodestone.db"))) {
    const bytes = readFileSync(join(dataDir, file));
    // The empty file beside the database only says that there is one.
    expect(bytes.includes(key.slice(-4))).toBe(file !== "lodestone.db.exists");
    for (const secret of [key, "Xylophone"]) expect(bytes.includes(secret)).toBe(false);
  }
  rmSync(dataDir, { recursive: true, force: true });
});
