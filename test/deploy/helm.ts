// Renders a Helm chart as `helm template` does, for the part of Go's templates that the shipped chart uses. Anything else
// is refused, so that no template is taken for tested that is not; the workflow of the project lints and renders the
// chart with Helm itself.
import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { Ajv } from "ajv";
import { parse, parseAllDocuments, stringify } from "yaml";
import type { Manifest } from "./kustomize.ts";

export type Values = { [name: string]: unknown };
type Scope = { dot: unknown; variables: ReadonlyMap<string, unknown> };
type Node =
  | { kind: "text"; text: string }
  | { kind: "output"; expression: string }
  | { kind: "assign"; name: string; expression: string }
  | { kind: "if"; branches: { expression: string | null; body: Node[] }[] }
  | { kind: "range"; names: string[]; expression: string; body: Node[] };

/** The manifests with these values over the chart's own; values that the schema refuses throw. */
export function renderChart(folder: string, given: Values = {}): Manifest[] {
  const read = (file: string) => readFileSync(join(folder, file), "utf8");
  const values = merge(parse(read("values.yaml")) as Values, given);
  const isValid = new Ajv().compile(JSON.parse(read("values.schema.json")) as object);
  if (!isValid(values)) throw new Error(JSON.stringify(isValid.errors));
  const chart = parse(read("Chart.yaml")) as { name: string; version: string; appVersion: string };
  const root = {
    Values: values,
    Chart: { Name: chart.name, Version: chart.version, AppVersion: chart.appVersion },
    Release: { Name: "lodestone", Namespace: "default", Service: "Helm" },
  };
  const defined = new Map<string, Node[]>();
  const files = readdirSync(join(folder, "templates")).sort();
  const bodies = files.map(
    (file) => [file, parseTemplate(read(`templates/${file}`), defined)] as const,
  );
  return bodies.flatMap(([file, body]) => {
    const text = run(body, { dot: root, variables: new Map([["$", root]]) }, defined);
    if (!file.endsWith(".yaml")) return [];
    return parseAllDocuments(text).flatMap((document) => {
      if (document.errors.length > 0) throw new Error(`${file}: ${document.errors[0]}\n${text}`);
      const manifest = document.toJS() as Manifest | null;
      return manifest === null ? [] : [manifest];
    });
  });
}

function merge(base: Values, over: Values): Values {
  const result = { ...base };
  for (const [name, value] of Object.entries(over)) {
    const known = base[name];
    result[name] = isMap(known) && isMap(value) ? merge(known, value) : value;
  }
  return result;
}

