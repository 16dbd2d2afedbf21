// A real Redis (or Valkey) for tests, in memory on a free loopback port.
import { spawn } from "node:child_process";
import { accessSync, constants, mkdtempSync, rmSync } from "node:fs";
import { connect } from "node:net";
import { tmpdir } from "node:os";
import { delimiter, join } from "node:path";
import { freePort, until } from "./free-port.ts";

export type RedisService = {
  url: string;
  /** Ends the server at once; `start` brings an empty one back on the same port. */
  crash(): Promise<void>;
  start(): Promise<void>;
  /** Stops answering without closing a connection, as a stalled machine would. */
  freeze(): void;
  thaw(): void;
  stop(): Promise<void>;
};

export function redisAvailable(): boolean {
  return serverProgram() !== null;
}

export async function startRedis(): Promise<RedisService> {
  const program = serverProgram();
  if (!program) throw new Error("Redis is not installed (Debian: redis-server).");
  const folder = mkdtempSync(join(tmpdir(), "lodestone-redis-"));
  const port = await freePort();
  let server: ReturnType<typeof spawn> | null = null;

  const start = async () => {
    const args = [
      "--port",
      String(port),
      "--bind",
      "127.0.0.1",
      "--save",
      "",
      "--appendonly",
      "no",
    ];
    server = spawn(program, [...args, "--dir", folder], { stdio: "ignore" });
    await until("Redis answers", () => askPing(port));
  };
  const crash = async () => {
    const running = server;
    server = null;
    if (!running || running.exitCode !== null) return;
    const ended = new Promise((resolve) => running.once("exit", resolve));
    running.kill("SIGKILL");
    await ended;
  };

  await start();
  return {
    url: `redis://127.0.0.1:${port}`,
    start,
    crash,
    freeze: () => void server?.kill("SIGSTOP"),
    thaw: () => void server?.kill("SIGCONT"),
    async stop() {
      await crash();
      rmSync(folder, { recursive: true, force: true });
    },
  };
}

function serverProgram(): string | null {
  const folders = [...(process.env.PATH ?? "").split(delimiter), "/usr/bin", "/usr/local/bin"];
  for (const name of ["redis-server", "valkey-server"]) {
    for (const folder of folders) {
      const file = join(folder, name);
      try {
        accessSync(file, constants.X_OK);
        return file;
      } catch {
        // Not in this folder.
      }
    }
  }
  return null;
}

function askPing(port: number): Promise<void> {
  return new Promise((resolve, reject) => {
    const socket = connect(port, "127.0.0.1", () => socket.write("PING\r\n"));
    socket.once("error", reject);
    socket.once("data", (answer) => {
      socket.destroy();
      if (answer.toString().startsWith("+PONG")) resolve();
      else reject(new Error(answer.toString()));
    });
  });
}
