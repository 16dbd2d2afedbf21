import { execFileSync } from "node:child_process";
import { X509Certificate } from "node:crypto";
import {
  existsSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  writeFileSync,
} from "node:fs";
import { hostname, tmpdir } from "node:os";
import { join } from "node:path";
import * as x509 from "@peculiar/x509";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { openLocalCertificate } from "./certificate.ts";

let folder: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), "lodestone-tls-"));
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

const NOW = Date.UTC(2026, 10, 15);
const DAY_MS = 86_400_000;
const open = (nowMs = NOW, host = "127.0.0.1") => openLocalCertificate({ folder, host, nowMs });

test("the first start makes an authority and a certificate it signed for this machine", async () => {
  const made = await open();
  const leaf = new X509Certificate(made.cert);
  const authority = new X509Certificate(readFileSync(join(folder, "ca.pem")));
  expect(leaf.checkIssued(authority)).toBe(true);
  expect(leaf.verify(authority.publicKey)).toBe(true);
  expect(leaf.checkHost("localhost")).toBe("localhost");
  expect(leaf.checkIP("127.0.0.1")).toBe("127.0.0.1");
  expect(leaf.checkIP("::1")).toBe("::1");
  expect(authority.ca).toBe(true);
  expect(leaf.ca).toBe(false);
});

test("later starts keep it", async () => {
  const first = await open();
  const second = await open(NOW + 100 * DAY_MS);
  expect(second.cert).toBe(first.cert);
});

test("private keys are readable by their owner alone, and nothing half-written is left", async () => {
  await open();
  expect(statSync(join(folder, "key.pem")).mode & 0o777).toBe(0o600);
  expect(statSync(join(folder, "ca-key.pem")).mode & 0o777).toBe(0o600);
  expect(readdirSync(folder).sort()).toEqual(["ca-key.pem", "ca.pem", "cert.pem", "key.pem"]);
});

test("before it expires the certificate is renewed by the same authority", async () => {
  const first = await open();
  const authority = readFileSync(join(folder, "ca.pem"), "utf8");
  const second = await open(NOW + 780 * DAY_MS);
  expect(second.cert).not.toBe(first.cert);
  expect(readFileSync(join(folder, "ca.pem"), "utf8")).toBe(authority);
  expect(new X509Certificate(second.cert).checkIssued(new X509Certificate(authority))).toBe(true);
});

test("another host name gets a certificate that covers it", async () => {
  await open();
  const second = await open(NOW, "lodestone.example");
  expect(new X509Certificate(second.cert).checkHost("lodestone.example")).toBe("lodestone.example");
});

test("a damaged file is made anew", async () => {
  const first = await open();
  writeFileSync(join(folder, "cert.pem"), "garbage");
  const second = await open();
  expect(second.cert).not.toBe(first.cert);
  expect(second.cert).toContain("BEGIN CERTIFICATE");
});

const OPENSSL = "/usr/bin/openssl";

/** OpenSSL's strict rules: those of Python from 3.13 on, among others. */
function verifyStrictly(): string {
  const words = ["-x509_strict", "-verify_hostname", "localhost", "-purpose", "sslserver"];
  const at = ["-attime", String(NOW / 1000), "-CAfile", join(folder, "ca.pem")];
  return execFileSync(OPENSSL, ["verify", ...words, ...at, join(folder, "cert.pem")], {
    encoding: "utf8",
    stdio: "pipe",
  });
}

/** A pair as release 0.1 made it: without key identifiers. */
async function makeOldPair(name: "ca" | "leaf", issuer?: { cert: string; key: CryptoKey }) {
  const kind = { name: "ECDSA", namedCurve: "P-256" };
  const keys = await crypto.subtle.generateKey(kind, true, ["sign", "verify"]);
  const isAuthority = name === "ca";
  const cert = await x509.X509CertificateGenerator.create({
    subject: isAuthority ? "CN=Lodestone local authority" : "CN=Lodestone",
    issuer: "CN=Lodestone local authority",
    notBefore: new Date(NOW - DAY_MS),
    notAfter: new Date(NOW + 700 * DAY_MS),
    publicKey: keys.publicKey,
    signingKey: issuer?.key ?? keys.privateKey,
    signingAlgorithm: { name: "ECDSA", hash: "SHA-256" },
    extensions: isAuthority
      ? [
          new x509.BasicConstraintsExtension(true, 0, true),
          new x509.KeyUsagesExtension(
            x509.KeyUsageFlags.keyCertSign | x509.KeyUsageFlags.cRLSign,
            true,
          ),
        ]
      : [new x509.SubjectAlternativeNameExtension([{ type: "dns", value: "localhost" }])],
  });
  const der = Buffer.from(await crypto.subtle.exportKey("pkcs8", keys.privateKey));
  const pem = x509.PemConverter.encode(der, "PRIVATE KEY");
  const file = (each: string) => join(folder, each);
  writeFileSync(file(isAuthority ? "ca.pem" : "cert.pem"), cert.toString("pem"));
  writeFileSync(file(isAuthority ? "ca-key.pem" : "key.pem"), pem);
  return { cert: cert.toString("pem"), key: keys.privateKey };
}

test("no certificate outlives its authority", async () => {
  await open();
  const late = await open(NOW + 3600 * DAY_MS);
  const authority = new X509Certificate(readFileSync(join(folder, "ca.pem")));
  expect(new X509Certificate(late.cert).validToDate <= authority.validToDate).toBe(true);
});

describe.skipIf(!existsSync(OPENSSL))("for strict clients", () => {
  test("authority and certificate pass OpenSSL's strict rules, and carry the names of this machine", async () => {
    const made = await openLocalCertificate({
      folder,
      host: "0.0.0.0",
      publicUrl: "https://lodestone.example:8443",
      nowMs: NOW,
    });
    expect(verifyStrictly()).toContain("cert.pem: OK");
    const leaf = new X509Certificate(made.cert);
    for (const name of ["localhost", "lodestone.example", hostname()]) {
      expect(leaf.checkHost(name)).toBeDefined();
    }
    expect(leaf.keyUsage).toEqual(["1.3.6.1.5.5.7.3.1"]);
  });

  test("an authority that strict clients refuse is replaced at start, and the log says what to import again", async () => {
    const old = await makeOldPair("ca");
    await makeOldPair("leaf", old);
    expect(verifyStrictly).toThrow(/Missing (Subject|Authority) Key Identifier/);
    const said: unknown[] = [];
    const log = { warn: (...words: unknown[]) => void said.push(words) };
    await openLocalCertificate({ folder, host: "127.0.0.1", nowMs: NOW, log });
    expect(verifyStrictly()).toContain("cert.pem: OK");
    const { fingerprint256 } = new X509Certificate(readFileSync(join(folder, "ca.pem")));
    expect(said).toEqual([
      [
        { authority: join(folder, "ca.pem"), fingerprint256 },
        expect.stringContaining("import this file again"),
      ],
    ]);
    await openLocalCertificate({ folder, host: "127.0.0.1", nowMs: NOW, log });
    expect(said).toHaveLength(1);
  });

  test("a key that does not belong to its certificate is made anew, with the certificate", async () => {
    const first = await open();
    writeFileSync(join(folder, "key.pem"), readFileSync(join(folder, "ca-key.pem")));
    const second = await open();
    expect(second.cert).not.toBe(first.cert);
    expect(verifyStrictly()).toContain("cert.pem: OK");
  });
});
