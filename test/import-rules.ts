// Which way imports may point. The drawing in ARCHITECTURE.md is the rule: an import without its arrow is a fault, an
// arrow without an import too, and arrows lead from a layer to a lower one. A room is a folder of src/, entered only
// through the file named after it. (Circles between files are the linter's: import/no-cycle.)
import { readdirSync, readFileSync } from "node:fs";
import { dirname, join, posix, relative } from "node:path";

export type Drawing = {
  /** Rooms by layer, the highest first. */
  readonly layers: readonly (readonly string[])[];
  /** "from → to" for each arrow. */
  readonly arrows: ReadonlySet<string>;
};

/** Reads the first Mermaid drawing of a page: a subgraph for each layer, `from --> to & to` for arrows. */
export function readDrawing(page: string): Drawing {
  const lines = /```mermaid\n([^]*?)```/.exec(page)?.[1]?.split("\n") ?? [];
  const layers: string[][] = [];
  const arrows = new Set<string>();
  for (const line of lines.map((text) => text.trim())) {
    const [from, to] = line.split(" --> ");
    if (to !== undefined) for (const one of to.split(" & ")) arrows.add(`${from} → ${one}`);
    else if (line.startsWith("subgraph ")) layers.push([]);
    else if (/^[a-z-]+( & [a-z-]+)*$/.test(line) && line !== "end")
      layers.at(-1)?.push(...line.split(" & "));
  }
  return { layers, arrows };
}

/** Sentences about every import that breaks a rule and every arrow that is wrong; `files` maps path to source. */
export function findBrokenImports(files: ReadonlyMap<string, string>, drawing: Drawing): string[] {
  const problems: string[] = [];
  const taken = new Set<string>();
  for (const [file, source] of files) {
    for (const target of importsOf(file, source)) {
      const [from, to] = [roomOf(file), roomOf(target)];
      if (from === to || (MEASURING.has(from) && target.startsWith("src/"))) continue;
      taken.add(`${from} → ${to}`);
      const isArrow = drawing.arrows.has(`${from} → ${to}`);
      if (!isArrow) problems.push(`${file} imports ${target}: no arrow ${from} → ${to} is drawn`);
      const isDoor = target === `src/${to}/${to}.ts` || !/^src\/[^/]+\//.test(target);
      if (isArrow && !isDoor && to !== "cli")
        problems.push(`${file} imports ${target}: enter ${to} by ${to}.ts`);
    }
  }
  for (const arrow of drawing.arrows) {
    const [from, to] = arrow.split(" → ").map((room) => layerOf(drawing, room));
    if (!taken.has(arrow)) problems.push(`the arrow ${arrow} is drawn, but nothing imports so`);
    if (from === undefined || to === undefined || from >= to)
      problems.push(`the arrow ${arrow} does not lead to a lower layer`);
  }
  return problems;
}

/** These look into any room; among themselves and with tests they keep to the arrows. */
const MEASURING: ReadonlySet<string> = new Set(["bench", "training", "evaluation"]);

/** What is shipped. */
export const PRODUCT = ["src", "client", "web"] as const;

export function readSources(
  root: string,
  folders: Iterable<string> = [...PRODUCT, ...MEASURING],
): Map<string, string> {
  const files = new Map<string, string>();
  for (const folder of folders) {
    for (const entry of readdirSync(join(root, folder), { recursive: true, encoding: "utf8" })) {
      if (!/(?<!\.test)\.tsx?$/.test(entry) || /^(?:dist|work|testing)\//.test(entry)) continue;
      const path = join(root, folder, entry);
      files.set(relative(root, path), readFileSync(path, "utf8"));
    }
  }
  return files;
}

/** The folder of src/ or of the project that a file belongs to; files of src/ itself start the program or set it up. */
function roomOf(file: string): string {
  const [top = "", room = "", rest] = file.split("/");
  if (top !== "src") return top;
  if (rest !== undefined) return room;
  return room === "main.ts" || room === "cli.ts" ? room.slice(0, -3) : "config";
}

function layerOf({ layers }: Drawing, room: string): number | undefined {
  const at = layers.findIndex((layer) => layer.includes(room));
  return at === -1 ? undefined : at;
}

/** Relative imports, as paths from the root; also type imports and imports made at run time. */
function importsOf(file: string, source: string): string[] {
  const pattern = /(?:\bfrom|\bimport)\s*\(?\s*"(\.{1,2}\/[^"]+)"/g;
  return [...source.matchAll(pattern)].map(([, path = ""]) => posix.join(dirname(file), path));
}
