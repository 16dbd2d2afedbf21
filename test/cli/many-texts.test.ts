// `detect --jsonl`: where it reads from and writes to, and how it ends.
import { execFileSync, spawn } from "node:child_process";
import { once } from "node:events";
import {
  lstatSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { text as readAll } from "node:stream/consumers";
import { afterAll, describe, expect, test } from "vitest";
import { TEXT } from "../contract/v1.ts";
import { runCommand } from "../server-process.ts";

const folder = mkdtempSync(join(tmpdir(), "lodestone-many-"));
afterAll(() => rmSync(folder, { recursive: true, force: true }));
const bin = new URL("../../bin/lodestone.js", import.meta.url).pathname;
const env = { WORKERS: "1" };
const line = (id: unknown) => `${JSON.stringify({ id, text: TEXT })}\n`;
const from = join(folder, "in.jsonl");
writeFileSync(from, line("a") + line("b"));
const idsOf = (lines: string) =>
  lines
    .trim()
    .split("\n")
    .map((each) => JSON.parse(each).id);
const detect = (words: string[], input = "") => runCommand(["detect", ...words], { env, input });

/** A command line of the shell, in which $lodestone is the program. */
const shell = (script: string) => {
  const child = spawn("/bin/bash", ["-c", `lodestone="${process.execPath} ${bin}"; ${script}`], {
    cwd: folder,
    env: { ...process.env, ...env },
  });
  const output = Promise.all([readAll(child.stdout), readAll(child.stderr)]);
  return once(child, "exit").then(async ([code]) => {
    const [out, err] = await output;
    return { code: code as number | null, out, err };
  });
};

describe("the output", () => {
  test("a file is replaced when all is done, with the rights it had, and nothing is left beside it", async () => {
    const to = join(folder, "plain.jsonl");
    writeFileSync(to, "what was there before\n", { mode: 0o640 });
    const { code } = await detect(["--jsonl", from, "--out", to]);
    expect(code).toBe(0);
    expect(idsOf(readFileSync(to, "utf8"))).toEqual(["a", "b"]);
    expect(statSync(to).mode & 0o777).toBe(0o640);
    expect(readdirSync(folder).filter((name) => name.startsWith("plain."))).toHaveLength(1);
  });

  test("- is standard output, with nothing else on it", async () => {
    const { code, out, err } = await detect(["--jsonl", from, "--out", "-"]);
    expect([code, idsOf(out)]).toEqual([0, ["a", "b"]]);
    expect(err).toBe("2 texts, 0 with an error.\n");
  });

  test.skipIf(process.getuid?.() !== 0)("a device stays a device", async () => {
    const device = join(folder, "null");
    execFileSync("mknod", [device, "c", "1", "3"]);
    const { code } = await detect(["--jsonl", from, "--out", device]);
    expect([code, lstatSync(device).isCharacterDevice()]).toEqual([0, true]);
  });

  test("a pipe is written to and stays a pipe", async () => {
    execFileSync("mkfifo", [join(folder, "pipe")]);
    const { code, out } = await shell(
      "$lodestone detect --jsonl in.jsonl --out pipe & cat pipe; wait $!",
    );
    expect([code, idsOf(out)]).toEqual([0, ["a", "b"]]);
    expect(lstatSync(join(folder, "pipe")).isFIFO()).toBe(true);
  });

  test("a link stays a link, and what it points to is written", async () => {
    const target = join(folder, "target.jsonl");
    const link = join(folder, "link.jsonl");
    writeFileSync(target, `${"a longer text than what comes ".repeat(1000)}\n`);
    symlinkSync(target, link);
    const { code } = await detect(["--jsonl", from, "--out", link]);
    expect([code, lstatSync(link).isSymbolicLink()]).toEqual([0, true]);
    expect(idsOf(readFileSync(target, "utf8"))).toEqual(["a", "b"]);
  });

  test("a reader that has seen enough ends the program quietly", async () => {
    const many = join(folder, "long.jsonl");
    writeFileSync(many, Array.from({ length: 200 }, (_, id) => line(id)).join(""));
    const { out, err } = await shell(
      "set -o pipefail; $lodestone detect --jsonl long.jsonl --out - | head -n 1; echo status ${PIPESTATUS[0]}",
    );
    expect(idsOf(out.split("\n")[0] ?? "")).toEqual([0]);
    expect([out.split("\n")[1], err]).toEqual(["status 0", ""]);
  });
});

describe("the input", () => {
  test.each(["-", "/dev/stdin"])("%s is standard input", async (name) => {
    const { code, out } = await detect(["--jsonl", name, "--out", "-"], line("x") + line("y"));
    expect([code, idsOf(out)]).toEqual([0, ["x", "y"]]);
  });

  test("a named pipe and a process's output can be read", async () => {
    const { code, out } = await shell("$lodestone detect --jsonl <(cat in.jsonl) --out -");
    expect([code, idsOf(out)]).toEqual([0, ["a", "b"]]);
  });

  test("a file of over 2 GiB is streamed", async () => {
    const big = join(folder, "big.jsonl");
    // A hole between two texts takes no room on the disk; its zeros are one line that is not JSON.
    execFileSync("cp", [from, big]);
    execFileSync("truncate", ["--size", String(2 ** 31 + 4096), big]);
    writeFileSync(big, `\n${line("last")}`, { flag: "a" });
    const { code, out, err } = await detect(["--jsonl", big, "--out", "-"]);
    expect([code, idsOf(out)]).toEqual([1, ["a", "b", null, "last"]]);
    expect(err).toBe("4 texts, 1 with an error.\n");
  });

  test("one that can't be read is a failure, and leaves no output", async () => {
    const to = join(folder, "never.jsonl");
    for (const name of [join(folder, "nowhere.jsonl"), folder]) {
      const { code, err } = await detect(["--jsonl", name, "--out", to]);
      expect([code, err]).toEqual([1, expect.stringContaining(`${name} can't be read`)]);
    }
    expect(readdirSync(folder).filter((name) => name.includes("never"))).toEqual([]);
  });
});

test("a line that fails makes the exit code 1, and the others are answered", async () => {
  const { code, out } = await detect(
    ["--jsonl", "-", "--out", "-"],
    `${line(1)}no JSON\n${line(2)}`,
  );
  expect([code, idsOf(out)]).toEqual([1, [1, null, 2]]);
});

describe("several files", () => {
  const one = join(folder, "one.txt");
  const two = join(folder, "two.txt");
  writeFileSync(one, TEXT);
  writeFileSync(two, TEXT);

  test("are a table of verdicts, and exit code 0", async () => {
    const { code, out } = await detect([one, two]);
    const [titles, ...rows] = out.trimEnd().split("\n");
    expect(code).toBe(0);
    expect(titles).toMatch(/^file +verdict +probability +words +remark$/);
    expect(rows).toEqual([
      expect.stringMatching(/one\.txt +\S.* \d+ % +\d+/),
      expect.stringContaining("two.txt"),
    ]);
  });

  test("one that fails has its reason in the table, and the exit code is 1", async () => {
    const { code, out } = await detect([one, join(folder, "missing.txt"), two]);
    expect([code, out]).toEqual([
      1,
      expect.stringMatching(/missing\.txt +– +– +– +.*can't be read/),
    ]);
    expect(out.trimEnd().split("\n")).toHaveLength(4);
  });

  test("as JSON they are one list in the same order", async () => {
    const { code, out } = await detect([one, join(folder, "missing.txt"), "--json"]);
    expect(code).toBe(1);
    expect(JSON.parse(out)).toEqual([
      expect.objectContaining({ file: one, verdict: expect.any(String) }),
      { file: join(folder, "missing.txt"), error: expect.stringContaining("can't be read") },
    ]);
  });

  test("have no report in common", async () => {
    const { code, err } = await detect([one, two, "--report", join(folder, "r.html")]);
    expect([code, err]).toEqual([2, "--report is for one text.\n"]);
  });
});
