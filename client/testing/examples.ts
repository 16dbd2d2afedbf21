// Finds every example of the package: in the comments above exports, in the README and in its pages.
import { readdirSync, readFileSync } from "node:fs";

const root = new URL("../", import.meta.url);

export type Example = { where: string; code: string };

export function findExamples(): Example[] {
  const inSources = sourceFiles().flatMap((file) => {
    const text = readFileSync(new URL(file, root), "utf8");
    return commentsOf(text).flatMap(({ name, comment }) =>
      codeBlocks(comment).map((code) => ({ where: `${file}: ${name}`, code })),
    );
  });
  const pages = readdirSync(new URL("docs/", root)).map((file) => `docs/${file}`);
  const inPages = ["README.md", ...pages].flatMap((file) => {
    const text = readFileSync(new URL(file, root), "utf8");
    return codeBlocks(text).map((code, at) => ({ where: `${file}: ${at + 1}`, code }));
  });
  return [...inSources, ...inPages];
}

/** Names that the front file exports and that have no comment with an example right above them. */
export function findUndocumented(): string[] {
  const documented = new Set(
    sourceFiles().flatMap((file) =>
      commentsOf(readFileSync(new URL(file, root), "utf8"))
        .filter(({ comment }) => codeBlocks(comment).length > 0 && /^\w/.test(comment))
        .map(({ name }) => name),
    ),
  );
  return exportedNames().filter((name) => !documented.has(name));
}

export function sourceFiles(): string[] {
  return readdirSync(root).filter((file) => /^[a-z-]+\.ts$/.test(file));
}

export function exportedNames(): string[] {
  const front = readFileSync(new URL("client.ts", root), "utf8");
  const lists = [...front.matchAll(/^export (?:type )?\{([^}]*)\}/gm)].flatMap(([, list = ""]) =>
    [...list.matchAll(/(?:type )?(\w+)\s*(?:,|$)/g)].map(([, name = ""]) => name),
  );
  const own = [...front.matchAll(/^export (?:type|function|const|class) (\w+)/gm)];
  return [...lists, ...own.map(([, name = ""]) => name)];
}

/** Comments above exports, without their stars. */
function commentsOf(text: string): Array<{ name: string; comment: string }> {
  const pattern = /^\/\*\*\n((?: \*.*\n)+?) \*\/\nexport (?:type|function|const|class) (\w+)/gm;
  return [...text.matchAll(pattern)].map(([, comment = "", name = ""]) => ({
    name,
    comment: comment.replace(/^ \* ?/gm, ""),
  }));
}

function codeBlocks(markdown: string): string[] {
  return [...markdown.matchAll(/^```ts\n([\s\S]*?)^```$/gm)].map(([, code = ""]) => code);
}
