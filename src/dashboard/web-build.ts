// Makes sure that the built web page is up to date with its sources. Builds are stored under the hash of their
// sources and put in place by one rename, so that several copies of the program can start at once and none ever
// reads half a build.
import { execFile } from "node:child_process";
import { createHash, randomBytes } from "node:crypto";
import {
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
} from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { promisify } from "node:util";
import type { Log } from "../http/http.ts";

const ROOT = fileURLToPath(new URL("../..", import.meta.url));

/** An ordinary build takes a second or two. */
const TIMEOUT_MS = 180_000;

export type WebBuild = { ok: true; folder: string } | { ok: false; reason: string };

/** The folder of the current build, made first when it is missing. */
export async function buildWeb({
  log,
  root = ROOT,
}: {
  log: Pick<Log, "info">;
  root?: string;
}): Promise<WebBuild> {
  const dist = join(root, "web/dist");
  if (!existsSync(join(root, "web/index.html"))) {
    return { ok: false, reason: `the sources are missing: there is no ${join(root, "web")}.` };
  }
  const name = hashOfSources(root);
  const folder = join(dist, name);
  if (existsSync(folder)) return { ok: true, folder };
  log.info({}, "building the dashboard's pages");
  // Hidden and uniquely named: another copy may be building at the same time.
  const draft = join(dist, `.draft-${process.pid}-${randomBytes(4).toString("hex")}`);
  try {
    mkdirSync(draft, { recursive: true });
    // In a process of its own: the bundler's memory and settings stay out of the server.
    await promisify(execFile)(process.execPath, [join(root, "web/build.ts"), draft], {
      cwd: root,
      timeout: TIMEOUT_MS,
    });
    moveIntoPlace(draft, folder);
    removeOthers(dist, name);
    return { ok: true, folder };
  } catch (error) {
    return { ok: false, reason: reasonOf(error, dist) };
  } finally {
    rmSync(draft, { recursive: true, force: true });
  }
}

/** Covers everything a build depends on: pages, the client and its package, and the versions of the tools. */
function hashOfSources(root: string): string {
  const hash = createHash("sha256");
  const add = (path: string) => hash.update(`${path}\0`).update(readFileSync(join(root, path)));
  for (const folder of ["web", "client"]) {
    const entries = readdirSync(join(root, folder), { recursive: true, withFileTypes: true });
    const files = entries
      .filter((entry) => entry.isFile())
      .map((entry) => join(entry.parentPath, entry.name).slice(root.length).replace(/^\//, ""))
      .filter(
        (path) =>
          !/^(web|client)\/dist\/|\/node_modules\/|\/testing\/|\.test\.tsx?$|^web\/.*\.md$/.test(
            path,
          ),
      );
    for (const path of files.sort()) add(path);
  }
  add("package-lock.json");
  return hash.digest("hex").slice(0, 16);
}

function moveIntoPlace(draft: string, folder: string): void {
  try {
    renameSync(draft, folder);
  } catch (error) {
    // Another copy was faster; its build is made from the same sources.
    if (!existsSync(folder)) throw error;
  }
}

/** Running copies hold their files in memory, so older builds are unused; an unfinished one may belong to another
 * copy, unless it is older than any build takes. */
function removeOthers(dist: string, current: string): void {
  for (const name of readdirSync(dist)) {
    const path = join(dist, name);
    const isDraft = name.startsWith(".");
    const isOver = !isDraft || Date.now() - statSync(path).mtimeMs > TIMEOUT_MS;
    if (name !== current && isOver) rmSync(path, { recursive: true, force: true });
  }
}

function reasonOf(error: unknown, dist: string): string {
  const { code, stderr, message, killed } = Object(error) as Record<string, unknown>;
  if (code === "EACCES" || code === "EROFS" || code === "EPERM") {
    return `${dist} can't be written. Build once where it can be (npm run build), or allow writing.`;
  }
  if (code === "ENOSPC") return `the disk with ${dist} is full.`;
  // The bundler is a development dependency: installs without those need a build beforehand.
  if (/ERR_MODULE_NOT_FOUND[^]*'vite'|'vite'[^]*ERR_MODULE_NOT_FOUND/.test(String(stderr))) {
    return "they have not been built, and the bundler is not installed. Run npm ci && npm run build, then npm run slim.";
  }
  if (killed === true) return "the build took too long.";
  const lines = String(stderr || message)
    .trim()
    .split("\n");
  return lines.slice(0, 12).join("\n");
}
