// Collects every regular expression written in the product's sources: literals, and the places where
// one is put together at run time. The parser is the bundler's own, so nothing is missed because it
// looks like a division or stands in a template.
import { parseAst } from "rolldown/parseAst";
import { PRODUCT, readSources } from "../import-rules.ts";

export type Literal = { file: string; line: number; pattern: string; flags: string };
export type Construction = { file: string; line: number; source: string };

export function collectRegularExpressions(root: string): {
  literals: Literal[];
  constructions: Construction[];
} {
  const literals: Literal[] = [];
  const constructions: Construction[] = [];
  for (const [file, text] of readSources(root, PRODUCT)) {
    const tree = parseAst(text, { lang: file.endsWith("x") ? "tsx" : "ts" });
    visit(tree, (node) => {
      const line = text.slice(0, node.start).split("\n").length;
      if (node.type === "Literal" && node.regex !== undefined) {
        literals.push({ file, line, ...node.regex });
      }
      const isCall = node.type === "NewExpression" || node.type === "CallExpression";
      if (isCall && node.callee?.name === "RegExp") {
        constructions.push({ file, line, source: text.slice(node.start, node.end) });
      }
    });
  }
  return { literals, constructions };
}

type Node = {
  type: string;
  start: number;
  end: number;
  regex?: { pattern: string; flags: string };
  callee?: { name?: string };
};

function visit(value: unknown, look: (node: Node) => void): void {
  if (Array.isArray(value)) {
    for (const item of value) visit(item, look);
  } else if (typeof value === "object" && value !== null) {
    if ("type" in value && typeof value.type === "string") look(value as Node);
    for (const child of Object.values(value)) visit(child, look);
  }
}

/** False for the tools of tests, whose expressions see nothing a stranger sent. */
export function isFromOutside({ file }: Pick<Literal, "file">): boolean {
  return !file.startsWith("client/testing/");
}

export const nameOf = ({ pattern, flags }: Pick<Literal, "pattern" | "flags">) =>
  `/${pattern}/${flags}`;

/** True when no repetition is without end and none stands inside another: then a start costs at most a
 * constant, whatever the text. The checker, which tries short texts, often calls such ones vulnerable. */
export function isPlainlyBounded({ pattern }: Pick<Literal, "pattern">): boolean {
  const bare = pattern
    .replace(/\\(?:[pP]\{[^}]*\}|u\{[^}]*\}|.)/gs, "x")
    .replace(/\[[^\]]*\]/g, "x")
    .replace(/\(\?(?:<?[=!]|:|<\w+>)/g, "(");
  if (/[*+]|\{\d+,\}/.test(bare)) return false;
  const repeats: boolean[] = [false];
  for (let at = 0; at < bare.length; at++) {
    const sign = bare[at];
    if (sign === "(") repeats.push(false);
    const isRepeated = bare[at + 1] === "{";
    if (sign === ")") {
      const inner = repeats.pop() ?? false;
      if (inner && isRepeated) return false;
      if (inner || isRepeated) repeats[repeats.length - 1] = true;
    } else if (isRepeated) {
      repeats[repeats.length - 1] = true;
    }
  }
  return true;
}
