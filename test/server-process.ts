// Runs the program as its users do, as processes of their own: servers that can be killed, and
// commands whose output and exit code can be looked at.
import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { Program } from "./program.ts";

const bin = new URL("../bin/lodestone.js", import.meta.url).pathname;

export type ServerProcess = Program & {
  pid: number;
  /** Everything it wrote so far. */
  output(): string;
  /** Resolves once it has written this. */
  said(words: string): Promise<void>;
  /** Ends it without warning; `startServer` with the same DATA_DIR goes on where it was. */
  kill(): Promise<void>;
  signal(name: NodeJS.Signals): void;
  /** Exit code of an orderly stop. */
  terminate(): Promise<number | null>;
};

/** Resolves when it is ready; rejects with its output when it ends before. `limits` are words for the
 * shell's ulimit, such as `-n 64`. */
export async function startServer(
  overrides: Record<string, string> = {},
  { limits }: { limits?: string } = {},
): Promise<ServerProcess> {
  const dataDir = overrides.DATA_DIR ?? mkdtempSync(join(tmpdir(), "lodestone-server-"));
  const env: Record<string, string> = {
    HTTP_PORT: "0",
    HTTPS_PORT: "0",
    WORKERS: "1",
    ...overrides,
    DATA_DIR: dataDir,
  };
  const words = [process.execPath, bin, "serve"];
  const limited = ["/bin/sh", "-c", `ulimit ${limits} && exec "$0" "$@"`, ...words];
  const [program = "", ...rest] = limits === undefined ? words : limited;
  const child = spawn(program, rest, {
    env: { ...process.env, ...env },
    stdio: ["ignore", "pipe", "pipe"],
  });
  // A test run that breaks off leaves no server behind.
  const killWithUs = () => void child.kill("SIGKILL");
  process.once("exit", killWithUs);
  child.once("exit", () => process.off("exit", killWithUs));
  const exited = once(child, "exit") as Promise<[number | null, NodeJS.Signals | null]>;
  const { output, said } = listenTo(child);
  await Promise.race([
    said('"ready"'),
    exited.then(() => {
      throw new Error(`The server ended:\n${output()}`);
    }),
  ]);
  const port = (name: string) =>
    Number(new RegExp(`"${name}":"${name}://127.0.0.1:(\\d+)`).exec(output())?.[1]);
  const end = async (signal: NodeJS.Signals) => {
    if (child.exitCode === null && child.signalCode === null) child.kill(signal);
    const [code] = await exited;
    return code;
  };
  return {
    pid: child.pid ?? 0,
    http: `http://127.0.0.1:${port("http")}`,
    https: `https://127.0.0.1:${port("https")}`,
    httpPort: port("http"),
    httpsPort: port("https"),
    // With a certificate of its own the test knows the authority better than we do.
    ca: env.TLS_CERT === undefined ? readFileSync(join(dataDir, "tls", "ca.pem"), "utf8") : "",
    dataDir,
    env,
    output,
    said,
    signal: (name) => void child.kill(name),
    kill: async () => void (await end("SIGKILL")),
    terminate: () => end("SIGTERM"),
    async stop() {
      await end("SIGTERM");
      if (overrides.DATA_DIR === undefined) rmSync(dataDir, { recursive: true, force: true });
    },
  };
}

export type CommandOutcome = { code: number | null; out: string; err: string };

/** One command line, to its end. */
export async function runCommand(
  words: readonly string[],
  { env, input = "" }: { env: Record<string, string>; input?: string },
): Promise<CommandOutcome> {
  const child = spawn(process.execPath, [bin, ...words], { env: { ...process.env, ...env } });
  let out = "";
  let err = "";
  child.stdout.on("data", (chunk) => (out += chunk));
  child.stderr.on("data", (chunk) => (err += chunk));
  // A command that takes no input may have ended before it could be given any.
  child.stdin.on("error", () => {});
  child.stdin.end(input);
  const [code] = (await once(child, "close")) as [number | null];
  return { code, out, err };
}

function listenTo(child: ChildProcess) {
  let text = "";
  let waiting: { words: string; resolve: () => void }[] = [];
  const take = (chunk: Buffer) => {
    text += chunk;
    waiting = waiting.filter(({ words, resolve }) => {
      if (!text.includes(words)) return true;
      resolve();
      return false;
    });
  };
  child.stdout?.on("data", take);
  child.stderr?.on("data", take);
  const said = (words: string) =>
    new Promise<void>((resolve) => {
      waiting.push({ words, resolve });
      take(Buffer.alloc(0));
    });
  return { output: () => text, said };
}