function isMap(value: unknown): value is Values {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

/** Adds what is defined to `defined`, and returns the rest. */
function parseTemplate(text: string, defined: Map<string, Node[]>): Node[] {
  const trimmed = text.replace(/\s*\{\{-/g, "{{").replace(/-\}\}\s*/g, "}}");
  const parts = trimmed.split(/\{\{(.*?)\}\}/s);
  let at = 0;
  const body = (isInside: boolean): { nodes: Node[]; end: string } => {
    const nodes: Node[] = [];
    for (; at < parts.length; at++) {
      const part = (parts[at] ?? "").trim();
      if (at % 2 === 0) {
        nodes.push({ kind: "text", text: parts[at] ?? "" });
        continue;
      }
      const [, word = "", rest = ""] = /^(\w*)\s*(.*)$/s.exec(part) ?? [];
      if (isInside && (word === "end" || word === "else")) return { nodes, end: part };
      at++;
      if (word === "if") nodes.push(readIf(rest));
      else if (word === "range") nodes.push(readRange(rest));
      else if (word === "define") defined.set(JSON.parse(rest) as string, body(true).nodes);
      else nodes.push(readSingle(part));
      // A block ends at its `end`; a single action is behind us already.
      if (!["if", "range", "define"].includes(word)) at--;
    }
    if (isInside) throw new Error("A block has no end.");
    return { nodes, end: "" };
  };
  const readIf = (condition: string): Node => {
    const branches: { expression: string | null; body: Node[] }[] = [];
    for (let expression: string | null = condition; ; ) {
      const { nodes, end } = body(true);
      branches.push({ expression, body: nodes });
      if (end === "end") return { kind: "if", branches };
      expression = /^else if (.*)$/s.exec(end)?.[1] ?? null;
      at++;
    }
  };
  const readRange = (rest: string): Node => {
    const [, names = "", expression = ""] =
      /^(?:(\$\w+(?:, *\$\w+)?) *:= *)?(.*)$/s.exec(rest) ?? [];
    const { nodes } = body(true);
    return { kind: "range", names: names.split(/, */).filter(Boolean), expression, body: nodes };
  };
  return body(false).nodes;
}

function readSingle(part: string): Node {
  const [, name, expression = ""] = /^(\$\w+) *:= *(.*)$/s.exec(part) ?? [];
  if (name !== undefined) return { kind: "assign", name, expression };
  if (/^(?:with|block|template|define|else|end)\b/.test(part)) throw new Error(`Unknown: ${part}`);
  return { kind: "output", expression: part };
}

function run(nodes: readonly Node[], given: Scope, defined: Map<string, Node[]>): string {
  let scope = given;
  let text = "";
  for (const node of nodes) {
    if (node.kind === "text") text += node.text;
    else if (node.kind === "output") text += show(evaluate(node.expression, scope, defined));
    else if (node.kind === "assign") {
      const value = evaluate(node.expression, scope, defined);
      scope = { ...scope, variables: new Map(scope.variables).set(node.name, value) };
    } else if (node.kind === "if") {
      const isTaken = (expression: string | null) =>
        expression === null || isTrue(evaluate(expression, scope, defined));
      const branch = node.branches.find(({ expression }) => isTaken(expression));
      if (branch !== undefined) text += run(branch.body, scope, defined);
    } else {
      for (const [name, value] of entriesOf(evaluate(node.expression, scope, defined))) {
        const variables = new Map(scope.variables);
        const [first, second] = node.names;
        if (second !== undefined && first !== undefined)
          variables.set(first, name).set(second, value);
        else if (first !== undefined) variables.set(first, value);
        text += run(node.body, { dot: value, variables }, defined);
      }
    }
  }
  return text;
}

/** Maps by name, as Go does. */
function entriesOf(value: unknown): [string | number, unknown][] {
  if (Array.isArray(value)) return [...value.entries()];
  if (isMap(value)) return Object.entries(value).toSorted(([a], [b]) => (a < b ? -1 : 1));
  throw new Error(`${JSON.stringify(value)} can't be ranged over.`);
}

function isTrue(value: unknown): boolean {
  if (Array.isArray(value)) return value.length > 0;
  return isMap(value) ? Object.keys(value).length > 0 : Boolean(value);
}

function show(value: unknown): string {
  if (value === undefined || value === null || typeof value === "object")
    throw new Error(`${JSON.stringify(value)} is shown as it is.`);
  return String(value);
}

/** A pipeline of calls: each gets the result of the one before as its last argument. */
function evaluate(expression: string, scope: Scope, defined: Map<string, Node[]>): unknown {
  const tokens = expression.match(/"(?:[^"\\]|\\.)*"|\||[^\s|"]+/g) ?? [];
  if (tokens.join("").includes("(")) throw new Error(`Parentheses can't be read: ${expression}`);
  const calls: string[][] = [[]];
  for (const token of tokens) {
    if (token === "|") calls.push([]);
    else calls.at(-1)?.push(token);
  }
  let result: unknown;
  for (const [at, [name = "", ...words]] of calls.entries()) {
    const args = words.map((word) => readOperand(word, scope));
    if (at > 0) args.push(result);
    const call = FUNCTIONS[name];
    if (name === "include") {
      const body = defined.get(String(args[0]));
      if (body === undefined) throw new Error(`Nothing is defined as ${args[0]}.`);
      result = run(body, { dot: args[1], variables: new Map([["$", args[1]]]) }, defined);
    } else if (call !== undefined) result = call(...args);
    else if (at === 0 && words.length === 0) result = readOperand(name, scope);
    else throw new Error(`Unknown function ${name} in ${expression}.`);
  }
  return result;
}

function readOperand(word: string, { dot, variables }: Scope): unknown {
  if (/^(?:".*"|-?\d+|true|false)$/s.test(word)) return JSON.parse(word);
  const [, name = "", path = ""] = /^(\$\w*)?((?:\.\w+)*|\.)$/.exec(word) ?? [];
  if (name === "" && path === "") throw new Error(`${word} can't be read.`);
  if (name !== "" && !variables.has(name)) throw new Error(`There is no ${name}.`);
  let value = name === "" ? dot : variables.get(name);
  for (const step of path.split(".").filter(Boolean)) {
    if (!isMap(value) || !(step in value)) throw new Error(`${word} has no ${step}.`);
    value = value[step];
  }
  return value;
}

const indent = (width: unknown, text: unknown) =>
  String(text).replace(/^/gm, " ".repeat(Number(width)));

// oxlint-disable-next-line typescript/no-explicit-any -- each function knows what Go's templates hand to it
const FUNCTIONS: Readonly<Record<string, (...args: any[]) => unknown>> = {
  quote: (value) => JSON.stringify(String(value)),
  toYaml: (value) => stringify(value).trimEnd(),
  indent,
  nindent: (width, text) => `\n${indent(width, text)}`,
  default: (fallback, value) => (isTrue(value) ? value : fallback),
  required: (message, value) => {
    if (value === undefined || value === "") throw new Error(message);
    return value;
  },
  printf: (form, ...values) => {
    let at = 0;
    return String(form).replace(/%s/g, () => String(values[at++]));
  },
  eq: (a, b) => a === b,
  ne: (a, b) => a !== b,
  not: (value) => !isTrue(value),
};
