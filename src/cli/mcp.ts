// `lodestone mcp`: tools for an agent on this machine, over standard input and output; no server and no key needed.
import { statSync } from "node:fs";
import { readFile, realpath } from "node:fs/promises";
import { basename, relative, resolve } from "node:path";
import type { Command } from "commander";
import { languageModelOf } from "../config.ts";
import { readAppVersion } from "../release.ts";
import { type AgentName, agentConfigs, describeCommand } from "./agent-configs.ts";
import { loadDirectory } from "./locations.ts";
import { BadUsage, Failure, loadConfig } from "./terminal.ts";

export function addMcpCommand(program: Command): void {
  program
    .command("mcp")
    .description(
      "give an agent tools over the Model Context Protocol, on standard input and output",
    )
    .option("--root <folder>", "files are read below this folder only", ".")
    .option(
      "--print-config [agent]",
      `instead, print the configuration of an agent: ${Object.keys(agentConfigs).join(", ")}`,
    )
    .addHelpText("after", "\nOver HTTP, with a key, a running server offers the same at /v1/mcp.")
    .action(async ({ root, printConfig }: { root: string; printConfig?: string | true }) => {
      if (!isFolder(root)) throw new Failure(`${root} is not a folder.`);
      if (printConfig !== undefined) return showConfig(printConfig, resolve(root));
      const { createTools, FILE_BY_PATH, serveStandardStreams } = await import("../mcp/mcp.ts");
      const work = openLocalWork(resolve(root));
      try {
        const tools = createTools(FILE_BY_PATH, work);
        await serveStandardStreams(tools, { version: readAppVersion() });
      } finally {
        await work.close();
      }
    });
}

function isFolder(path: string): boolean {
  return statSync(path, { throwIfNoEntry: false })?.isDirectory() === true;
}

/** The configuration alone goes to standard output; where it belongs, to standard error. */
function showConfig(agent: string | true, root: string): void {
  const names = Object.keys(agentConfigs) as AgentName[];
  const known = names.find((name) => name === (agent === true ? "claude-desktop" : agent));
  if (known === undefined) {
    throw new BadUsage(`--print-config must be followed by one of ${names.join(", ")}.`);
  }
  const config = loadConfig();
  const { place, write } = agentConfigs[known];
  const others = agent === true ? ` Other agents: ${names.slice(1).join(", ")}.` : "";
  process.stderr.write(`Put this into ${place}.${others}\n`);
  if (config.databaseUrl !== null) {
    process.stderr.write(
      "DATABASE_URL is a secret and left out: find_places then uses the locations of the embedded store. Add it under env to use those of Postgres.\n",
    );
  }
  process.stdout.write(write(describeCommand(root, config)));
}

/** Model, rewriter and directory are opened by the first call that needs them: finding a place loads no model. */
function openLocalWork(root: string) {
  const { textLengthMax, workers, calibrationFile, modelDir, ...config } = loadConfig();
  const closers: Array<() => Promise<void>> = [];
  const detector = once(async () => {
    const { openDetector } = await import("../detector/detector.ts");
    const opened = await openDetector({
      modelDir,
      workers: 1,
      queueMax: 4 * workers,
      calibrationFile,
    });
    closers.push(() => opened.close());
    return opened;
  });
  const rewriter = once(async () => {
    const { openRewriter } = await import("../rewriter/rewriter.ts");
    const { detect } = await detector();
    const opened = openRewriter({ detect, modelDir, languageModel: languageModelOf(loadConfig()) });
    closers.push(() => opened.close());
    return opened;
  });
  const files = once(async () => {
    const { openFileReader } = await import("../files/files.ts");
    const opened = openFileReader({ ...config, textLengthMax, processes: 1, queueMax: 4 });
    closers.push(() => opened.close());
    return opened;
  });
  const directory = once(async () => (await loadDirectory()).createDirectory());

  const input = async () => import("../input/input.ts");
  return {
    async checkText({ text, explain = false }: { text: string; explain?: boolean }) {
      const { checkContent, requireWords } = await input();
      const content = checkContent(text, textLengthMax);
      requireWords({ content });
      return (await detector()).detect(content, { explain });
    },
    async checkFile({ path, explain = false }: { path: string; explain?: boolean }) {
      const { readUploadedFile, requireWords, withInput } = await input();
      const bytes = await readFile(await findBelow(root, path));
      const limits = { files: await files(), fileSizeMax: config.fileSizeMax };
      const owner = { account: "", signal: new AbortController().signal };
      const found = await readUploadedFile(
        { bytes, name: basename(path), type: "" },
        limits,
        owner,
      );
      requireWords(found);
      return withInput(await (await detector()).detect(found.content, { explain }), found);
    },
    async rewriteText({
      text,
      ...given
    }: {
      text: string;
      strength?: "light" | "medium" | "strong";
      keep?: string[];
      sentences?: number[];
      alternatives?: number;
    }) {
      const { checkContent, readRewriteOptions, requireWordsToRewrite, runRewrite } = await input();
      const asked = readRewriteOptions(new Map(Object.entries(given)));
      const content = checkContent(text, textLengthMax);
      requireWordsToRewrite({ content });
      return runRewrite(await rewriter(), content, asked);
    },
    async findPlaces(parameters: URLSearchParams) {
      const { findPlaces } = await import("../locations/locations.ts");
      return findPlaces(await directory(), parameters);
    },
    async close() {
      for (const close of closers.toReversed()) await close();
    },
  };
}

/** The file's real path; one that lies elsewhere, also by a link, is as good as missing. */
async function findBelow(root: string, path: string): Promise<string> {
  const { AppError } = await import("../http/http.ts");
  const missing = () =>
    new AppError("file_unreadable", { message: `There is no file ${path} below ${root}.` });
  try {
    const [folder, file] = [await realpath(root), await realpath(resolve(root, path))];
    const way = relative(folder, file);
    if (way === "" || way.startsWith("..")) throw missing();
    return file;
  } catch (error) {
    throw error instanceof AppError ? error : missing();
  }
}

function once<T>(open: () => Promise<T>): () => Promise<T> {
  let opened: Promise<T> | undefined;
  return () => (opened ??= open());
}
