// How the built page is served: its policy, its caching, its encodings, and the way from HTTP to HTTPS.
import { spawnSync } from "node:child_process";
import {
  cpSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  rmSync,
  symlinkSync,
  utimesSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { brotliDecompressSync, gunzipSync } from "node:zlib";
import { afterAll, beforeAll, expect, test } from "vitest";
import { buildDashboard, type TestDashboard } from "../../testing/build-dashboard.ts";
import { buildTinyModel } from "../../testing/tiny-model.ts";
import { buildWeb, type WebBuild } from "./web-build.ts";
import { readWebFiles, type WebFiles } from "./web-files.ts";

const root = fileURLToPath(new URL("../..", import.meta.url));
const log = { info() {} };

/** A tree with the sources alone, as after a fresh clone. */
function freshTree(): string {
  const tree = mkdtempSync(join(tmpdir(), "lodestone-web-"));
  for (const name of ["web", "client", "package-lock.json", "package.json", "tsconfig.json"]) {
    const filter = (path: string) => path !== join(root, "web/dist");
    cpSync(join(root, name), join(tree, name), { recursive: true, filter });
  }
  symlinkSync(join(root, "node_modules"), join(tree, "node_modules"));
  return tree;
}

const trees: string[] = [];
let modelDir: string;
let dashboard: TestDashboard;
let files: WebFiles;
let builds: WebBuild[];
beforeAll(async () => {
  const tree = freshTree();
  trees.push(tree);
  // Two copies of the program that start at once.
  builds = await Promise.all([buildWeb({ log, root: tree }), buildWeb({ log, root: tree })]);
  const [first] = builds;
  if (first?.ok !== true) throw new Error(first?.reason);
  files = readWebFiles(first.folder);
  modelDir = await buildTinyModel();
  dashboard = await buildDashboard({ modelDir, files });
});
afterAll(async () => {
  await dashboard.close();
  for (const folder of [...trees, modelDir]) rmSync(folder, { recursive: true });
});

test("two copies that start at once share one build", () => {
  expect(builds[0]).toMatchObject({ ok: true });
  expect(builds[1]).toEqual(builds[0]);
  expect(readdirSync(join(trees[0] ?? "", "web/dist"))).toHaveLength(1);
});

test("a build is used again while its sources stay the same, and replaced when they change", async () => {
  const tree = trees[0] ?? "";
  const told: unknown[] = [];
  const watching = { info: (...words: unknown[]) => told.push(words) };
  const again = await buildWeb({ log: watching, root: tree });
  expect(told).toEqual([]);
  writeFileSync(join(tree, "web/theme.ts"), "\n// changed\n", { flag: "a" });
  // What a killed build left behind is removed too, once it is old enough.
  const left = join(tree, "web/dist/.draft-1-dead");
  mkdirSync(left);
  utimesSync(left, 0, 0);
  const changed = await buildWeb({ log: watching, root: tree });
  expect(told).toHaveLength(1);
  expect(again.ok && changed.ok && again.folder !== changed.folder).toBe(true);
  expect(readdirSync(join(tree, "web/dist"))).toHaveLength(1);
});

test("a build that can't be made says why, and the pages say so too", async () => {
  const tree = freshTree();
  trees.push(tree);
  writeFileSync(join(tree, "web/main.tsx"), "const = broken;");
  const broken = await buildWeb({ log, root: tree });
  expect(broken).toMatchObject({ ok: false, reason: expect.stringContaining("main.tsx") });
  rmSync(join(tree, "web/dist"), { recursive: true, force: true });
  writeFileSync(join(tree, "web/dist"), "a file where the folder should be");
  expect(await buildWeb({ log, root: tree })).toMatchObject({ ok: false });
  rmSync(join(tree, "web"), { recursive: true });
  expect(await buildWeb({ log, root: tree })).toMatchObject({
    ok: false,
    reason: expect.stringContaining("sources are missing"),
  });
  const without = await buildDashboard({ modelDir });
  const reply = await without.call({ path: "/keys" });
  await without.close();
  expect(reply.status).toBe(503);
  expect(reply.text).toContain("No pages.");
});

test("without the bundler the reason says how to get the pages", async () => {
  const tree = freshTree();
  trees.push(tree);
  rmSync(join(tree, "node_modules"));
  expect(await buildWeb({ log, root: tree })).toMatchObject({
    ok: false,
    reason: expect.stringContaining("npm ci && npm run build"),
  });
});

test("the page allows no script or style but its own files, and no frame around it", async () => {
  const { status, headers, text } = await dashboard.call({ path: "/keys" });
  expect(status).toBe(200);
  const policy = String(headers["content-security-policy"]);
  expect(policy).toContain("default-src 'none'");
  expect(policy).toContain("script-src 'self';");
  expect(policy).toContain("style-src 'self';");
  expect(policy).toContain("frame-ancestors 'none'");
  expect(policy).not.toContain("unsafe");
  expect(headers["x-frame-options"]).toBe("DENY");
  expect(headers["cache-control"]).toBe("no-cache");
  // Nothing inline that the policy would have to allow, and nothing from another host.
  expect(text).not.toMatch(/<style|style=|<script(?![^>]*src=)|\son\w+=|https?:\/\//);
});

test("the built files name no folder of the machine they were built on", () => {
  const naming = [...files].filter(([, { bodies }]) => bodies.identity.includes(trees[0] ?? root));
  expect(naming.map(([path]) => path)).toEqual([]);
});

test("files with a hash in their name are kept for good and come compressed", async () => {
  const script = [...files.keys()].find((path) => /^\/assets\/index-.*\.js$/.test(path)) ?? "";
  const plain = await dashboard.call({ path: script });
  expect(plain.headers["cache-control"]).toBe("public, max-age=31536000, immutable");
  expect(plain.headers["content-type"]).toBe("text/javascript; charset=utf-8");
  expect(plain.headers["content-encoding"]).toBeUndefined();
  for (const [encoding, decode] of [
    ["br", brotliDecompressSync],
    ["gzip", gunzipSync],
  ] as const) {
    const reply = await dashboard.server.inject({
      url: script,
      headers: { "accept-encoding": encoding },
    });
    expect(reply.headers["content-encoding"]).toBe(encoding);
    expect(reply.headers.vary).toBe("accept-encoding");
    expect(decode(reply.rawPayload).toString()).toBe(plain.text);
  }
  const etag = String(plain.headers.etag);
  const known = await dashboard.call({ path: script, headers: { "if-none-match": etag } });
  expect([known.status, known.text]).toEqual([304, ""]);
});

test("the first load takes at most 150 kB compressed", () => {
  const index = files.get("/index.html")?.bodies.identity.toString() ?? "";
  const linked = [...index.matchAll(/(?:src|href)="(\/assets\/[^"]+)"/g)].map(
    ([, path = ""]) => path,
  );
  expect(linked.length).toBeGreaterThan(2);
  const sizes = ["/index.html", ...linked].map(
    (path) => files.get(path)?.bodies.gzip?.length ?? 1e9,
  );
  const sum = sizes.reduce((total, size) => total + size, 0);
  expect(sum).toBeLessThan(150_000);
  // What it takes today, with room to grow: a page that becomes twice as heavy is noticed.
  expect(sum).toBeLessThan(50_000);
});

test.each([
  "keys",
  "files",
  "usage",
  "history",
  "locations",
  "documentation",
  "account",
  "settings",
  "sign-in",
  "sign-up",
  "welcome",
  "goodbye",
  "forgot-password",
  "reset-password",
  "shared",
])("/%s names its own script, so that it is fetched with the first one", async (name) => {
  const { status, text } = await dashboard.call({ path: `/${name}` });
  expect(status).toBe(200);
  const linked = [...text.matchAll(/(?:src|href)="(\/assets\/[^"]+)"/g)].map(([, path]) => path);
  expect(linked.filter((path) => !files.has(path ?? ""))).toEqual([]);
  expect(text).toMatch(new RegExp(`<link rel="modulepreload" href="/assets/${name}-page-`));
  expect(text).toContain('<div id="app"></div>');
});

test("no path leads out of the built files", async () => {
  for (const path of [
    "/assets/../index.html",
    "/assets/%2e%2e/index.html",
    "/assets/..%2f..%2fpackage.json",
    "/assets/",
    "/assets/nothing.js",
    "/assets/index.html",
  ]) {
    expect((await dashboard.call({ path })).status, path).toBe(404);
  }
});

test("pages over plain HTTP lead to HTTPS on the same host", async () => {
  const plain = { "x-forwarded-proto": null };
  const reply = await dashboard.call({ path: "/usage?days=7", headers: plain });
  expect(reply.status).toBe(307);
  expect(reply.headers.location).toBe("https://localhost:8443/usage?days=7");
  const proxied = { host: "lodestone.example", "x-forwarded-proto": "http" };
  const behind = await dashboard.call({ path: "/keys", headers: proxied });
  expect(behind.headers.location).toBe("https://lodestone.example/keys");
  const odd = await dashboard.call({ path: "/keys", headers: { ...plain, host: "a b@c/d" } });
  expect(odd.status).toBe(404);
  const over = await dashboard.call({ path: "/dashboard" });
  expect([over.status, over.headers.location]).toEqual([302, "/"]);
});

test("the web page is built by one command", () => {
  const out = join(trees[0] ?? "", "built");
  mkdirSync(out);
  const { status, stderr } = spawnSync(process.execPath, [join(root, "web/build.ts"), out]);
  expect(String(stderr)).toBe("");
  expect(status).toBe(0);
  expect(readdirSync(out)).toContain("index.html.br");
});
