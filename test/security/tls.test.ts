// The HTTPS port for attackers and operators: which handshakes succeed, HSTS, and replacing the certificate of a
// running server.
import { once } from "node:events";
import { copyFileSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { request } from "node:https";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { type ConnectionOptions, connect, type TLSSocket } from "node:tls";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { openLocalCertificate } from "../../src/http/http.ts";
import { type Program, startProgram } from "../program.ts";
import { startServer } from "../server-process.ts";

const folder = mkdtempSync(join(tmpdir(), "lodestone-tls-"));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

/** A pair as an operator would buy it, from an authority of its own. */
async function makePair(name: string) {
  const home = join(folder, name);
  await openLocalCertificate({ folder: home, host: "directory.example", nowMs: Date.now() });
  return {
    cert: join(home, "cert.pem"),
    key: join(home, "key.pem"),
    ca: readFileSync(join(home, "ca.pem"), "utf8"),
  };
}

async function shake(port: number, options: ConnectionOptions): Promise<TLSSocket | string> {
  const socket = connect({ port, host: "127.0.0.1", rejectUnauthorized: false, ...options });
  return new Promise((resolve) => {
    socket.once("secureConnect", () => resolve(socket));
    socket.once("error", (error: Error & { code?: string }) =>
      resolve(error.code ?? error.message),
    );
  });
}

function hstsOf(port: number, path: string, host: string): Promise<string | undefined> {
  return new Promise((resolve, reject) => {
    request({ port, path, host: "127.0.0.1", rejectUnauthorized: false, headers: { host } })
      .on("response", (reply) => {
        reply.resume();
        resolve(reply.headers["strict-transport-security"]);
      })
      .on("error", reject)
      .end();
  });
}

describe("handshakes", () => {
  let program: Program;
  beforeAll(async () => {
    program = await startProgram({ SERVICES: "locations" });
  });
  afterAll(() => program.stop());

  test.each(["TLSv1", "TLSv1.1"] as const)("%s is refused", async (version) => {
    const outcome = await shake(program.httpsPort, {
      minVersion: version,
      maxVersion: version,
      // Our own OpenSSL would not even offer these versions at its usual level.
      ciphers: "ALL:@SECLEVEL=0",
    });
    expect(outcome).toMatch(/ALERT_PROTOCOL_VERSION|UNSUPPORTED_PROTOCOL/);
  });

  test.each([
    ["CBC", "ECDHE-ECDSA-AES128-SHA:ECDHE-ECDSA-AES256-SHA384:ECDHE-ECDSA-AES128-SHA256"],
    ["no forward secrecy", "AES128-GCM-SHA256:AES256-GCM-SHA384:AES128-SHA"],
    ["no authentication", "ADH-AES128-GCM-SHA256:@SECLEVEL=0"],
    ["no encryption", "ECDHE-ECDSA-NULL-SHA:NULL-SHA256:@SECLEVEL=0"],
  ])("a client that offers only suites with %s is refused", async (_name, ciphers) => {
    const outcome = await shake(program.httpsPort, { maxVersion: "TLSv1.2", ciphers });
    expect(outcome).toMatch(/HANDSHAKE_FAILURE/);
  });

  test.each([
    ["TLSv1.2", /^ECDHE-.*(GCM|CHACHA20)/],
    ["TLSv1.3", /^TLS_/],
  ] as const)(
    "%s is spoken, with forward secrecy and authenticated encryption",
    async (version, suites) => {
      const socket = await shake(program.httpsPort, { minVersion: version, maxVersion: version });
      if (typeof socket === "string") throw new Error(socket);
      expect(socket.getCipher().name).toMatch(suites);
      socket.destroy();
    },
  );
});

describe("Strict-Transport-Security", () => {
  test("is sent by every kind of answer over HTTPS with the operator's certificate, not to localhost", async () => {
    const pair = await makePair("hsts");
    const program = await startProgram({
      SERVICES: "locations,authenticity",
      TLS_CERT: pair.cert,
      TLS_KEY: pair.key,
      WORKERS: "1",
    });
    for (const path of ["/api/states", "/api/nope", "/v1/models", "/v1/usage", "/", "/healthz"]) {
      expect([path, await hstsOf(program.httpsPort, path, "directory.example")]).toEqual([
        path,
        "max-age=31536000",
      ]);
    }
    for (const host of ["localhost:8443", "127.0.0.1:8443", "[::1]:8443"]) {
      expect(await hstsOf(program.httpsPort, "/api/states", host)).toBeUndefined();
    }
    const plain = await fetch(`${program.http}/api/states`);
    expect(plain.headers.get("strict-transport-security")).toBeNull();
    await program.stop();
  });

  test("is not sent when it is switched off, nor ever with the local certificate", async () => {
    const pair = await makePair("no-hsts");
    const own = { TLS_CERT: pair.cert, TLS_KEY: pair.key, HSTS_MAX_AGE: "0" };
    for (const env of [own, { HSTS_MAX_AGE: "600" }]) {
      const program = await startProgram({ SERVICES: "locations", ...env });
      expect(await hstsOf(program.httpsPort, "/api/states", "directory.example")).toBeUndefined();
      await program.stop();
    }
  });
});

test("a certificate is changed without a restart: new connections get it, open ones go on, a bad one changes nothing", async () => {
  const [first, second] = [await makePair("first"), await makePair("second")];
  const files = { TLS_CERT: join(folder, "live.pem"), TLS_KEY: join(folder, "live-key.pem") };
  const install = (pair: typeof first) => {
    copyFileSync(pair.cert, files.TLS_CERT);
    copyFileSync(pair.key, files.TLS_KEY);
  };
  install(first);
  const server = await startServer({ SERVICES: "locations", ...files });
  const seen = async () => {
    const socket = await shake(server.httpsPort, {});
    if (typeof socket === "string") throw new Error(socket);
    const { fingerprint256 } = socket.getPeerCertificate();
    socket.destroy();
    return fingerprint256;
  };
  const firstSeen = await seen();
  const open = await shake(server.httpsPort, { ca: first.ca, rejectUnauthorized: true });
  if (typeof open === "string") throw new Error(open);

  install(second);
  server.signal("SIGHUP");
  await server.said("a new certificate is in use");
  const secondSeen = await seen();
  expect(secondSeen).not.toBe(firstSeen);
  const trusting = await shake(server.httpsPort, { ca: second.ca, rejectUnauthorized: true });
  expect(trusting).not.toBeTypeOf("string");
  if (typeof trusting !== "string") trusting.destroy();
  // The connection from before is still answered.
  open.write("GET /healthz HTTP/1.1\r\nhost: directory.example\r\nconnection: close\r\n\r\n");
  const [answer] = (await once(open, "data")) as [Buffer];
  expect(answer.toString()).toMatch(/^HTTP\/1\.1 200 /);
  open.destroy();

  for (const [file, text] of [
    [files.TLS_KEY, readFileSync(first.key, "utf8")],
    [files.TLS_CERT, "not a certificate"],
  ] as const) {
    writeFileSync(file, text);
    server.signal("SIGHUP");
    await server.said(
      text.startsWith("not") ? "PEM" : "The certificate and the key do not belong together",
    );
    expect(await seen()).toBe(secondSeen);
  }
  expect(server.output()).toContain("the new certificate can't be used: the old one stays");
  expect(await server.terminate()).toBe(0);
});
