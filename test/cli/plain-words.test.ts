// What commands say to somebody who sits at a terminal: about missing files, about waiting for input, about checks of
// test keys, about the limits of the server; and that a value which can never be right is bad usage.
import { spawn } from "node:child_process";
import { once } from "node:events";
import { existsSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { buildTinyModel } from "../../testing/tiny-model.ts";
import { makeKey, openAccounts, TEXT } from "../contract/v1.ts";
import { type Program, startProgram } from "../program.ts";
import { runCommand } from "../server-process.ts";

const SCRIPT = "/usr/bin/script";
const folder = mkdtempSync(join(tmpdir(), "lodestone-words-"));
afterAll(() => rmSync(folder, { recursive: true, force: true }));
let env: Record<string, string>;
beforeAll(async () => {
  env = { DATA_DIR: join(folder, "var"), WORKERS: "1", MODEL_DIR: await buildTinyModel() };
});

const say = async (words: string[]) => {
  const { code, out, err } = await runCommand(words, { env });
  return [code, out, err.trim()];
};

describe("files", () => {
  const missing = "nosuch.txt can't be read: there is no such file or folder.";

  test.concurrent.each([
    [["detect", "nosuch.txt"], missing],
    [["rewrite", "nosuch.txt"], missing],
    [["detect", "--jsonl", "nosuch.txt", "--out", "-"], missing],
    [["locations", "import", "nosuch.txt"], missing],
    [["detect", "calibrate", "--human", "nosuch.txt"], missing],
    [["detect", tmpdir()], `${tmpdir()} can't be read: it is a folder.`],
    [
      ["locations", "export", "--out", "/nosuch/file"],
      "/nosuch/file can't be written: there is no such file or folder.",
    ],
    [["mcp", "--root", "nosuch"], "nosuch is not a folder."],
  ])("%j fails in words, without the system's code", async (words, sentence) => {
    expect(await say(words)).toEqual([1, "", sentence]);
  });

  test("one of several that is missing has the same words in the table", async () => {
    writeFileSync(join(folder, "there.txt"), TEXT);
    const { code, out } = await runCommand(["detect", join(folder, "there.txt"), "nosuch.txt"], {
      env,
    });
    expect([code, out]).toEqual([1, expect.stringContaining(missing)]);
  });
});

describe("bad values", () => {
  test.concurrent.each([
    ["keys", "create", "--domain", "example.com", "--checks-per-day", "many"],
    ["keys", "create", "--domain", "example.com", "--checks-per-day", "0"],
    ["keys", "create", "--domain", "example.com", "--checks-per-day", ""],
    ["keys", "create", "--domain", "example.com", "--endpoints", "everything"],
    ["keys", "create", "--domain", "example.com", "--name", "two\nlines"],
    ["keys", "rotate", "key_x", "--grace", ""],
    ["keys", "rotate", "key_x", "--grace", "soon"],
    ["detect", "--paper", "a3", "nosuch.txt"],
    ["locations", "nearby", "north", "73"],
    ["locations", "search", "pune", "--lang", "xx"],
    ["locations", "export", "--format", "xml"],
    ["mcp", "--print-config", "nobody"],
    ["jobs", "list", "--key", "ls_test_x", "--origin", "https://a.example", "--server", "nowhere"],
    [
      "jobs",
      "submit",
      "-",
      "--webhook",
      "http://a.example/",
      "--key",
      "x",
      "--origin",
      "a.example",
    ],
  ])("%s %s %s: exit code 2 and a sentence", async (...words) => {
    const { code, out, err } = await runCommand(words, { env });
    expect([code, out]).toEqual([2, ""]);
    expect(err).toMatch(/\S/);
    expect(err).not.toMatch(/^\s+at /m);
  });
});

describe.skipIf(!existsSync(SCRIPT))("on a terminal", () => {
  const bin = fileURLToPath(new URL("../../bin/lodestone.js", import.meta.url));

  /** What is seen on a terminal, where `typed` is typed once `awaited` has appeared. */
  async function sit(words: string, awaited: string, typed: string): Promise<string> {
    const command = `"${process.execPath}" "${bin}" ${words}`;
    const child = spawn(SCRIPT, ["-qec", command, "/dev/null"], {
      env: { ...process.env, ...env },
    });
    let seen = "";
    let isTyped = false;
    child.stdout.on("data", (chunk) => {
      seen += chunk;
      if (isTyped || !seen.includes(awaited)) return;
      isTyped = true;
      child.stdin.end(typed);
    });
    await once(child, "close");
    return seen;
  }

  test.each(["detect", "detect -", "detect --jsonl - --out /dev/null"])(
    "%s says that it reads standard input, and does",
    async (words) => {
      const typed = words.includes("jsonl") ? JSON.stringify({ text: TEXT }) : TEXT;
      const asks = "Reading standard input: type or paste the text, then press Ctrl-D.";
      const seen = await sit(words, asks, `${typed}\n\u0004`);
      expect(seen).toMatch(/words of prose|1 texts, 0 with an error/);
    },
  );
});

test("without a terminal nothing is said about standard input", async () => {
  const { code, err } = await runCommand(["detect"], { env, input: TEXT });
  expect([code, err]).toEqual([0, ""]);
});

describe("beside a server", () => {
  let program: Program;
  beforeAll(async () => {
    program = await startProgram({
      MODEL_DIR: env.MODEL_DIR ?? "",
      WORKERS: "1",
      QUOTA_PER_DAY: "7",
      QUOTA_BONUS_PER_DAY: "4",
    });
  });
  afterAll(() => program.stop());

  test("accounts list shows the server's limit, whatever the command's own settings", async () => {
    const { DATA_DIR = "" } = program.env;
    const own = { ...env, DATA_DIR };
    await runCommand(["accounts", "create", "limits@test.example"], { env: own });
    const { out } = await runCommand(["accounts", "list", "--json"], { env: own });
    expect(JSON.parse(out)).toEqual([expect.objectContaining({ limit: 11 })]);
  });

  test("no check is said to be counted for a test key, one is for a live one", async () => {
    const { accounts, close } = await openAccounts(program);
    const live = await makeKey(accounts, { quota: 5 });
    const trial = await accounts.keys.create({
      accountId: live.accountId,
      domain: "example.com",
      isTest: true,
      actor: "operator",
    });
    await close();
    if (!trial.ok) throw new Error(trial.problem);
    const submit = async (key: string) => {
      const words = ["jobs", "submit", "-", "--wait", "--server", program.https];
      const { err } = await runCommand(
        [...words, "--ca", join(program.dataDir, "tls/ca.pem"), "--origin", "https://example.com"],
        { env: { ...env, LODESTONE_API_KEY: key }, input: TEXT },
      );
      return err.split("\n")[1];
    };
    expect(await submit(trial.secret)).toBe("1 text, 0 with an error.");
    expect(await submit(live.key)).toBe("1 text, 0 with an error, 1 check counted.");
  });
});
