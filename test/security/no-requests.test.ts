// The program connects only to its own Postgres and Redis, the language model its operator has named, and, from the
// command line, the server on the same machine: no code of the server can open a connection to an address a caller
// chose.
import { globSync, readFileSync } from "node:fs";
import { parseAst } from "rolldown/parseAst";
import { expect, test } from "vitest";
import { PRODUCT, readSources } from "../import-rules.ts";

const root = new URL("../../", import.meta.url).pathname;
const CALLERS = new Set(["fetch", "WebSocket", "EventSource", "XMLHttpRequest"]);
/** Of Node's modules these can connect; what each file takes from them must not. */
const MODULES: Readonly<Record<string, readonly string[]>> = {
  "node:http": ["request", "get", "Agent", "default"],
  "node:https": ["request", "get", "Agent", "default"],
  "node:net": ["connect", "createConnection", "Socket", "default"],
  "node:tls": ["connect", "default"],
  "node:dgram": ["createSocket", "default"],
  "node:dns": ["lookup", "resolve", "default"],
  "node:http2": ["connect", "default"],
};

test("only the files that ask the operator's language model, tell a webhook and ask the local server can open a connection of their own", () => {
  const found: string[] = [];
  for (const [file, text] of readSources(root, PRODUCT)) {
    if (!file.startsWith("src/")) continue;
    const tree = parseAst(text, { lang: "ts" });
    const visit = (value: unknown): void => {
      if (Array.isArray(value)) return value.forEach(visit);
      if (typeof value !== "object" || value === null) return;
      const node = value as {
        type?: string;
        importKind?: string;
        source?: { value: string };
        specifiers?: { importKind?: string; imported?: { name: string }; type: string }[];
        callee?: { type: string; name?: string };
      };
      if (node.type === "ImportDeclaration" && node.importKind !== "type") {
        for (const each of node.specifiers ?? []) {
          const name = each.imported?.name ?? "default";
          const isUsed = each.importKind !== "type";
          const refused = MODULES[node.source?.value ?? ""] ?? [];
          if (isUsed && refused.includes(name)) found.push(`${file}: ${name}`);
        }
      }
      if (node.callee?.type === "Identifier" && CALLERS.has(node.callee.name ?? "")) {
        found.push(`${file}: ${node.callee.name}`);
      }
      for (const child of Object.values(value)) visit(child);
    };
    visit(tree);
  }
  // The documentation page's script runs in the reader's browser, and is text here.
  expect(found.toSorted()).toEqual([
    // `lodestone jobs` asks the server that its caller names.
    "src/cli/remote.ts: default",
    "src/cli/running-server.ts: get",
    // Only where the operator has switched webhooks on.
    "src/jobs/send-webhook.ts: request",
    "src/rewriter/language-model.ts: fetch",
  ]);
  expect(readFileSync(`${root}src/main.ts`, "utf8")).toContain("openStore");
});

test("one file loads the library that runs the models, because it must be told first to send no telemetry", () => {
  const files = globSync("{src,bench,evaluation,training,test,docs,deploy,bin}/**/*.{ts,js,py}", {
    cwd: root,
    exclude: (path) => path.includes("node_modules"),
  });
  const loads =
    /^import (?!type ).*"onnxruntime-node"|import\("onnxruntime-node"\);|^import onnxruntime/m;
  const loaders = files.filter((file) => loads.test(readFileSync(root + file, "utf8")));
  expect(loaders).toEqual(["src/inference/inference.ts"]);
});
