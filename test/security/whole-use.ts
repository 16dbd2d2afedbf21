// Everything the program does, once: run by outside-traffic.test.ts in a network of its own, where the only name server
// logs its queries. Prints what it saw as JSON.
import { execFileSync } from "node:child_process";
import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { setTimeout as delay } from "node:timers/promises";
import { call, FORM, form } from "../contract/v1.ts";
import { runCommand, startServer } from "../server-process.ts";
import { recordLookups } from "./record-lookups.ts";

// The library that runs the models makes its first look-up about fifteen seconds after its start.
const WATCHED_MS = 25_000;

const [folder = ""] = process.argv.slice(2);
const { names, close } = await recordLookups();
const text = `${"The committee met on Tuesday and agreed, after some debate, to publish the minutes. ".repeat(8)}\n`;
writeFileSync(join(folder, "text.txt"), text);
writeFileSync(join(folder, "page.html"), `<html><body><p>${text}</p></body></html>`);
writeFileSync(join(folder, "lines.jsonl"), `${JSON.stringify({ id: 1, text })}\n`);

const server = await startServer({ DATA_DIR: join(folder, "data") });
const startedAt = performance.now();
const did: string[] = [];

const command = async (...words: string[]) => {
  const { code, out, err } = await runCommand(words, { env: server.env });
  if (code !== 0) throw new Error(`${words.join(" ")}: ${err}`);
  did.push(words.slice(0, 2).join(" "));
  return out.trim();
};
const key = await command("keys", "create", "--domain", "example.com");
const headers = { "x-api-key": key, origin: "https://example.com" };
const upload = new FormData();
upload.set("file", new File([`<html><body><p>${text}</p></body></html>`], "page.html"));
const encoded = new Response(upload);
const batch = JSON.stringify({ items: [{ content: text }] });
const requests: [name: string, path: string, type: string, body: string | Buffer][] = [
  ["detect", "/v1/detect", FORM, form(text)],
  ["rewrite", "/v1/regenerate", FORM, form(text)],
  ["batch", "/v1/detect/batch", "application/json", batch],
  [
    "file",
    "/v1/detect",
    encoded.headers.get("content-type") ?? "",
    Buffer.from(await encoded.arrayBuffer()),
  ],
  ["report", "/v1/report", FORM, `${form(text)}&format=pdf`],
];
for (const [name, path, type, body] of requests) {
  const reply = await call(server, { path, headers: { ...headers, "content-type": type }, body });
  if (reply.status !== 200) throw new Error(`${name}: ${reply.text}`);
  did.push(name);
}
await command("detect", join(folder, "text.txt"), "--report", join(folder, "report.pdf"));
await command("rewrite", join(folder, "page.html"));
await command("detect", "--jsonl", join(folder, "lines.jsonl"), "--out", join(folder, "out.jsonl"));
const csv = new URL("../../data/", import.meta.url).pathname;
await command("locations", "import", csv, "--force");
await command("backup", join(folder, "copy.db"));
const bench = new URL("../../bench/detector-process.ts", import.meta.url).pathname;
const models = new URL("../../models", import.meta.url).pathname;
execFileSync(process.execPath, [bench, models, "1", text]);
did.push("bench");
// Absence has no event to wait for.
await delay(Math.max(0, WATCHED_MS - (performance.now() - startedAt)));
await server.terminate();
close();
process.stdout.write(`${JSON.stringify({ did, names })}\n`);
