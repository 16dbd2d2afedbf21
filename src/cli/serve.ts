// `lodestone serve`: checks everything first, then runs until it is stopped by a signal.
import type { Command } from "commander";
import { type Config, readConfig } from "../config.ts";
import { Failure, listProblems } from "./terminal.ts";

export function addServeCommand(program: Command): void {
  program
    .command("serve")
    .description("run the services (settings come from the environment: docs/settings.md)")
    .action(serve);
}

/** Otherwise a calibration for another model would only be noticed when the detector opens. */
async function findModelProblems({
  services,
  modelDir,
  calibrationFile,
}: Partial<Config>): Promise<string[]> {
  if (
    calibrationFile == null ||
    modelDir === undefined ||
    services?.includes("authenticity") !== true
  )
    return [];
  const { findCalibrationProblem } = await import("../detector/detector.ts");
  const problem = await findCalibrationProblem(modelDir, calibrationFile);
  return problem === undefined ? [] : [problem];
}

async function serve(): Promise<void> {
  const { createLog, findPortProblems } = await import("../http/http.ts");
  const read = readConfig();
  // Invalid settings and ports in use are reported together, so that all can be fixed in one go.
  const problems = read.ok ? [] : read.problems;
  problems.push(...(await findPortProblems(read.ok ? read.config : read.readable)));
  problems.push(...(await findModelProblems(read.ok ? read.config : read.readable)));
  if (!read.ok || problems.length > 0) throw new Failure(listProblems(problems));
  const { config } = read;

  const log = createLog({ level: config.logLevel });
  const { start } = await import("../main.ts");
  const running = await start(config, log).catch((error: unknown) => {
    // An error of the store is reported as one sentence; anything else is a bug.
    if (Object(error).name === "StoreOpenError" || Object(error).code === "EADDRINUSE") {
      throw new Failure(listProblems([(error as Error).message]));
    }
    throw error;
  });

  const shownHost = config.host.includes(":") ? `[${config.host}]` : config.host;
  const addresses = {
    http: `http://${shownHost}:${running.httpPort}/`,
    https: `https://${shownHost}:${running.httpsPort}/`,
    ...(running.caFile === null ? {} : { authority: running.caFile }),
  };
  let isStopping = false;
  const stop = (signal: NodeJS.Signals) => {
    // A second signal stops at once.
    if (isStopping) process.exit(1);
    isStopping = true;
    log.info({ signal }, "stopping");
    running.stop().then(
      () => process.exit(0),
      (error: unknown) => {
        log.error({ err: error }, "shutdown failed");
        process.exit(1);
      },
    );
  };
  // Without the operator's own certificate SIGHUP keeps its usual meaning: the terminal was closed.
  if (running.renewCertificate !== null) process.on("SIGHUP", running.renewCertificate);
  process.on("SIGTERM", stop);
  process.on("SIGINT", stop);

  // Last: a supervisor that waits for this line may send a signal at once.
  log.info(addresses, "ready");
  if (process.stderr.isTTY) {
    process.stderr.write(`\nLodestone is running.\n  ${addresses.http}\n  ${addresses.https}\n\n`);
  }
}
