// A real nginx for tests, with the configuration the project ships: only the addresses and the
// certificate are those of the test.
import { spawn } from "node:child_process";
import { existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { connect } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { openLocalCertificate } from "../../src/http/http.ts";
import { freePort, until } from "./free-port.ts";

const PROGRAM = "/usr/sbin/nginx";

export type NginxService = { port: number; ca: string; stop(): Promise<void> };

export function nginxAvailable(): boolean {
  return existsSync(PROGRAM);
}

/** Spreads requests over the plain ports of these copies. Names that compose resolves are put in as
 * addresses: the nginx of Debian is older than the one compose starts and can't look them up. */
export async function startNginx(
  httpPorts: readonly number[],
  config: "nginx.conf" | "compose-nginx.conf" = "nginx.conf",
): Promise<NginxService> {
  const folder = mkdtempSync(join(tmpdir(), "lodestone-nginx-"));
  mkdirSync(join(folder, "temp"));
  const certificate = await openLocalCertificate({
    folder: join(folder, "tls"),
    host: "127.0.0.1",
    nowMs: Date.now(),
  });
  const port = await freePort();
  const shipped = readFileSync(new URL(`../../deploy/${config}`, import.meta.url), "utf8");
  const servers = httpPorts.map((each) => `server 127.0.0.1:${each} max_fails=1 fail_timeout=2s;`);
  const site = shipped
    .replace(/ {2}resolver [^\n]*\n/, "")
    .replace(/( {2}server (?:127\.0\.0\.1|lodestone):\d+ [^\n]*\n)+/, `${servers.join("\n")}\n`)
    .replace("/var/cache/lodestone", join(folder, "cache"))
    .replace("listen 443 ssl", `listen 127.0.0.1:${port} ssl`)
    .replace("/etc/ssl/lodestone/cert.pem", join(folder, "tls", "cert.pem"))
    .replace("/etc/ssl/lodestone/key.pem", join(folder, "tls", "key.pem"));
  const temp = ["client_body", "proxy", "fastcgi", "uwsgi", "scgi"]
    .map((name) => `${name}_temp_path ${join(folder, "temp", name)};`)
    .join("\n");
  const user = process.getuid?.() === 0 ? "user root;" : "";
  const file = join(folder, "nginx.conf");
  writeFileSync(
    file,
    `${user} daemon off; worker_processes 1; pid ${join(folder, "pid")}; error_log ${join(folder, "error.log")};
events { worker_connections 512; }
http { access_log off; ${temp}
${site}
}`,
  );
  const child = spawn(PROGRAM, ["-p", folder, "-c", file], { stdio: ["ignore", "ignore", "pipe"] });
  let said = "";
  child.stderr.on("data", (chunk) => (said += chunk));
  const exited = new Promise<void>((resolve) => child.once("exit", () => resolve()));
  await until("nginx answers", () => {
    if (child.exitCode !== null) throw new Error(said);
    return canConnect(port);
  });
  return {
    port,
    ca: readFileSync(certificate.caFile ?? "", "utf8"),
    async stop() {
      child.kill("SIGTERM");
      await exited;
      rmSync(folder, { recursive: true, force: true });
    },
  };
}

function canConnect(port: number): Promise<void> {
  return new Promise((resolve, reject) => {
    const socket = connect(port, "127.0.0.1", () => {
      socket.destroy();
      resolve();
    });
    socket.once("error", reject);
  });
}
