// Agents' tools, called by the official SDK's own client: over standard input and output, and over HTTP with a key.
import { mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { isAbsolute, join } from "node:path";
import { Client, StreamableHTTPClientTransport } from "@modelcontextprotocol/client";
import { StdioClientTransport } from "@modelcontextprotocol/client/stdio";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { type Program, startProgram } from "../program.ts";
import { runCommand } from "../server-process.ts";
import { call, makeKey, openAccounts, TEXT } from "./v1.ts";

const NAMES = ["check_file", "check_text", "find_places", "rewrite_text"];
const LASALGAON = { id: 161, name: "Lasalgaon APMC", district_name: "Nashik" };

type Outcome = { isError?: boolean; structuredContent?: Record<string, unknown>; text: string };

async function use(client: Client, name: string, input: Record<string, unknown>): Promise<Outcome> {
  const result = await client.callTool({ name, arguments: input });
  const [first] = result.content;
  const text = first?.type === "text" ? first.text : "";
  return { ...result, text } as Outcome;
}

const toolNames = async (client: Client) =>
  (await client.listTools()).tools.map(({ name }) => name).toSorted();

describe("over standard input and output", () => {
  let folder: string;
  let client: Client;
  beforeAll(async () => {
    folder = mkdtempSync(join(tmpdir(), "lodestone-mcp-"));
    writeFileSync(join(folder, "essay.txt"), TEXT);
    symlinkSync("/etc/hostname", join(folder, "link.txt"));
    client = new Client({ name: "test", version: "1" });
    const bin = new URL("../../bin/lodestone.js", import.meta.url).pathname;
    const env = { PATH: process.env.PATH ?? "", DATA_DIR: join(folder, "var"), WORKERS: "1" };
    const command = { command: process.execPath, args: [bin, "mcp"], cwd: folder, env };
    await client.connect(new StdioClientTransport(command));
  });
  afterAll(async () => {
    await client.close();
    rmSync(folder, { recursive: true });
  });

  test("texts and files are checked, prose is rewritten, places are found", async () => {
    expect(await toolNames(client)).toEqual(NAMES);
    const checked = await use(client, "check_text", { text: TEXT, explain: true });
    expect(checked.structuredContent).toMatchObject({
      input_type: "text",
      verdict: expect.any(String),
    });
    expect(checked.structuredContent).toHaveProperty("explanation");
    expect(JSON.parse(checked.text)).toEqual(checked.structuredContent);
    const file = await use(client, "check_file", { path: "essay.txt" });
    expect(file.structuredContent?.final_probability).toBe(
      checked.structuredContent?.final_probability,
    );
    const stiff = readFileSync(new URL("../../examples/essay.txt", import.meta.url), "utf8");
    const rewritten = await use(client, "rewrite_text", { text: stiff, strength: "light" });
    expect(rewritten.structuredContent).toMatchObject({ regenerated: true });
    expect(rewritten.structuredContent?.humanized_text).not.toBe(stiff);
    const found = await use(client, "find_places", {
      query: "lasalgoan",
      kind: "market",
      limit: 1,
    });
    expect(found.structuredContent).toMatchObject({ data: { markets: [LASALGAON] } });
  });

  test("no file outside the folder is read, whatever the path or link", async () => {
    for (const path of ["/etc/hostname", "../../etc/hostname", "link.txt", "missing.txt", "."]) {
      const refused = await use(client, "check_file", { path });
      expect(refused.isError, path).toBe(true);
      expect(refused.text).toContain(`There is no file ${path} below`);
    }
  });

  test("what is wrong is told in the service's words", async () => {
    expect(await use(client, "rewrite_text", { text: "Too short." })).toMatchObject({
      isError: true,
      text: "Text is too short for humanization.",
    });
    expect(await use(client, "find_places", { query: "x", lang: "xx" })).toMatchObject({
      isError: true,
      text: expect.stringContaining("lang"),
    });
  });
});

describe("the configuration that is printed for an agent", () => {
  const folder = mkdtempSync(join(tmpdir(), "lodestone-mcp-config-"));
  afterAll(() => rmSync(folder, { recursive: true }));
  type Configured = { command: string; args: string[]; env: Record<string, string> };

  async function print(agent: string): Promise<string> {
    const env = { DATA_DIR: join(folder, "var") };
    const words = ["mcp", "--root", folder, "--print-config", agent];
    const { code, out, err } = await runCommand(words, { env });
    expect([code, err]).toEqual([0, expect.stringContaining("Put this into ")]);
    return out;
  }

  test("starts this program from any folder, without a PATH, on its own data and for its folder only", async () => {
    const { mcpServers } = JSON.parse(await print("claude-desktop")) as {
      mcpServers: Record<string, Configured>;
    };
    const { command = "", args, env } = mcpServers.lodestone ?? {};
    expect(isAbsolute(command)).toBe(true);
    expect(env).toEqual({ DATA_DIR: join(folder, "var") });
    writeFileSync(join(folder, "essay.txt"), TEXT);
    const client = new Client({ name: "test", version: "1" });
    const transport = {
      command,
      args: args ?? [],
      env: { ...env, PATH: "/nonexistent" },
      cwd: "/",
    };
    await client.connect(new StdioClientTransport(transport));
    try {
      const found = await use(client, "find_places", {
        query: "lasalgoan",
        kind: "market",
        limit: 1,
      });
      expect(found.structuredContent).toMatchObject({ data: { markets: [LASALGAON] } });
      const outside = await use(client, "check_file", { path: "/etc/hostname" });
      expect(outside.text).toContain(`below ${folder}`);
    } finally {
      await client.close();
    }
  });

  test("has the form each agent reads", async () => {
    const shown = async (agent: string) => JSON.parse(await print(agent)) as object;
    const desktop = await shown("claude-desktop");
    const [entry] = Object.values(Object.values(desktop)[0] as Record<string, Configured>);
    const typed = { lodestone: { type: "stdio", ...entry } };
    for (const agent of ["cursor", "windsurf", "gemini-cli"]) {
      expect(await shown(agent)).toEqual(desktop);
    }
    expect(await shown("claude-code")).toEqual({ mcpServers: typed });
    expect(await shown("vscode")).toEqual({ servers: typed });
    expect(await print("codex")).toBe(
      [
        "[mcp_servers.lodestone]",
        `command = ${JSON.stringify(entry?.command)}`,
        `args = [${entry?.args.map((word) => JSON.stringify(word)).join(", ")}]`,
        "",
        "[mcp_servers.lodestone.env]",
        `DATA_DIR = ${JSON.stringify(join(folder, "var"))}`,
        "",
      ].join("\n"),
    );
  });
});

describe("over HTTP", () => {
  let program: Program;
  let key: string;
  let poorKey: string;
  beforeAll(async () => {
    program = await startProgram({ WORKERS: "1" });
    const { accounts, close } = await openAccounts(program);
    ({ key } = await makeKey(accounts, { quota: 100 }));
    ({ key: poorKey } = await makeKey(accounts, { email: "poor@test.example", quota: 1 }));
    await close();
  });
  afterAll(() => program.stop());

  /** Node's own fetch does not know the program's authority. */
  const viaProgram = async (url: URL | string, init: RequestInit = {}): Promise<Response> => {
    const { status, headers, text } = await call(program, {
      method: init.method ?? "GET",
      path: new URL(url).pathname,
      headers: Object.fromEntries(new Headers(init.headers)),
      ...(init.body == null ? {} : { body: String(init.body) }),
    });
    const type = String(headers["content-type"] ?? "");
    const isEmpty = text === "" || status === 202;
    return new Response(isEmpty ? null : text, { status, headers: { "content-type": type } });
  };

  async function connect(apiKey: string, origin = "https://example.com"): Promise<Client> {
    const client = new Client({ name: "test", version: "1" });
    const url = new URL(`${program.https}/v1/mcp`);
    const requestInit = { headers: { "x-api-key": apiKey, origin } };
    await client.connect(
      new StreamableHTTPClientTransport(url, { requestInit, fetch: viaProgram }),
    );
    return client;
  }

  async function used(apiKey: string): Promise<number> {
    const headers = { "x-api-key": apiKey, origin: "https://example.com" };
    return (await call(program, { method: "GET", path: "/v1/usage", headers })).body.used;
  }

  test("a verdict costs one check; a rewrite that changes nothing and places cost nothing", async () => {
    const client = await connect(key);
    expect(await toolNames(client)).toEqual(NAMES);
    expect(await used(key)).toBe(0);
    const checked = await use(client, "check_text", { text: TEXT });
    expect(checked.structuredContent).toMatchObject({ verdict: expect.any(String) });
    const data = Buffer.from(`# Trip\n\n${TEXT}`).toString("base64");
    const file = await use(client, "check_file", { name: "trip.md", data });
    expect(file.structuredContent).toMatchObject({ input_type: "markdown" });
    const rewritten = await use(client, "rewrite_text", { text: TEXT });
    expect(rewritten.structuredContent).toMatchObject({ regenerated: false, counted: false });
    const found = await use(client, "find_places", {
      query: "lasalgoan",
      kind: "market",
      limit: 1,
    });
    expect(found.structuredContent).toMatchObject({ data: { markets: [LASALGAON] } });
    expect(await used(key)).toBe(2);
    const refused = await use(client, "check_text", { text: " " });
    expect(refused).toMatchObject({ isError: true, text: "Parameter 'content' is required" });
    expect(await used(key)).toBe(2);
    await client.close();
  });

  test("the day's checks end here as everywhere", async () => {
    const client = await connect(poorKey);
    expect((await use(client, "check_text", { text: TEXT })).isError).not.toBe(true);
    const refused = await use(client, "check_text", { text: TEXT });
    expect(refused).toMatchObject({
      isError: true,
      text: expect.stringContaining("No checks left today"),
    });
    await client.close();
  });

  test("without a key, or for another domain, nothing is answered", async () => {
    await expect(connect("ls_live_x")).rejects.toThrow(Error);
    await expect(connect(key, "https://evil.example")).rejects.toThrow(Error);
    const body = JSON.stringify({ jsonrpc: "2.0", id: 1, method: "tools/list" });
    const headers = { "content-type": "application/json", accept: "application/json" };
    expect((await call(program, { path: "/v1/mcp", headers, body })).status).toBe(401);
    expect((await call(program, { path: "/v1/mcp", headers, body, isPlain: true })).status).toBe(
      403,
    );
    expect((await call(program, { method: "GET", path: "/v1/mcp" })).status).toBe(405);
  });

  /** A message of the revision of 2026, as it goes over the wire. */
  function send(body: string, method: string, type = "application/json") {
    const headers = {
      "x-api-key": key,
      origin: "https://example.com",
      "content-type": type,
      accept: "application/json, text/event-stream",
      "mcp-protocol-version": "2026-07-28",
      "mcp-method": method,
    };
    return call(program, { path: "/v1/mcp", headers, body });
  }

  test("many messages in one body are refused: each would pass the rate", async () => {
    const { status, body } = await send("[]", "tools/list");
    expect([status, body.error]).toEqual([400, "Send one message at a time."]);
    expect((await send("{", "tools/list")).body.error).toBe("The body is not valid JSON.");
  });

  test.each(["application/json", "text/plain", "application/json-rpc"])(
    "too many values or levels are refused before they are parsed, also as %s",
    async (type) => {
      const many = `{"jsonrpc":"2.0","x":[${"0,".repeat(20_000)}0]}`;
      const deep = `${"[".repeat(10_000)}${"]".repeat(10_000)}`;
      const [first, second] = await Promise.all(
        [many, deep].map((body) => send(body, "tools/list", type)),
      );
      expect(first?.body.error).toMatch(/too many values/);
      expect(second?.body.error).toMatch(/nested too deeply/);
    },
  );

  test("an id of megabytes is refused, not repeated, and so is a query for a place", async () => {
    const long = "a".repeat(2_000_000);
    const params = { name: "find_places", arguments: { query: long } };
    for (const message of [
      { id: long, method: "tools/list" },
      { id: 1, method: long },
      { id: 1, method: "tools/call", params },
    ]) {
      const { status, text, body } = await send(
        JSON.stringify({ jsonrpc: "2.0", ...message }),
        "tools/list",
      );
      expect([status, body.error]).toEqual([400, expect.stringContaining("is too long")]);
      expect(text.length).toBeLessThan(300);
    }
  });

  test("a rewrite takes as many phrases to keep as the endpoint does", async () => {
    const client = await connect(key);
    const keep = Array.from({ length: 201 }, (_, n) => String(n));
    const refused = await use(client, "rewrite_text", { text: TEXT, keep });
    expect(refused.isError).toBe(true);
    expect(refused.text).toContain("200");
    await client.close();
  });

  test("no stream is kept open: there is nothing to be told of", async () => {
    const name = (what: string) => `io.modelcontextprotocol/${what}`;
    const meta = {
      [name("protocolVersion")]: "2026-07-28",
      [name("clientInfo")]: { name: "test", version: "1" },
      [name("clientCapabilities")]: {},
    };
    const method = "subscriptions/listen";
    const params = { notifications: { toolsListChanged: true }, _meta: meta };
    const reply = await send(JSON.stringify({ jsonrpc: "2.0", id: 1, method, params }), method);
    expect(reply.body.error.message).toBe("Subscription limit reached");
  });
});
