// Reloads the certificate while the program runs: the operator's files are read again on a signal and
// periodically, and a new pair is used for new connections. A pair that can't be used is logged once, and the
// old one stays.
import { createPrivateKey, X509Certificate } from "node:crypto";
import { createSecureContext } from "node:tls";
import { type Certificate, readCertificate } from "./certificate.ts";
import type { Log } from "./log.ts";

export type CertificateFollower = {
  /** Reads the files now. */
  look(): void;
  stop(): void;
};

/** Certificates are renewed weeks before they expire, so polling every minute is enough; file system events
 * would miss changes made by replacing a symbolic link, as Kubernetes does. */
const EVERY_MS = 60_000;

export function followCertificate(options: {
  files: { cert: string; key: string };
  current: Certificate;
  apply(certificate: Certificate): void;
  log: Log;
}): CertificateFollower {
  const { files, apply, log } = options;
  let known = textOf(options.current);
  const look = () => {
    try {
      const next = readCertificate(files.cert, files.key);
      const text = textOf(next);
      if (text === known) return;
      const { validTo, subject } = checkPair(next);
      apply(next);
      known = text;
      refused = "";
      log.info({ subject, validTo }, "a new certificate is in use");
    } catch (err) {
      const reason = err instanceof Error ? err.message : String(err);
      if (reason !== refused) {
        log.error({ reason }, "the new certificate can't be used: the old one stays");
      }
      refused = reason;
    }
  };
  let refused = "";
  const timer = setInterval(look, EVERY_MS);
  timer.unref();
  return { look, stop: () => clearInterval(timer) };
}

function textOf({ cert, key }: Certificate): string {
  return `${cert}\n${key}`;
}

/** Throws when the two don't match, or OpenSSL rejects them. */
export function checkPair({ cert, key }: Pick<Certificate, "cert" | "key">): X509Certificate {
  const leaf = new X509Certificate(cert);
  if (!leaf.checkPrivateKey(createPrivateKey(key))) {
    throw new Error("The certificate and the key do not belong together.");
  }
  createSecureContext({ cert, key });
  return leaf;
}
