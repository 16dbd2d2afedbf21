// The clients of this version, served by the server itself: the npm package as `/client.tgz`, and the file
// for Python.
import { existsSync, readFileSync } from "node:fs";
import { AppError } from "./app-error.ts";
import type { Server } from "./server.ts";

export const CLIENT_PACKAGE = "client.tgz";

const PYTHON_CLIENT = new URL("../../client/lodestone.py", import.meta.url);

export function addClientPackage(
  server: Server,
  /** Null where it could not be built. */
  { packageFile }: { packageFile: string | null },
): void {
  const offers = [
    {
      url: `/${CLIENT_PACKAGE}`,
      type: "application/gzip",
      read: () =>
        packageFile === null || !existsSync(packageFile) ? null : readFileSync(packageFile),
    },
    {
      url: "/lodestone.py",
      type: "text/x-python; charset=utf-8",
      read: () => readFileSync(PYTHON_CLIENT),
    },
  ];
  for (const { url, type, read } of offers) {
    const body = read();
    server.get(url, { config: { isQuiet: true } }, async (_request, reply) => {
      if (body === null) throw new AppError("endpoint_not_found");
      return reply
        .headers({
          "content-type": type,
          "content-disposition": `attachment; filename="${url.slice(1)}"`,
          "cache-control": "no-cache",
        })
        .send(body);
    });
  }
}
