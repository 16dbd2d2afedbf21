// The certificate of the HTTPS port: the operator's own, or a local authority made on first start
// that signs one for this machine. The authority is kept, so a client that trusts ca.pem still trusts
// the server after the certificate is renewed. Both follow RFC 5280 as far as strict clients check it
// (OpenSSL's X509_V_FLAG_X509_STRICT, which Python sets from 3.13 on).
import { createPrivateKey, randomBytes, X509Certificate } from "node:crypto";
import { mkdirSync, readFileSync, renameSync, writeFileSync } from "node:fs";
import { isIP } from "node:net";
import { hostname, networkInterfaces } from "node:os";
import { join } from "node:path";
import type { Extension } from "@peculiar/x509";
import type { Log } from "./log.ts";

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

/** Opens the local certificate kept in `folder`, making or renewing what is missing, stale or not conforming. */
export async function openLocalCertificate({
  folder,
  host,
  publicUrl = null,
  nowMs,
  log,
}: {
  folder: string;
  host: string;
  /** Where people reach the program: its host name is covered too. */
  publicUrl?: string | null;
  nowMs: number;
  /** Told when an authority that clients may have imported is replaced. */
  log?: Pick<Log, "warn">;
}): Promise<Certificate> {
  mkdirSync(folder, { recursive: true, mode: 0o700 });
  const files = {
    caCert: join(folder, "ca.pem"),
    caKey: join(folder, "ca-key.pem"),
    cert: join(folder, "cert.pem"),
    key: join(folder, "key.pem"),
  };
  const names = hostNames(host, publicUrl);

  let authority = readPair(files.caCert, files.caKey);
  let leaf = readPair(files.cert, files.key);
  if (authority === null || isStale(authority, nowMs) || !isConforming(authority, AUTHORITY_OIDS)) {
    const isReplaced = authority !== null;
    authority = await makeAuthority(nowMs);
    writePair(files.caCert, files.caKey, authority);
    leaf = null;
    if (isReplaced) {
      const { fingerprint256 } = new X509Certificate(authority.cert);
      log?.warn(
        { authority: files.caCert, fingerprint256 },
        "the local certificate authority was replaced, as strict clients refuse the old one or it ends soon: " +
          "import this file again wherever the old one is trusted",
      );
    }
  }
  const isUsable =
    leaf !== null &&
    !isStale(leaf, nowMs) &&
    isConforming(leaf, LEAF_OIDS) &&
    coversAll(leaf, authority, names);
  if (leaf === null || !isUsable) {
    leaf = await makeLeaf(authority, names, nowMs);
    writePair(files.cert, files.key, leaf);
  }
  return { ...leaf, caFile: files.caCert };
}

type Pair = { cert: string; key: string };

/** The names and addresses under which clients reach this machine. */
function hostNames(host: string, publicUrl: string | null): string[] {
  const isWildcard = host === "0.0.0.0" || host === "::";
  const names = [
    "localhost",
    "127.0.0.1",
    "::1",
    hostname().toLowerCase(),
    ...(isWildcard ? ownAddresses() : [host]),
    ...(publicUrl === null ? [] : [new URL(publicUrl).hostname.replace(/^\[|\]$/g, "")]),
  ];
  return [...new Set(names)].filter((name) => isIP(name) !== 0 || HOST_NAME.test(name));
}

/** Those of every network interface, but for link-local ones, which are written with the interface's name. */
function ownAddresses(): string[] {
  return Object.values(networkInterfaces())
    .flatMap((each) => each ?? [])
    .filter(({ internal, scopeid }) => !internal && (scopeid ?? 0) === 0)
    .map(({ address }) => address);
}

/** What a certificate can carry; a machine's own name may be anything. */
const HOST_NAME = /^(?=.{1,253}$)[a-z0-9_-]{1,63}(?:\.[a-z0-9_-]{1,63})*$/i;

