#!/usr/bin/env node
// Starts the command line on a Node that can run it: this one when it is new enough, else the one
// that came with the package. Written so that old versions of Node understand it.
import { spawn } from "node:child_process";
import module from "node:module";
import { constants } from "node:os";
import { fileURLToPath } from "node:url";

// Compiled code is kept between starts: a command is ready in half the time, and a server, whose threads find the
// folder by the variable, holds some 30 MB less. Where the folder can't be written nothing is kept.
const { env } = process;
env.NODE_COMPILE_CACHE ??= fileURLToPath(
  new URL("../node_modules/.cache/lodestone", import.meta.url),
);
if (Number(process.versions.node.split(".")[0]) >= 24) {
  module.enableCompileCache?.(env.NODE_COMPILE_CACHE);
  const { main } = await import("../src/cli.ts");
  await main(process.argv.slice(2));
} else {
  let node;
  try {
    const folder = `node-${process.platform}-${process.arch}`;
    node = module.createRequire(import.meta.url).resolve(`${folder}/bin/node`);
  } catch {
    console.error(
      `lodestone needs Node 24 or newer; this is ${process.version}, and no newer one came with the package for ${process.platform} ${process.arch}.`,
    );
    process.exit(1);
  }
  const child = spawn(node, [import.meta.filename ?? process.argv[1], ...process.argv.slice(2)], {
    stdio: "inherit",
  });
  for (const signal of ["SIGINT", "SIGTERM", "SIGHUP"])
    process.on(signal, () => child.kill(signal));
  child.on("exit", (code, signal) =>
    process.exit(code ?? 128 + (constants.signals[signal ?? "SIGTERM"] ?? 15)),
  );
}
