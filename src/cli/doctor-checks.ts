// The checks of `lodestone doctor`, one function each.
import { existsSync } from "node:fs";
import { statfs } from "node:fs/promises";
import { join } from "node:path";
import type { Config } from "../config.ts";
import { memoryFor, readAvailableMemory } from "../memory.ts";
import { readAppVersion } from "../release.ts";
import { describeStore, findServer } from "./running-server.ts";
import { Failure, withStore } from "./terminal.ts";

export type Finding = {
  outcome: "ok" | "warning" | "fault";
  found: string;
  /** What to do about it. */
  advice?: string;
};

export const findings: ReadonlyArray<[name: string, find: (config: Config) => Promise<Finding>]> = [
  ["versions", findVersions],
  ["ports", findPorts],
  ["store", findStore],
  ["disk", findDisk],
  ["certificate", findCertificate],
  ["model", findModel],
  ["memory", findMemory],
];

async function findVersions(): Promise<Finding> {
  const { platform, arch, version } = process;
  return ok(`Lodestone ${readAppVersion()}, Node ${version}, ${platform} ${arch}`);
}

async function findPorts(config: Config): Promise<Finding> {
  const { findPortProblems } = await import("../http/http.ts");
  const { httpPort, httpsPort } = config;
  const server = await findServer(config);
  if (server !== null && server.storeId !== null) {
    return withStore(async (store) => {
      const { readStoreId } = await import("../store/store.ts");
      const isOurs = server.storeId === (await readStoreId(store));
      if (isOurs) return ok(`a server runs on port ${httpPort}, on this store`);
      return warning(
        `a server runs on port ${httpPort}, on another store than ${describeStore(config)}`,
        "Run commands with its DATA_DIR or DATABASE_URL, or choose other ports for a second server.",
      );
    });
  }
  const problems = await findPortProblems(config);
  if (problems.length === 0) return ok(`${httpPort} and ${httpsPort} are free on ${config.host}`);
  return fault(problems.join(" "), "Stop the other program, or set HTTP_PORT and HTTPS_PORT.");
}

async function findStore(config: Config): Promise<Finding> {
  try {
    const accounts = await withStore((store) => store.countAccounts());
    const number = accounts === 1 ? "one account" : `${accounts} accounts`;
    return ok(`${describeStore(config)}, ${number}`);
  } catch (error) {
    if (!(error instanceof Failure)) throw error;
    const advice =
      config.databaseUrl === null
        ? "Give the account that runs the server DATA_DIR on a local disk, or restore a backup."
        : "Start Postgres, and check the address, name and password in DATABASE_URL.";
    return fault(error.message, advice);
  }
}

async function findDisk({ dataDir }: Config): Promise<Finding> {
  if (!existsSync(dataDir)) return ok(`${dataDir} will be made at the first start`);
  const { bavail, bsize } = await statfs(dataDir);
  const free = `${megabytes(bavail * bsize)} free in ${dataDir}`;
  if (bavail * bsize >= DISK_MIN) return ok(free);
  return warning(free, "Make room: with a full disk no check can be counted, and /v1 answers 503.");
}

async function findCertificate({ tlsCert, tlsKey, dataDir }: Config): Promise<Finding> {
  const { checkPair, expiryOf, readCertificate } = await import("../http/http.ts");
  const own = tlsCert !== null && tlsKey !== null;
  const [cert, key] = own
    ? [tlsCert, tlsKey]
    : ["cert.pem", "key.pem"].map((name) => join(dataDir, "tls", name));
  if (cert === undefined || key === undefined || (!own && !existsSync(cert))) {
    return ok("a local one will be made at the first start");
  }
  const pair = readCertificate(cert, key);
  checkPair(pair);
  const ends = expiryOf(pair) * 1000;
  const found = `${cert}, until ${new Date(ends).toISOString().slice(0, 10)}`;
  if (!own) {
    const authority = join(dataDir, "tls", "ca.pem");
    return ok(`${found}, renewed by itself; clients trust it with ${authority}`);
  }
  if (ends <= Date.now()) return fault(found, "It has expired: install a new one.");
  if (ends - Date.now() > RENEW_MS) return ok(found);
  return warning(found, "Renew it soon; a running server loads the new files by itself.");
}

async function findModel({ modelDir }: Config): Promise<Finding> {
  const { openDetector } = await import("../detector/detector.ts");
  const advice =
    "The model files are not those of a release: install the package again, or check MODEL_DIR.";
  try {
    const detector = await openDetector({ modelDir, workers: 1, queueMax: 1 });
    try {
      await detector.detect("A short sentence that every model can read.");
    } finally {
      await detector.close();
    }
    return ok(`${detector.version}, opened and tried`);
  } catch (error) {
    return fault(error instanceof Error ? error.message : String(error), advice);
  }
}

async function findMemory({ workers }: Config): Promise<Finding> {
  return judgeMemory(workers, readAvailableMemory());
}

export function judgeMemory(workers: number, available: number): Finding {
  const wanted = memoryFor(workers);
  const number = workers === 1 ? "one worker" : `${workers} workers`;
  const found = `${megabytes(available)} available; ${number} take about ${megabytes(wanted)}`;
  if (available >= wanted) return ok(found);
  return warning(found, "Set WORKERS to fewer, or give the machine or container more memory.");
}

const DISK_MIN = 200e6;
const RENEW_MS = 14 * 86_400_000;

function megabytes(bytes: number): string {
  return `${Math.round(bytes / 1e6).toLocaleString("en")} MB`;
}

function ok(found: string): Finding {
  return { outcome: "ok", found };
}

function warning(found: string, advice: string): Finding {
  return { outcome: "warning", found, advice };
}

function fault(found: string, advice: string): Finding {
  return { outcome: "fault", found, advice };
}
