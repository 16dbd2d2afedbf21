// Words put in the place of their opposites, by a table of pairs.
import { readFileSync } from "node:fs";

type Side = { readonly words: ReadonlySet<string>; readonly stems: readonly string[] };

const PAIRS: readonly (readonly [Side, Side])[] = readFileSync(
  new URL("opposites.txt", import.meta.url),
  "utf8",
)
  .split("\n")
  .filter((line) => line !== "" && !line.startsWith("#"))
  .map((line) => {
    const [left = "", right = ""] = line.split("|");
    return [readSide(left), readSide(right)] as const;
  });

function readSide(text: string): Side {
  const words = text.trim().split(/\s+/);
  return {
    words: new Set(words.filter((word) => !word.endsWith("*"))),
    stems: words.filter((word) => word.endsWith("*")).map((word) => word.slice(0, -1)),
  };
}

/** The word that came where its opposite went, or undefined. */
export function findOpposite(
  source: readonly string[],
  target: readonly string[],
): string | undefined {
  for (const [one, other] of PAIRS) {
    const found = exchanged(source, target, one, other) ?? exchanged(source, target, other, one);
    if (found !== undefined) return found;
  }
  return undefined;
}

function exchanged(
  source: readonly string[],
  target: readonly string[],
  gone: Side,
  come: Side,
): string | undefined {
  const lost = count(source, gone) - count(target, gone);
  const added = count(target, come) - count(source, come);
  return lost > 0 && added > 0 ? target.find((word) => isOf(word, come)) : undefined;
}

function count(words: readonly string[], side: Side): number {
  return words.filter((word) => isOf(word, side)).length;
}

function isOf(word: string, { words, stems }: Side): boolean {
  return words.has(word) || stems.some((stem) => word.startsWith(stem));
}
