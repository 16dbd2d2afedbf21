// Whether a server runs on this machine's ports, and on which store: a key created in another store than the
// server's would not work, without any hint why.
import { get } from "node:http";
import { isIP } from "node:net";
import type { Config } from "../config.ts";
import type { Store } from "../store/store.ts";

/** Null: nothing responds there. `storeId` is null for a program that is not Lodestone, or doesn't reveal it. */
export type RunningServer = { storeId: string | null } | null;

/** Asks the liveness probe, which names the store to callers on the same machine. */
export function findServer({ host, httpPort }: Pick<Config, "host" | "httpPort">) {
  return new Promise<RunningServer>((resolve) => {
    // 0 means any free port, which only the server knows.
    if (httpPort === 0) return resolve(null);
    const isAny = isIP(host) === 0 || host === "0.0.0.0" || host === "::";
    const asked = get(
      { host: isAny ? "127.0.0.1" : host, port: httpPort, path: "/healthz", agent: false },
      (reply) => {
        reply.resume();
        const id = reply.headers["lodestone-store"];
        resolve({ storeId: typeof id === "string" ? id : null });
      },
    );
    asked.setTimeout(ANSWER_MAX_MS, () => asked.destroy(new Error("no answer")));
    asked.on("error", (error: NodeJS.ErrnoException) =>
      resolve(error.code === "ECONNREFUSED" ? null : { storeId: null }),
    );
  });
}

const ANSWER_MAX_MS = 2000;

/** A sentence when a server runs here on another store than the one given; null otherwise. */
export async function warnOfOtherStore(config: Config, store: Store): Promise<string | null> {
  const { readStoreId } = await import("../store/store.ts");
  const server = await findServer(config);
  if (server === null || server.storeId === null) return null;
  if (server.storeId === (await readStoreId(store))) return null;
  return (
    `Warning: the server on port ${config.httpPort} uses another store than this command, ` +
    `${describeStore(config)}: it will not know what was changed here. Run the command with the server's ` +
    "DATA_DIR or DATABASE_URL, or in the folder the server was started in."
  );
}

/** Where the store is, without the password that its URL may contain. */
export function describeStore({ dataDir, databaseUrl }: Pick<Config, "dataDir" | "databaseUrl">) {
  if (databaseUrl === null) return `${dataDir}/lodestone.db`;
  const { host, pathname } = new URL(databaseUrl);
  return `Postgres ${host}${pathname}`;
}
