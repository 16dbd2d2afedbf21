// The certificate of the HTTPS port: the operator's own, or a local authority made on first start
// that signs one for this machine. The authority is kept, so a client that trusts ca.pem still trusts
// the server after the certificate is renewed.
import { X509Certificate } from "node:crypto";
import { mkdirSync, readFileSync, renameSync, writeFileSync } from "node:fs";
import { isIP } from "node:net";
import { hostname } from "node:os";
import { join } from "node:path";

export type Certificate = { cert: string; key: string; caFile: string | null };

const DAY_MS = 86_400_000;
const AUTHORITY_DAYS = 3650;
// Apple's clients refuse leaf certificates valid for more than 825 days, also from private roots.
const LEAF_DAYS = 800;
const RENEW_DAYS = 30;

export function readCertificate(certFile: string, keyFile: string): Certificate {
  return { cert: readFileSync(certFile, "utf8"), key: readFileSync(keyFile, "utf8"), caFile: null };
}

/** Seconds since 1970; of a chain the first certificate, which is ours, counts. */
export function expiryOf({ cert }: Certificate): number {
  return Math.floor(new X509Certificate(cert).validToDate.getTime() / 1000);
}

/** Opens the local certificate kept in `folder`, making or renewing what is missing or stale. */
export async function openLocalCertificate({
  folder,
  host,
  nowMs,
}: {
  folder: string;
  host: string;
  nowMs: number;
}): Promise<Certificate> {
  mkdirSync(folder, { recursive: true, mode: 0o700 });
  const files = {
    caCert: join(folder, "ca.pem"),
    caKey: join(folder, "ca-key.pem"),
    cert: join(folder, "cert.pem"),
    key: join(folder, "key.pem"),
  };
  const names = hostNames(host);

  let authority = readPair(files.caCert, files.caKey);
  let leaf = readPair(files.cert, files.key);
  if (authority === null || isStale(authority.cert, nowMs)) {
    authority = await makeAuthority(nowMs);
    writePair(files.caCert, files.caKey, authority);
    leaf = null;
  }
  if (leaf === null || isStale(leaf.cert, nowMs) || !coversAll(leaf.cert, authority.cert, names)) {
    leaf = await makeLeaf(authority, names, nowMs);
    writePair(files.cert, files.key, leaf);
  }
  return { ...leaf, caFile: files.caCert };
}

type Pair = { cert: string; key: string };

function hostNames(host: string): string[] {
  const isWildcard = host === "0.0.0.0" || host === "::";
  return [...new Set(["localhost", "127.0.0.1", "::1", hostname(), ...(isWildcard ? [] : [host])])];
}

function readPair(certFile: string, keyFile: string): Pair | null {
  try {
    const cert = readFileSync(certFile, "utf8");
    const key = readFileSync(keyFile, "utf8");
    new X509Certificate(cert);
    return { cert, key };
  } catch {
    return null;
  }
}

/** Key first, each file written atomically: a crash in between leaves a pair that is simply regenerated. */
function writePair(certFile: string, keyFile: string, pair: Pair): void {
  for (const [file, text, mode] of [
    [keyFile, pair.key, 0o600],
    [certFile, pair.cert, 0o644],
  ] as const) {
    const part = `${file}.${process.pid}.part`;
    writeFileSync(part, text, { mode });
    renameSync(part, file);
  }
}

function isStale(cert: string, nowMs: number): boolean {
  const { validFromDate, validToDate } = new X509Certificate(cert);
  return validToDate.getTime() - nowMs < RENEW_DAYS * DAY_MS || validFromDate.getTime() > nowMs;
}

function coversAll(cert: string, caCert: string, names: readonly string[]): boolean {
  const leaf = new X509Certificate(cert);
  const isOurs = leaf.checkIssued(new X509Certificate(caCert));
  const covers = (name: string) => (isIP(name) === 0 ? leaf.checkHost(name) : leaf.checkIP(name));
  return isOurs && names.every((name) => covers(name) !== undefined);
}

async function makeAuthority(nowMs: number): Promise<Pair> {
  const { generate } = await import("selfsigned");
  const made = await generate([{ name: "commonName", value: "Lodestone local authority" }], {
    keyType: "ec",
    algorithm: "sha256",
    notBeforeDate: new Date(nowMs - DAY_MS),
    notAfterDate: new Date(nowMs + AUTHORITY_DAYS * DAY_MS),
    extensions: [
      { name: "basicConstraints", cA: true, pathLenConstraint: 0, critical: true },
      { name: "keyUsage", keyCertSign: true, cRLSign: true, critical: true },
    ],
  });
  return { cert: made.cert, key: made.private };
}

async function makeLeaf(ca: Pair, names: readonly string[], nowMs: number): Promise<Pair> {
  const { generate } = await import("selfsigned");
  const made = await generate([{ name: "commonName", value: "Lodestone" }], {
    keyType: "ec",
    algorithm: "sha256",
    notBeforeDate: new Date(nowMs - DAY_MS),
    notAfterDate: new Date(nowMs + LEAF_DAYS * DAY_MS),
    ca,
    extensions: [
      { name: "basicConstraints", cA: false, critical: true },
      { name: "keyUsage", digitalSignature: true, critical: true },
      { name: "extKeyUsage", serverAuth: true },
      {
        name: "subjectAltName",
        altNames: names.map((name) =>
          isIP(name) === 0 ? { type: 2, value: name } : { type: 7, ip: name },
        ),
      },
    ],
  });
  return { cert: made.cert, key: made.private };
}