/** Null unless both are there and belong together. */
function readPair(certFile: string, keyFile: string): Pair | null {
  try {
    const cert = readFileSync(certFile, "utf8");
    const key = readFileSync(keyFile, "utf8");
    return new X509Certificate(cert).checkPrivateKey(createPrivateKey(key)) ? { cert, key } : null;
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

function isStale({ cert }: Pair, nowMs: number): boolean {
  const { validFromDate, validToDate } = new X509Certificate(cert);
  return validToDate.getTime() - nowMs < RENEW_DAYS * DAY_MS || validFromDate.getTime() > nowMs;
}

// Last byte of the extensions' object identifiers 2.5.29.x.
const KEY_IDENTIFIERS = [14, 35];
const AUTHORITY_OIDS = [...KEY_IDENTIFIERS, 15, 19];
const LEAF_OIDS = [...KEY_IDENTIFIERS, 15, 17, 19, 37];

/**
 * Whether it has these extensions. Node doesn't tell, and a parser takes longer to load than the rest of a start, so
 * their identifiers are looked for in the bytes: that five of a key or a signature look like one is a matter of 2⁻⁴⁰.
 */
function isConforming({ cert }: Pair, extensions: readonly number[]): boolean {
  const { raw } = new X509Certificate(cert);
  return extensions.every((last) => raw.includes(Buffer.from([0x06, 0x03, 0x55, 0x1d, last])));
}

function coversAll({ cert }: Pair, authority: Pair, names: readonly string[]): boolean {
  const leaf = new X509Certificate(cert);
  const ca = new X509Certificate(authority.cert);
  const isOurs = leaf.checkIssued(ca) && leaf.verify(ca.publicKey);
  const covers = (name: string) => (isIP(name) === 0 ? leaf.checkHost(name) : leaf.checkIP(name));
  return isOurs && names.every((name) => covers(name) !== undefined);
}

const KEY_KIND = { name: "ECDSA", namedCurve: "P-256" };
const SIGNATURE = { name: "ECDSA", hash: "SHA-256" };

async function makeAuthority(nowMs: number): Promise<Pair> {
  const x509 = await import("@peculiar/x509");
  const keys = await makeKeys();
  return makePair({
    keys,
    subject: AUTHORITY_NAME,
    issuer: { name: AUTHORITY_NAME, ...keys },
    notBefore: new Date(nowMs - DAY_MS),
    notAfter: new Date(nowMs + AUTHORITY_DAYS * DAY_MS),
    extensions: [
      new x509.BasicConstraintsExtension(true, 0, true),
      new x509.KeyUsagesExtension(
        x509.KeyUsageFlags.keyCertSign | x509.KeyUsageFlags.cRLSign,
        true,
      ),
    ],
  });
}

async function makeLeaf(authority: Pair, names: readonly string[], nowMs: number): Promise<Pair> {
  const x509 = await import("@peculiar/x509");
  const ca = new X509Certificate(authority.cert);
  const { subtle } = crypto;
  const exported = createPrivateKey(authority.key).export({ type: "pkcs8", format: "der" });
  const spki = ca.publicKey.export({ type: "spki", format: "der" });
  // A certificate that outlives its authority would be refused before it is renewed.
  const endsMs = Math.min(nowMs + LEAF_DAYS * DAY_MS, ca.validToDate.getTime());
  return makePair({
    keys: await makeKeys(),
    subject: "CN=Lodestone",
    issuer: {
      name: AUTHORITY_NAME,
      privateKey: await subtle.importKey("pkcs8", exported, KEY_KIND, false, ["sign"]),
      publicKey: await subtle.importKey("spki", spki, KEY_KIND, true, ["verify"]),
    },
    notBefore: new Date(nowMs - DAY_MS),
    notAfter: new Date(endsMs),
    extensions: [
      new x509.BasicConstraintsExtension(false, undefined, true),
      new x509.KeyUsagesExtension(x509.KeyUsageFlags.digitalSignature, true),
      new x509.ExtendedKeyUsageExtension([x509.ExtendedKeyUsage.serverAuth]),
      new x509.SubjectAlternativeNameExtension(
        names.map((value) => ({ type: isIP(value) === 0 ? "dns" : "ip", value }) as const),
      ),
    ],
  });
}

const AUTHORITY_NAME = "CN=Lodestone local authority";

type Keys = { privateKey: CryptoKey; publicKey: CryptoKey };

async function makeKeys(): Promise<Keys> {
  return crypto.subtle.generateKey(KEY_KIND, true, ["sign", "verify"]);
}

async function makePair({
  keys,
  issuer,
  extensions,
  ...rest
}: {
  keys: Keys;
  subject: string;
  issuer: Keys & { name: string };
  notBefore: Date;
  notAfter: Date;
  extensions: Extension[];
}): Promise<Pair> {
  const x509 = await import("@peculiar/x509");
  const made = await x509.X509CertificateGenerator.create(
    {
      ...rest,
      issuer: issuer.name,
      publicKey: keys.publicKey,
      signingKey: issuer.privateKey,
      signingAlgorithm: SIGNATURE,
      // Positive and of one length, as RFC 5280 (4.1.2.2) asks: the first byte is never 0 nor above 7f.
      serialNumber: `40${randomBytes(15).toString("hex")}`,
      extensions: [
        ...extensions,
        await x509.SubjectKeyIdentifierExtension.create(keys.publicKey, false, crypto),
        await x509.AuthorityKeyIdentifierExtension.create(issuer.publicKey, false, crypto),
      ],
    },
    crypto,
  );
  const key = await crypto.subtle.exportKey("pkcs8", keys.privateKey);
  const object = createPrivateKey({ key: Buffer.from(key), format: "der", type: "pkcs8" });
  return {
    cert: `${made.toString("pem")}\n`,
    key: object.export({ type: "pkcs8", format: "pem" }).toString(),
  };
}
