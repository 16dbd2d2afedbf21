import { X509Certificate } from "node:crypto";
import { mkdtempSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, expect, test } from "vitest";
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
