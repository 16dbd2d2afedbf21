// The nginx of compose.yaml: a real nginx takes its configuration, and a request goes through it to a
// running copy and back as it must.
import { readFileSync } from "node:fs";
import { request } from "node:https";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { parse } from "yaml";
import { makeKey, openAccounts } from "../contract/v1.ts";
import { type Program, startProgram } from "../program.ts";
import { type NginxService, nginxAvailable, startNginx } from "../services/nginx.ts";

const read = (file: string) => readFileSync(new URL(`../../${file}`, import.meta.url), "utf8");

test("compose's nginx serves as the other one does; only the copies are found another way", () => {
  const siteOf = (config: string) => config.slice(config.indexOf("\nserver {"));
  expect(siteOf(read("deploy/compose-nginx.conf"))).toBe(siteOf(read("deploy/nginx.conf")));
});

test("compose's nginx is one that looks names up anew, and the name is the service's", () => {
  const { services } = parse(read("compose.yaml")) as {
    services: Record<string, { image?: string; volumes?: string[] }>;
  };
  const [, major, minor] = /^nginx:(\d+)\.(\d+)/.exec(services.nginx?.image ?? "") ?? [];
  // `resolve` for a server of an upstream came to the free nginx with 1.27.3.
  expect(Number(major) * 100 + Number(minor)).toBeGreaterThanOrEqual(128);
  expect(services.nginx?.volumes?.[0]).toMatch(/^\.\/deploy\/compose-nginx\.conf:/);
  const [, name = ""] = /server (\w+):8080 resolve /.exec(read("deploy/compose-nginx.conf")) ?? [];
  expect(Object.keys(services)).toContain(name);
});

describe.skipIf(!nginxAvailable())("a request through compose's nginx", () => {
  let program: Program;
  let nginx: NginxService;
  let key: string;

  beforeAll(async () => {
    program = await startProgram({ TRUST_PROXY: "127.0.0.1" });
    nginx = await startNginx([program.httpPort], "compose-nginx.conf");
    const { accounts, close } = await openAccounts(program);
    ({ key } = await makeKey(accounts));
    await close();
  }, 600_000);
  afterAll(async () => {
    await nginx?.stop();
    await program?.stop();
  });

  const get = (path: string, headers: Record<string, string> = {}) =>
    new Promise<{ status: number; headers: Record<string, unknown>; text: string }>(
      (resolve, reject) => {
        const asked = request({ port: nginx.port, host: "127.0.0.1", path, ca: nginx.ca, headers });
        asked.on("error", reject);
        asked.on("response", async (reply) => {
          let text = "";
          for await (const chunk of reply) text += chunk;
          resolve({ status: reply.statusCode ?? 0, headers: reply.headers, text });
        });
        asked.end();
      },
    );

  test("reaches both services, and counts as HTTPS", async () => {
    const states = await get("/api/states");
    expect([states.status, JSON.parse(states.text).status]).toEqual([200, "success"]);
    expect(states.headers["strict-transport-security"]).toBe("max-age=31536000");
    const keyed = { "x-api-key": key, origin: "https://example.com" };
    expect((await get("/v1/usage", keyed)).status).toBe(200);
    expect((await get("/v1/usage", { ...keyed, origin: "https://evil.example" })).status).toBe(401);
  });

  test("is not told to be plain HTTP by its sender, nor where it comes from", async () => {
    const forged = { "x-forwarded-proto": "http", "x-forwarded-for": "203.0.113.7" };
    const keyed = { "x-api-key": key, origin: "https://example.com", ...forged };
    expect((await get("/v1/usage", keyed)).status).toBe(200);
  });

  test("reads of the directory come from the cache, one answer for each encoding", async () => {
    const first = await get("/api/states?n=1");
    expect((await get("/api/states?n=1", { "accept-encoding": "br" })).headers).toMatchObject({
      "content-encoding": "br",
      "cache-control": "public, max-age=300",
      vary: "accept-encoding",
    });
    const again = await get("/api/states?n=1");
    expect(again.text).toBe(first.text);
    // The same request id: no copy was asked.
    expect(again.headers["x-request-id"]).toBe(first.headers["x-request-id"]);
    const unchanged = await get("/api/states?n=1", {
      "if-none-match": String(first.headers.etag),
    });
    expect(unchanged.status).toBe(304);
  });

  test("health, errors and the text service are never cached", async () => {
    const idsOf = async (path: string, headers = {}) => {
      const replies = [await get(path, headers), await get(path, headers)];
      return new Set(replies.map((reply) => reply.headers["x-request-id"])).size;
    };
    expect(await idsOf("/api/health")).toBe(2);
    expect(await idsOf("/api/states/999999")).toBe(2);
    expect(await idsOf("/v1/usage", { "x-api-key": key, origin: "https://example.com" })).toBe(2);
    expect(await idsOf("/v1/models")).toBe(2);
  });

  test("while no copy is there, what is cached is given on, and the rest is 503 in the shape of both services", async () => {
    const cached = await get("/api/states");
    await program.stop();
    expect((await get("/api/states")).text).toBe(cached.text);
    const { status, headers, text } = await get("/api/states?n=never-asked");
    expect([status, headers["retry-after"], headers["content-type"]]).toEqual([
      503,
      "1",
      "application/json; charset=utf-8",
    ]);
    expect(JSON.parse(text)).toMatchObject({
      status: "error",
      error: { type: "overloaded_error" },
      request_id: expect.any(String),
    });
  });
});
