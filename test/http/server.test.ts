// The server itself, over real connections: listeners, limits, slow clients, probes, graceful shutdown.
import { spawn } from "node:child_process";
import { once } from "node:events";
import { mkdtempSync, rmSync } from "node:fs";
import { Agent, request } from "node:http";
import { request as requestTls } from "node:https";
import { connect, createServer } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { connect as connectTls } from "node:tls";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { type Program, startProgram } from "../program.ts";
import { startServer } from "../server-process.ts";

const bin = new URL("../../bin/lodestone.js", import.meta.url).pathname;

describe("a running program", () => {
  let program: Program;
  beforeAll(async () => {
    program = await startProgram({ SERVICES: "locations" });
  });
  afterAll(() => program.stop());

  test("the start page answers at once, leads to the documentation and loads nothing from outside", async () => {
    const reply = await fetch(`${program.http}/`);
    const page = await reply.text();
    expect(reply.status).toBe(200);
    expect(reply.headers.get("content-type")).toBe("text/html; charset=utf-8");
    expect(page).toContain('href="/api/docs"');
    expect(page).not.toMatch(/https?:\/\//);
    expect(reply.headers.get("content-security-policy")).toContain("default-src 'none'");
  });

  test("the documentation page and all it loads come from this host alone", async () => {
    const reply = await fetch(`${program.http}/api/docs`);
    const page = await reply.text();
    expect(page).not.toMatch(/(src|href)="https?:/);
    const policy = reply.headers.get("content-security-policy");
    expect(policy).toContain("default-src 'none'; script-src 'self';");
    expect(policy).toContain(`connect-src 'self' ${program.http};`);
    const script = await fetch(`${program.http}/api/docs/reference.js`, {
      headers: { "accept-encoding": "br" },
    });
    expect(script.headers.get("content-encoding")).toBe("br");
    expect((await script.text()).length).toBeGreaterThan(1_000_000);
  });

  test("the document shows every endpoint with a real reply", async () => {
    const document = await (await fetch(`${program.http}/api/openapi.json`)).json();
    expect(document.openapi).toBe("3.1.0");
    expect(Object.keys(document.paths)).toHaveLength(15);
    expect(JSON.stringify(document.paths["/api/search"])).toContain("Pune APMC");
  });

  test("probes answer", async () => {
    expect(await (await fetch(`${program.http}/healthz`)).json()).toEqual({ status: "ok" });
    expect(await (await fetch(`${program.http}/readyz`)).json()).toEqual({ status: "ready" });
  });

  test("metrics count requests by route and are closed to proxied requests", async () => {
    await fetch(`${program.http}/api/states/20/districts`);
    await fetch(`${program.http}/api/nope/${"x".repeat(50)}`);
    const text = await (await fetch(`${program.http}/metrics`)).text();
    expect(text).toMatch(
      /http_requests_total\{route="\/api\/states\/:state_id\/districts",method="GET",status="200"\} \d+/,
    );
    expect(text).toMatch(/http_request_duration_seconds_bucket\{.*le="\+Inf"\} \d+/);
    // Paths that match nothing share one series, or a scanner could fill the memory.
    expect(text).not.toContain("xxxx");
    const proxied = await fetch(`${program.http}/metrics`, {
      headers: { "x-forwarded-for": "203.0.113.9" },
    });
    expect(proxied.status).toBe(403);
  });

  // A name that was made to point here (DNS rebinding) would let any page read them.
  test("metrics are told to this machine under its own names only", async () => {
    const ask = (host: string) =>
      speak(
        program.httpPort,
        `GET /metrics HTTP/1.1\r\nhost: ${host}\r\nconnection: close\r\n\r\n`,
      );
    expect(await ask("localhost")).toMatch(/^HTTP\/1\.1 200 /);
    expect(await ask("rebound.example")).toMatch(/^HTTP\/1\.1 403 /);
  });

  test("a path of no service is 404 in a shape both services' clients can read", async () => {
    const reply = await fetch(`${program.http}/nope`);
    expect(reply.status).toBe(404);
    const doc_url = `${program.http}/errors#endpoint_not_found`;
    const details = { code: "endpoint_not_found", doc_url };
    expect(await reply.json()).toMatchObject({
      status: "error",
      message: "Endpoint not found",
      ...details,
      error: { message: "Endpoint not found", type: "not_found_error", ...details },
      request_id: expect.any(String),
    });
  });

  test("a browser that asks for a page that is not there is shown one; services go on speaking JSON", async () => {
    const accept = "text/html,application/xhtml+xml,*/*;q=0.8";
    const reply = await fetch(`${program.http}/kyes?<script>`, { headers: { accept } });
    expect(reply.status).toBe(404);
    expect(reply.headers.get("content-type")).toBe("text/html; charset=utf-8");
    expect(reply.headers.get("content-security-policy")).toContain("default-src 'none'");
    const page = await reply.text();
    expect(page).toContain("Page not found");
    expect(page).not.toContain("<script>");
    for (const path of ["/api/nope", "/v1/nope", "/dashboard/api/nope", "/assets/nope.js"]) {
      const other = await fetch(program.http + path, { headers: { accept } });
      expect([path, other.headers.get("content-type")]).toEqual([
        path,
        "application/json; charset=utf-8",
      ]);
    }
  });

  test("huge headers get 431 and the next request is answered", async () => {
    const answer = await speak(
      program.httpPort,
      `GET /api/states HTTP/1.1\r\nhost: x\r\nbig: ${"a".repeat(20_000)}\r\n\r\n`,
    );
    expect(answer).toMatch(/^HTTP\/1\.1 431 /);
    expect(answer).toContain('"status":"error"');
    expect((await fetch(`${program.http}/api/states`)).status).toBe(200);
  });

  test.each([
    ["garbage", "hello\r\n\r\n"],
    [
      "two lengths",
      "POST /api/states HTTP/1.1\r\nhost: x\r\ncontent-length: 1\r\ncontent-length: 2\r\n\r\nab",
    ],
    [
      "length and chunks",
      "POST /api/states HTTP/1.1\r\nhost: x\r\ncontent-length: 5\r\ntransfer-encoding: chunked\r\n\r\n0\r\n\r\n",
    ],
    ["no host", "GET /api/states HTTP/1.1\r\n\r\n"],
  ])("%s is refused with 400 and the connection closed", async (_name, text) => {
    const answer = await speak(program.httpPort, text);
    expect(answer).toMatch(/^HTTP\/1\.1 400 /);
  });

  test("old TLS is refused, 1.2 and 1.3 are spoken", async () => {
    const versions: Array<string | null> = [];
    for (const version of ["TLSv1.2", "TLSv1.3"] as const) {
      const socket = connectTls({
        port: program.httpsPort,
        host: "127.0.0.1",
        ca: program.ca,
        minVersion: version,
        maxVersion: version,
      });
      await once(socket, "secureConnect");
      versions.push(socket.getProtocol());
      socket.destroy();
    }
    expect(versions).toEqual(["TLSv1.2", "TLSv1.3"]);
    const old = connectTls({
      port: program.httpsPort,
      host: "127.0.0.1",
      ca: program.ca,
      minVersion: "TLSv1",
      maxVersion: "TLSv1.1",
      ciphers: "DEFAULT@SECLEVEL=0",
    });
    const [error] = await once(old, "error");
    expect(String(error)).toMatch(/alert|protocol/i);
  });

  test("the local certificate is good for a client that trusts its authority, and for no other", async () => {
    const status = await new Promise<number | undefined>((resolve, reject) => {
      requestTls(`${program.https}/healthz`, { ca: program.ca }, (reply) => {
        reply.resume();
        resolve(reply.statusCode);
      })
        .on("error", reject)
        .end();
    });
    expect(status).toBe(200);
    await expect(fetch(`${program.https}/healthz`)).rejects.toThrow("fetch failed");
  });
});

describe("another start", () => {
  // 79 MB in three seconds, before.
  test("a stranger's requests for what is not there can't fill the log, and are counted all", async () => {
    const server = await startServer({ SERVICES: "locations", LOG_LEVEL: "info" });
    const before = server.output().length;
    const path = `/${"x".repeat(10_000)}`;
    await Promise.all(Array.from({ length: 300 }, () => fetch(server.http + path)));
    const metrics = await (await fetch(`${server.http}/metrics`)).text();
    expect(metrics).toContain('http_requests_total{route="none",method="GET",status="404"} 300');
    const logged = server.output().slice(before);
    await server.stop();
    expect(logged).toContain('"status":404');
    // However long the requests took: ten lines a second of some 400 characters.
    expect(logged.length).toBeLessThan(100_000);
    expect(logged).not.toContain("x".repeat(300));
  });

  test("metrics open with the token and only with it, when one is set", async () => {
    const program = await startProgram({
      SERVICES: "locations",
      METRICS_TOKEN: "a-long-enough-token",
    });
    const ask = (authorization: string) =>
      fetch(`${program.http}/metrics`, { headers: { authorization } });
    expect((await ask("Bearer a-long-enough-token")).status).toBe(200);
    expect((await ask("Bearer a-long-enough-tokem")).status).toBe(403);
    expect((await fetch(`${program.http}/metrics`)).status).toBe(403);
    await program.stop();
  });

  test("a stop finishes the request that runs, refuses new ones, and exits 0", async () => {
    const folder = mkdtempSync(join(tmpdir(), "lodestone-stop-"));
    const child = spawn(process.execPath, [bin, "serve"], {
      env: {
        ...process.env,
        DATA_DIR: folder,
        HTTP_PORT: "0",
        HTTPS_PORT: "0",
        SERVICES: "locations",
      },
      stdio: ["ignore", "pipe", "inherit"],
    });
    const port = await readPort(child.stdout);
    // A slow reader: the export is under way while the signal arrives.
    const agent = new Agent({ keepAlive: true });
    const asked = request({ port, path: "/api/export", agent });
    asked.end();
    const [reply] = await once(asked, "response");
    child.kill("SIGTERM");
    let size = 0;
    reply.on("data", (chunk: Buffer) => (size += chunk.length));
    await once(reply, "end");
    expect(size).toBeGreaterThan(400_000);
    const [code] = await once(child, "exit");
    expect(code).toBe(0);
    agent.destroy();
    rmSync(folder, { recursive: true, force: true });
  });

  test("ports in use and bad settings are told together, with exit code 1, and nothing is opened", async () => {
    const folder = mkdtempSync(join(tmpdir(), "lodestone-bad-"));
    const taken = createServer().listen(0, "127.0.0.1");
    await once(taken, "listening");
    const { port } = taken.address() as { port: number };
    const child = spawn(process.execPath, [bin, "serve"], {
      env: {
        ...process.env,
        DATA_DIR: join(folder, "var"),
        HTTP_PORT: String(port),
        HTTPS_PORT: "0",
        RATE_PER_MINUTE: "many",
      },
      stdio: ["ignore", "pipe", "pipe"],
    });
    let text = "";
    child.stderr.on("data", (chunk) => (text += chunk));
    const [code] = await once(child, "exit");
    expect(code).toBe(1);
    expect(text).toContain("RATE_PER_MINUTE must be a whole number");
    expect(text).toContain(`HTTP_PORT ${port} is in use`);
    const { existsSync } = await import("node:fs");
    expect(existsSync(join(folder, "var"))).toBe(false);
    taken.close();
    rmSync(folder, { recursive: true, force: true });
  });
});

/** Sends bytes on a bare connection and reads until the server closes it. */
async function speak(port: number, text: string): Promise<string> {
  const socket = connect(port, "127.0.0.1");
  socket.write(text);
  let answer = "";
  socket.on("data", (chunk) => (answer += chunk));
  await once(socket, "close");
  return answer;
}

async function readPort(output: NodeJS.ReadableStream): Promise<number> {
  let text = "";
  for await (const chunk of output) {
    text += chunk;
    const found = /"http":"http:\/\/127\.0\.0\.1:(\d+)\/"/.exec(text);
    if (found) return Number(found[1]);
  }
  throw new Error(`no address in ${text}`);
}
