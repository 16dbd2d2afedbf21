// The packages a running Lodestone is made of, read from the lock file: names, versions, licences and
// hashes. The licence check and the bill of materials both start from this list.
import { readFileSync } from "node:fs";

export type Package = {
  name: string;
  version: string;
  licence: string | null;
  /** Only for some platforms. */
  isOptional: boolean;
  /** SHA-512 in hex, as the registry's archive must have it. */
  sha512: string | null;
};

type Entry = {
  name?: string;
  version?: string;
  license?: string;
  dev?: boolean;
  optional?: boolean;
  integrity?: string;
};

/** Development packages whose code is in the built pages. */
const BUNDLED: ReadonlySet<string> = new Set(["preact", "uplot"]);

export function readProductionPackages(lockFile: string | URL): Package[] {
  const lock = JSON.parse(readFileSync(lockFile, "utf8")) as { packages: Record<string, Entry> };
  const found = new Map<string, Package>();
  for (const [path, entry] of Object.entries(lock.packages)) {
    // The empty path is the project itself. `devOptional` means optional here and needed there: kept.
    const name = entry.name ?? path.slice(path.lastIndexOf("node_modules/") + 13);
    if (path === "" || (entry.dev === true && !BUNDLED.has(name))) continue;
    const version = entry.version ?? "";
    found.set(`${name}@${version}`, {
      name,
      version,
      licence: entry.license ?? null,
      isOptional: entry.optional === true,
      sha512: sha512Of(entry.integrity),
    });
  }
  return [...found.values()].sort((a, b) => (a.name < b.name ? -1 : a.name > b.name ? 1 : 0));
}

function sha512Of(integrity = ""): string | null {
  const found = /^sha512-([\w+/=]+)$/.exec(integrity)?.[1];
  return found === undefined ? null : Buffer.from(found, "base64").toString("hex");
}
