// `npm run check:image`: executes the Dockerfile without a container engine. Each stage gets a clean folder, COPY
// copies what git tracks (minus .dockerignore), RUN runs there; then the result is started with its CMD and probed
// with its HEALTHCHECK. Downloads packages: takes a minute or two.
import { execFileSync, spawn, spawnSync } from "node:child_process";
import { cpSync, existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { setTimeout as delay } from "node:timers/promises";

const root = new URL("../", import.meta.url).pathname;
const home = mkdtempSync(join(tmpdir(), "lodestone-image-"));
type Stage = { name: string; folder: string; work: string; env: Record<string, string> };

const ignored = readFileSync(join(root, ".dockerignore"), "utf8").split("\n").filter(Boolean);
const tracked = execFileSync("git", ["ls-files", "--cached", "--others", "--exclude-standard"], {
  cwd: root,
  encoding: "utf8",
  maxBuffer: 1e8,
})
  .split("\n")
  .filter((file) => file !== "" && existsSync(join(root, file)))
  .filter((file) => !ignored.some((rule) => file === rule || file.startsWith(`${rule}/`)));

const stages: Stage[] = [];
let command: string[] = [];
let health: string[] = [];
try {
  for (const line of readFileSync(join(root, "Dockerfile"), "utf8").split("\n")) {
    const [, word = "", rest = ""] = /^([A-Z]+) (.*)$/.exec(line) ?? [];
    const stage = stages.at(-1);
    if (word === "FROM") {
      const name = / AS (\w+)$/.exec(rest)?.[1] ?? "final";
      const folder = join(home, name);
      mkdirSync(join(folder, "usr/local/bin"), { recursive: true });
      stages.push({ name, folder, work: "/", env: {} });
    } else if (stage !== undefined) {
      apply(stage, word, rest);
    }
  }
  await tryOut(stages.at(-1) as Stage);
} finally {
  rmSync(home, { recursive: true, force: true });
}

function apply(stage: Stage, word: string, rest: string): void {
  const inside = (path: string) =>
    join(stage.folder, path.startsWith("/") ? path : join(stage.work, path));
  switch (word) {
    case "WORKDIR":
      stage.work = rest;
      mkdirSync(inside("."), { recursive: true });
      break;
    case "ENV":
      for (const [, name = "", value = ""] of rest.matchAll(/(\w+)=(\S+)/g))
        stage.env[name] = value;
      break;
    case "COPY": {
      const words = rest.split(" ");
      const from = /--from=(\w+)/.exec(rest)?.[1];
      const [to = "", ...sources] = words.filter((each) => !each.startsWith("--")).toReversed();
      for (const source of sources)
        copy(
          source,
          inside(to),
          stages.find(({ name }) => name === from),
        );
      break;
    }
    case "RUN": {
      console.log(`${stage.name}: ${rest}`);
      // Absolute paths are relative to the stage's own root.
      const text = rest.replace(/(?<=\s)\/(data|usr\/local\/bin)\b/g, join(stage.folder, "$1"));
      const { status } = spawnSync("sh", ["-c", text], {
        cwd: inside("."),
        stdio: "inherit",
        env: { ...process.env, ...stage.env },
      });
      if (status !== 0) throw new Error(`RUN failed: ${rest}`);
      break;
    }
    case "CMD":
      command = JSON.parse(rest) as string[];
      break;
    case "HEALTHCHECK":
      health = JSON.parse(rest.slice(rest.indexOf("CMD [") + 4)) as string[];
      break;
  }
}

function copy(source: string, to: string, from: Stage | undefined): void {
  if (from !== undefined) {
    cpSync(join(from.folder, source), to, { recursive: true });
    return;
  }
  const files = tracked.filter((file) => file === source || file.startsWith(`${source}/`));
  if (files.length === 0) throw new Error(`COPY finds nothing: ${source}`);
  for (const file of files) {
    const target = file === source ? join(to, file) : join(to, file.slice(source.length + 1));
    mkdirSync(dirname(target), { recursive: true });
    cpSync(join(root, file), target);
  }
}

/** Starts the result and checks that it serves the API and the pages, and stops cleanly. */
async function tryOut(stage: Stage): Promise<void> {
  const size = execFileSync("du", ["-sm", stage.folder], { encoding: "utf8" }).split("\t")[0];
  const ports = { HTTP_PORT: "18080", HTTPS_PORT: "18443" };
  const env = {
    ...process.env,
    ...stage.env,
    ...ports,
    HOST: "127.0.0.1",
    DATA_DIR: join(stage.folder, "data"),
  };
  const cwd = join(stage.folder, stage.work);
  const [name = "", ...words] = command;
  const program = join(stage.folder, "usr/local/bin", name);
  const child = spawn(program, words, { cwd, env, stdio: ["ignore", "pipe", "inherit"] });
  let said = "";
  child.stdout.on("data", (chunk) => (said += chunk));
  const exited = new Promise<number | null>((resolve) => child.once("exit", resolve));
  try {
    for (let tries = 0; ; tries++) {
      const [, ...asked] = health;
      if (spawnSync(process.execPath, asked, { env }).status === 0) break;
      if (tries > 60 || child.exitCode !== null) throw new Error(`not healthy:\n${said}`);
      await delay(500);
    }
    const states = await fetch("http://127.0.0.1:18080/api/states");
    if (states.status !== 200) throw new Error(`the directory says ${states.status}`);
    if (said.includes("building the dashboard's pages"))
      throw new Error("the pages were not built ahead");
    const offered = await fetch("http://127.0.0.1:18080/client.tgz");
    if (offered.status !== 200) throw new Error(`the client's package: ${offered.status}`);
    // Like `docker exec`: from any folder, with a home that can't be written to.
    for (const asked of [
      ["accounts", "create", "first@test.example"],
      ["keys", "create", "--domain", "example.com", "--account", "first@test.example"],
    ]) {
      const inside = { ...env, HOME: "/proc" };
      const { status, stderr } = spawnSync(program, asked, {
        cwd: "/",
        env: inside,
        encoding: "utf8",
      });
      if (status !== 0)
        throw new Error(`lodestone ${asked.join(" ")} ended with ${status}: ${stderr}`);
    }
  } finally {
    child.kill("SIGTERM");
  }
  const code = await exited;
  if (code !== 0) throw new Error(`stopped with ${code}:\n${said}`);
  console.log(
    `The image's steps work: healthy, answers, stops with 0; ${size} MB without the base.`,
  );
}
