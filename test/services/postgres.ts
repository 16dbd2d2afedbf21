// A real Postgres for tests: a new cluster in a temporary folder on a free loopback port. It is
// started from Debian's binaries and stopped by its own process id.
import { execFileSync, spawn } from "node:child_process";
import { chownSync, existsSync, mkdtempSync, readdirSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import pg from "pg";
import { freePort, until } from "./free-port.ts";

export type PostgresService = {
  url: string;
  /** A database for one test; removed with the service. */
  createDatabase(): Promise<string>;
  /** Stops the server as a crash would (SIGQUIT: no clean shutdown); `start` brings it back. */
  crash(): Promise<void>;
  start(): Promise<void>;
  stop(): Promise<void>;
};

/** Commits are handed to the system, which keeps them when the server is killed; only a crash of the whole machine,
 * which no test makes, could lose them. Waiting for the disk is most of what a test on Postgres waits for. */
const UNSYNCED = ["-c", "fsync=off", "-c", "full_page_writes=off"];

/** True when this machine has the server's programs and a user allowed to run them. */
export function postgresAvailable(): boolean {
  // Mutation testing runs the same tests thousands of times: there the embedded store must do.
  if (process.env.TESTS_WITHOUT_POSTGRES !== undefined) return false;
  return binFolder() !== null && (process.getuid?.() !== 0 || postgresUser() !== null);
}

export async function startPostgres(): Promise<PostgresService> {
  const bin = binFolder();
  if (!bin) throw new Error("Postgres is not installed (Debian: postgresql).");
  const folder = mkdtempSync(join(tmpdir(), "lodestone-postgres-"));
  const user = process.getuid?.() === 0 ? postgresUser() : null;
  if (user) chownSync(folder, user.uid, user.gid);
  const data = join(folder, "data");
  // The server refuses to run as root.
  const as = user ? { uid: user.uid, gid: user.gid } : {};
  execFileSync(
    join(bin, "initdb"),
    ["-D", data, "-U", "lodestone", "--auth=trust", "-E", "UTF8", "--no-locale", "--no-sync"],
    { ...as, cwd: folder, stdio: "pipe" },
  );
  const port = await freePort();
  const url = `postgres://lodestone@127.0.0.1:${port}/postgres`;
  let server: ReturnType<typeof spawn> | null = null;

  const start = async () => {
    const address = ["-p", String(port), "-h", "127.0.0.1", "-k", folder];
    const args = ["-D", data, ...address, ...UNSYNCED];
    server = spawn(join(bin, "postgres"), args, { ...as, cwd: folder, stdio: "ignore" });
    await until("Postgres accepts connections", async () => {
      const client = new pg.Client({ connectionString: url });
      // A refused connection is also announced as an event, which must not end the test run.
      client.on("error", () => {});
      await client.connect();
      await client.end();
    });
  };
  const end = async (signal: NodeJS.Signals) => {
    const running = server;
    server = null;
    if (!running || running.exitCode !== null) return;
    const ended = new Promise((resolve) => running.once("exit", resolve));
    running.kill(signal);
    await ended;
  };

  await start();
  let databases = 0;
  return {
    url,
    start,
    crash: () => end("SIGQUIT"),
    async createDatabase() {
      const name = `test_${++databases}`;
      const client = new pg.Client({ connectionString: url });
      await client.connect();
      await client.query(`create database ${name}`);
      await client.end();
      return `postgres://lodestone@127.0.0.1:${port}/${name}`;
    },
    async stop() {
      // Nothing of it is kept: an orderly end would write it all to the disk first.
      await end("SIGQUIT");
      rmSync(folder, { recursive: true, force: true });
    },
  };
}

/** A client program of the same version as the server. */
export function postgresProgram(name: "pg_dump" | "pg_restore"): string {
  return join(binFolder() ?? "", name);
}

function binFolder(): string | null {
  const debian = "/usr/lib/postgresql";
  if (!existsSync(debian)) return null;
  const versions = readdirSync(debian).sort((a, b) => Number(b) - Number(a));
  const newest = versions.find((version) => existsSync(join(debian, version, "bin", "postgres")));
  return newest ? join(debian, newest, "bin") : null;
}

function postgresUser(): { uid: number; gid: number } | null {
  try {
    const id = (flag: string) => Number(execFileSync("id", [flag, "postgres"], { stdio: "pipe" }));
    return { uid: id("-u"), gid: id("-g") };
  } catch {
    return null;
  }
}
