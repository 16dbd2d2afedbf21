// The built pages in memory, each in the encodings it was compressed to when it was built.
import { createHash } from "node:crypto";
import { readdirSync, readFileSync } from "node:fs";
import { extname, join } from "node:path";
import type { Encoding } from "../http/http.ts";

export type WebFile = {
  contentType: string;
  etag: string;
  bodies: { identity: Buffer; br?: Buffer; gzip?: Buffer };
};

/** By URL path: `/index.html`, `/assets/…`. */
export type WebFiles = ReadonlyMap<string, WebFile>;

const TYPES: Readonly<Record<string, string>> = {
  ".html": "text/html; charset=utf-8",
  ".js": "text/javascript; charset=utf-8",
  ".css": "text/css; charset=utf-8",
  ".svg": "image/svg+xml",
  ".png": "image/png",
};

export function readWebFiles(folder: string): WebFiles {
  const files = new Map<string, WebFile>();
  const names = readdirSync(folder, { recursive: true, encoding: "utf8" });
  for (const name of names) {
    const contentType = TYPES[extname(name)];
    if (contentType === undefined) continue;
    const identity = readFileSync(join(folder, name));
    const hash = createHash("sha256").update(identity).digest("base64url").slice(0, 22);
    files.set(`/${name}`, {
      contentType,
      etag: hash,
      bodies: {
        identity,
        ...readIfThere("br", join(folder, `${name}.br`)),
        ...readIfThere("gzip", join(folder, `${name}.gz`)),
      },
    });
  }
  return files;
}

function readIfThere(encoding: Exclude<Encoding, "identity">, path: string) {
  try {
    return { [encoding]: readFileSync(path) };
  } catch {
    return {};
  }
}
