// The commands of a Markdown page: blocks marked `sh`, each with the output shown right below it. A block that
// can't be run says why in a comment above it: <!-- not run: … -->.

export type CommandBlock = {
  /** Of the first command, counted from 1. */
  line: number;
  commands: string;
  /** As shown, or null where the page shows none. */
  output: { language: "json" | "text"; text: string } | null;
  /** Why it is not run, or null. */
  excuse: string | null;
};

type Fence = { language: string; body: string; first: number; last: number };

export function findCommandBlocks(markdown: string): CommandBlock[] {
  const lines = markdown.split("\n");
  const fences = findFences(lines);
  return fences.flatMap((fence, at) => {
    if (fence.language !== "sh") return [];
    const next = fences[at + 1];
    const isOutput =
      next !== undefined &&
      (next.language === "json" || next.language === "text") &&
      lines.slice(fence.last + 1, next.first).every((line) => line.trim() === "");
    const above = lines[fence.first - 1] ?? "";
    return {
      line: fence.first + 2,
      commands: fence.body,
      output: isOutput ? { language: next.language as "json" | "text", text: next.body } : null,
      excuse: /^<!-- not run: (.+) -->$/.exec(above)?.[1] ?? null,
    };
  });
}

/** Commands in blocks that are only indented: nothing would run them. */
export function findUnmarkedCommands(markdown: string): string[] {
  const words = "curl|npx|npm|docker|podman|kubectl|lodestone|pg_dump|systemctl|openssl|helm";
  return markdown.split("\n").filter((line) => new RegExp(`^ {4}(${words}) `).test(line));
}

function findFences(lines: readonly string[]): Fence[] {
  const fences: Fence[] = [];
  let first = -1;
  for (const [at, line] of lines.entries()) {
    if (!line.startsWith("```")) continue;
    if (first === -1) {
      first = at;
      continue;
    }
    const language = (lines[first] ?? "").slice(3).trim();
    fences.push({ language, body: lines.slice(first + 1, at).join("\n"), first, last: at });
    first = -1;
  }
  return fences;
}

/**
 * Whether a program's output is the one shown: `…` stands for anything within a line (in JSON: any value), a
 * line of its own for any number of lines. Widths of columns don't matter, nor do the moments in time stamps; fractions
 * in JSON are compared to the digits that are shown.
 */
export function isOutputShown(
  output: NonNullable<CommandBlock["output"]>,
  actual: string,
): boolean {
  if (output.language === "json") return fits(JSON.parse(output.text), JSON.parse(actual));
  const lines = output.text.trim().split("\n");
  const pattern = lines.map((line) =>
    line.trim() === "…" ? "(?:.*\\n)*?" : `${toPattern(line)}\\n`,
  );
  return new RegExp(`^${pattern.join("")}$`).test(`${squeeze(actual)}\n`);
}

function toPattern(line: string): string {
  return squeeze(line).split("…").map(RegExp.escape).join(".*");
}

function squeeze(text: string): string {
  return text
    .trim()
    .split("\n")
    .map((line) => line.trim().replace(/\s+/g, " "))
    .join("\n");
}

const TIME_STAMP = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d/;

function fits(shown: unknown, actual: unknown): boolean {
  if (shown === "…") return true;
  if (typeof shown === "string" && typeof actual === "string") {
    if (TIME_STAMP.test(shown)) return TIME_STAMP.test(actual);
    return new RegExp(`^${toPattern(shown)}$`, "s").test(squeeze(actual));
  }
  if (typeof shown === "number" && typeof actual === "number" && !Number.isInteger(shown)) {
    const { length: digits } = String(shown).split(".")[1] ?? "";
    return Number(actual.toFixed(digits)) === shown;
  }
  if (Array.isArray(shown) && Array.isArray(actual)) {
    const isOpen = shown.at(-1) === "…";
    const listed = isOpen ? shown.slice(0, -1) : shown;
    const isLong = isOpen ? actual.length >= listed.length : actual.length === listed.length;
    return isLong && listed.every((item, at) => fits(item, actual[at]));
  }
  if (isObject(shown) && isObject(actual)) {
    const { "…": rest, ...listed } = shown;
    const isWhole = rest !== undefined || Object.keys(actual).every((name) => name in listed);
    const isThere = ([name, value]: [string, unknown]) =>
      name in actual && fits(value, actual[name]);
    return isWhole && Object.entries(listed).every(isThere);
  }
  return shown === actual;
}

function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}
