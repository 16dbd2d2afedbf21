// Packages bring binaries for every system, sources and headers. This removes from node_modules what this machine can't
// use, once after each install: packages may run no script of their own here, and neither may the project's install,
// so the server's start and the tests' start call it. Written so that old versions of Node understand it.
import { existsSync, lstatSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";

const { platform, arch } = process;

/** Paths below node_modules that are not needed here, each with what may stay beside it. */
const NEEDLESS = [
  { folder: "onnxruntime-node/bin/napi-v6", keep: [platform] },
  { folder: `onnxruntime-node/bin/napi-v6/${platform}`, keep: [arch] },
  {
    folder: "better-sqlite3/prebuilds",
    keep: [`${platform}-${arch}.node`, `${platform}musl-${arch}.node`],
  },
  { folder: "better-sqlite3/deps", keep: [] },
  { folder: `node-${platform}-${arch}/include`, keep: [] },
  { folder: "zod/src", keep: [] },
  { folder: "dejavu-fonts-ttf/ttf", keep: ["DejaVuSans.ttf", "DejaVuSans-Bold.ttf"] },
  // The parser of PDF files runs from its legacy folder.
  { folder: "pdfjs-dist/build", keep: [] },
  { folder: "pdfjs-dist/web", keep: [] },
  { folder: "pdfjs-dist/legacy/web", keep: [] },
  { folder: "pdfjs-dist/image_decoders", keep: [] },
  { folder: "pdfjs-dist/legacy/image_decoders", keep: [] },
];

const MARKER = ".pruned";

/**
 * Prunes what was installed since the last time. Gives the megabytes it removed; nothing happens where node_modules
 * can't be written.
 */
export function pruneInstall(root) {
  const modules = join(root, "node_modules");
  const marker = join(modules, MARKER);
  try {
    const installed = String(lstatSync(join(modules, ".package-lock.json")).mtimeMs);
    if (existsSync(marker) && readFileSync(marker, "utf8") === installed) return 0;
    const bytes = prune(modules);
    writeFileSync(marker, installed);
    return Math.round(bytes / 1e6);
  } catch {
    return 0;
  }
}

function prune(modules) {
  let bytes = 0;
  for (const { folder, keep } of NEEDLESS) {
    const path = join(modules, folder);
    if (!existsSync(path)) continue;
    for (const name of readdirSync(path)) {
      if (!keep.includes(name)) bytes += remove(join(path, name));
    }
  }
  return bytes + removeSourceMaps(modules);
}

function removeSourceMaps(folder) {
  let bytes = 0;
  for (const entry of readdirSync(folder, { withFileTypes: true })) {
    const path = join(folder, entry.name);
    if (entry.isDirectory()) bytes += removeSourceMaps(path);
    else if (entry.isFile() && entry.name.endsWith(".map")) bytes += remove(path);
  }
  return bytes;
}

function remove(path) {
  const bytes = sizeOf(path);
  rmSync(path, { recursive: true, force: true });
  return bytes;
}

export function sizeOf(path) {
  const found = lstatSync(path);
  if (!found.isDirectory()) return found.size;
  return readdirSync(path).reduce((sum, name) => sum + sizeOf(join(path, name)), 0);
}
