// Which way imports may point. A room is a folder of src/: it is entered only through the file named
// after it, and arrows run main and cli → services → rooms, never back and never in a circle.
import { readdirSync, readFileSync } from "node:fs";
import { dirname, join, posix, relative } from "node:path";

/** What a service that works on texts is made of. */
const TEXT_SERVICE = [
  "http",
  "accounts",
  "history",
  "store",
  "detector",
  "rewriter",
  "report",
  "files",
  "input",
  "metering",
];

/** The rooms each room may enter besides itself. */
const ALLOWED: Readonly<Record<string, readonly string[]>> = {
  http: [],
  store: [],
  inference: [],
  "fair-queue": [],
  mail: [],
  detector: ["fair-queue", "inference"],
  files: ["fair-queue"],
  rewriter: ["detector", "inference"],
  report: ["detector"],
  accounts: ["store"],
  history: ["store"],
  input: ["http", "detector", "rewriter", "report", "files"],
  metering: ["http", "accounts", "history", "detector", "report"],
  locations: ["http", "store"],
  authenticity: [...TEXT_SERVICE, "fair-queue"],
  dashboard: [...TEXT_SERVICE, "mail"],
  cli: [
    "http",
    "store",
    "accounts",
    "locations",
    "detector",
    "rewriter",
    "report",
    "authenticity",
    "files",
  ],
};

/** Sentences about every import below `root` that breaks a rule; `files` maps path to source. */
export function findBrokenImports(files: ReadonlyMap<string, string>): string[] {
  const problems: string[] = [];
  const graph = new Map<string, string[]>();
  for (const [file, source] of files) {
    const targets = importsOf(file, source);
    graph.set(
      file,
      targets.filter((target) => files.has(target)),
    );
    for (const target of targets) {
      const problem = judge(file, target);
      if (problem !== null) problems.push(`${file} imports ${target}: ${problem}`);
    }
  }
  return [...problems, ...findCircles(graph)];
}

export function readSources(root: string): Map<string, string> {
  const files = new Map<string, string>();
  for (const folder of ["src", "client", "web"]) {
    let entries: string[] = [];
    try {
      entries = readdirSync(join(root, folder), { recursive: true, encoding: "utf8" });
    } catch {
      continue;
    }
    for (const entry of entries) {
      if (!/\.tsx?$/.test(entry) || entry.startsWith("dist/") || /\.test\.tsx?$/.test(entry))
        continue;
      const path = join(root, folder, entry);
      files.set(relative(root, path), readFileSync(path, "utf8"));
    }
  }
  return files;
}

function judge(file: string, target: string): string | null {
  if (file.startsWith("client/")) {
    return target.startsWith("client/") ? null : "the client imports nothing but itself";
  }
  if (file.startsWith("web/")) {
    const isOwn = target.startsWith("web/") || target.startsWith("client/");
    return isOwn ? null : "the web page knows the program through client/ alone";
  }
  if (/^(test|bench|training)\//.test(target)) return "the product does not import its tests";
  const from = roomOf(file);
  const to = roomOf(target);
  if (to === null && from !== null) {
    const isConfig = target === "src/config.ts";
    if (from === "cli") return null;
    return isConfig ? "rooms receive plain values, not the settings" : "a room imports no starter";
  }
  if (to === null || from === to) return null;
  // What tests start from may use what another room's tests start from.
  const isBuilder = /\/build-[a-z]+\.ts$/.test(file) && target === `src/${to}/build-${to}.ts`;
  if (to !== "cli" && !isBuilder && target !== `src/${to}/${to}.ts`)
    return `enter ${to} by ${to}.ts`;
  if (from !== null && ALLOWED[from]?.includes(to) !== true) return `${from} may not enter ${to}`;
  return null;
}

function roomOf(file: string): string | null {
  const [top, room, rest] = file.split("/");
  return top === "src" && rest !== undefined && room !== undefined ? room : null;
}

/** Relative imports, as paths from the root; also type imports and imports made at run time. */
function importsOf(file: string, source: string): string[] {
  const pattern = /(?:\bfrom|\bimport)\s*\(?\s*"(\.{1,2}\/[^"]+)"/g;
  return [...source.matchAll(pattern)].map(([, path = ""]) => posix.join(dirname(file), path));
}

function findCircles(graph: ReadonlyMap<string, readonly string[]>): string[] {
  const circles: string[] = [];
  const state = new Map<string, "open" | "done">();
  const visit = (file: string, way: readonly string[]) => {
    if (state.get(file) === "done") return;
    if (state.get(file) === "open") {
      circles.push(
        `imports run in a circle: ${[...way.slice(way.indexOf(file)), file].join(" → ")}`,
      );
      return;
    }
    state.set(file, "open");
    for (const target of graph.get(file) ?? []) visit(target, [...way, file]);
    state.set(file, "done");
  };
  for (const file of graph.keys()) visit(file, []);
  return circles;
}
