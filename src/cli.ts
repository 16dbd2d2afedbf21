// The command line. Each command is a file of its own under cli/, loaded when it is called, so that
// asking for help does not load a database or a model.
import { Command, CommanderError } from "commander";
import { addAccountCommands } from "./cli/accounts.ts";
import { addBackupCommand } from "./cli/backup.ts";
import { addTextCommands } from "./cli/detect.ts";
import { addDoctorCommand } from "./cli/doctor.ts";
import { addJobCommands } from "./cli/jobs.ts";
import { addKeyCommands } from "./cli/keys.ts";
import { addLocationCommands } from "./cli/locations.ts";
import { addLogCommands } from "./cli/logs.ts";
import { addMcpCommand } from "./cli/mcp.ts";
import { addServeCommand } from "./cli/serve.ts";
import { BadUsage, Failure } from "./cli/terminal.ts";
import { readAppVersion } from "./release.ts";

/** Runs one command line and sets the exit code: 0 when all went well, 1 for a failure, 2 for bad usage. */
export async function main(words: readonly string[]): Promise<void> {
  // A reader such as `| head` closes the pipe early, which is not a failure. Commands that write a lot get the
  // error from the write itself.
  const ignoreGoneReader = (error: NodeJS.ErrnoException) => {
    if (error.code !== "EPIPE") throw error;
  };
  process.stdout.on("error", ignoreGoneReader);
  process.stderr.on("error", ignoreGoneReader);
  const program = buildProgram();
  try {
    await program.parseAsync(words, { from: "user" });
  } catch (error) {
    if (error instanceof CommanderError) {
      process.exitCode = error.exitCode === 0 ? 0 : 2;
    } else if (error instanceof Failure) {
      process.stderr.write(`${error.message}\n`);
      process.exitCode = error instanceof BadUsage ? 2 : 1;
    } else if (Object(error).code !== "EPIPE") {
      throw error;
    }
  }
}

export function buildProgram(): Command {
  const program = new Command("lodestone")
    .description("Location directory and text authenticity service")
    .version(readAppVersion())
    .showHelpAfterError("(add --help for the usage)")
    // Options are positional: `detect` and `detect calibrate` both have --out.
    .enablePositionalOptions()
    .addHelpText("after", "\nExit codes: 0 success, 1 failure, 2 bad usage.")
    .exitOverride();
  addServeCommand(program);
  addAccountCommands(program);
  addKeyCommands(program);
  addTextCommands(program);
  addJobCommands(program);
  addLogCommands(program);
  addLocationCommands(program);
  addBackupCommand(program);
  addMcpCommand(program);
  addDoctorCommand(program);
  return program;
}
