#!/usr/bin/env node
// Starts the command line on a Node that can run it: this one when it is new enough, else the one
// that came with the package. Written so that old versions of Node understand it.
import { spawn } from "node:child_process";
import { createRequire } from "node:module";
import { constants } from "node:os";
import { pruneInstall } from "./prune-install.js";

if (process.argv[2] === "serve") {
  const megabytes = pruneInstall(new URL("..", import.meta.url).pathname);
  if (megabytes > 0) console.error(`Removed ${megabytes} MB for other systems from node_modules.`);
}

if (Number(process.versions.node.split(".")[0]) >= 24) {
  const { main } = await import("../src/cli.ts");
  await main(process.argv.slice(2));
} else {
  let node;
  try {
    const folder = `node-${process.platform}-${process.arch}`;
    node = createRequire(import.meta.url).resolve(`${folder}/bin/node`);
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
