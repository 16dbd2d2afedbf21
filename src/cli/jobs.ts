// `lodestone jobs …`: work handed to a running server and fetched later, with a key.
import { openAsBlob } from "node:fs";
import { basename } from "node:path";
import { buffer as readAll } from "node:stream/consumers";
import type { Command } from "commander";
import type { Job, JobRequest, JobResult, Jobs, NewJob } from "../../client/client.ts";
import { describeFileError } from "./file-errors.ts";
import { openLines } from "./input-lines.ts";
import { openOutput } from "./output.ts";
import { addRemoteOptions, type RemoteOptions, withServer } from "./remote.ts";
import { BadUsage, Failure, printTable, sayInputIsRead } from "./terminal.ts";

type SubmitOptions = RemoteOptions & {
  jsonl?: string;
  task: string;
  explain?: true;
  strength?: string;
  keep: string[];
  webhook?: string;
  wait?: true;
  out: string;
  json?: true;
};

export function addJobCommands(program: Command): void {
  const jobs = program
    .command("jobs")
    .description("submit texts to a running server, with a key, and fetch the results later");
  const add = (name: string, description: string) =>
    addRemoteOptions(jobs.command(name).description(description));

  add("submit", "submit a file or up to 5,000 texts, and print the id of the job")
    .argument("[file]", "a text, Markdown, HTML, PDF, DOCX or ODT file, or - for standard input")
    .option("--jsonl <file>", "instead of a file: one {id, text} per line, or - for standard input")
    .option("--task <task>", "detect or rewrite", "detect")
    .option("--explain", "with detect: explain the results")
    .option("--strength <strength>", "with rewrite: light, medium or strong")
    .option("--keep <phrase>", "with rewrite: never change this (repeatable)", collect, [])
    .option("--webhook <url>", "HTTPS URL to notify when the job is done")
    .option("--wait", "wait for the results and write them instead of the id")
    .option("--out <file>", "with --wait: output file; - for standard output", "-")
    .option("--json", "write the job as JSON instead of its id")
    .action(submit);

  add("status", "show the status of a job")
    .argument("<id>", "as `jobs submit` printed it")
    .option("--json", "write the job as JSON")
    .action((id: string, options: RemoteOptions & { json?: true }) =>
      withServer(options, async (client) => {
        const job = await client.jobs.get(id);
        if (options.json) writeJson(job);
        else showTable([job]);
      }),
    );

  add("result", "write the results of a job, one a line, in input order")
    .argument("<id>", "as `jobs submit` printed it")
    .option("--wait", "wait until the job is done")
    .option("--out <file>", "output file; - for standard output", "-")
    .action((id: string, options: RemoteOptions & { wait?: true; out: string }) =>
      withServer(options, async (client, { isTest }) => {
        if (options.wait) await waitFor(client.jobs, id);
        await writeResult(await client.jobs.result(id), options.out, isTest);
      }),
    );

  add("cancel", "stop a job, and delete its texts and results from the server")
    .argument("<id>", "as `jobs submit` printed it")
    .action((id: string, options: RemoteOptions) =>
      withServer(options, async (client) => {
        const { status, progress } = await client.jobs.cancel(id);
        process.stdout.write(
          `${id}: ${status}, with ${progress.done} of ${count(progress.total, "text")} done.\n`,
        );
      }),
    );

  add("list", "list the key's jobs of the last day, newest first")
    .option("--json", "write JSON")
    .action((options: RemoteOptions & { json?: true }) =>
      withServer(options, async (client) => {
        const listed = await listAll(client.jobs);
        if (options.json) writeJson(listed);
        else showTable(listed);
      }),
    );
}

async function submit(file: string | undefined, options: SubmitOptions): Promise<void> {
  const work = await readWork(file, options);
  await withServer(options, async ({ jobs }, { isTest }) => {
    const job = await jobs.create(work);
    tellSecret(job);
    if (options.wait) {
      process.stderr.write(`${job.id}\n`);
      await waitFor(jobs, job.id);
      return writeResult(await jobs.result(job.id), options.out, isTest);
    }
    if (options.json) writeJson(job);
    else process.stdout.write(`${job.id}\n`);
  });
}

/** What is to be done, read and checked before the server is asked for anything. */
async function readWork(
  file: string | undefined,
  { jsonl, explain, strength, keep, webhook, task, out, wait }: SubmitOptions,
): Promise<JobRequest> {
  if ((file === undefined) === (jsonl === undefined)) {
    throw new BadUsage("Name one file (or -), or a file of many texts with --jsonl.");
  }
  if (out !== "-" && wait === undefined) throw new BadUsage("--out belongs to --wait.");
  if (task !== "detect" && task !== "rewrite") {
    throw new BadUsage("--task must be detect or rewrite.");
  }
  if (task === "detect" && (strength !== undefined || keep.length > 0)) {
    throw new BadUsage("--strength and --keep belong to --task rewrite.");
  }
  if (task === "rewrite" && explain) throw new BadUsage("--explain belongs to --task detect.");
  const known = STRENGTHS.find((one) => one === strength);
  if (strength !== undefined && known === undefined) {
    throw new BadUsage("--strength must be light, medium or strong.");
  }
  if (webhook !== undefined && URL.parse(webhook)?.protocol !== "https:") {
    throw new BadUsage("--webhook must be an https:// URL.");
  }
  const wanted = {
    task: task === "detect" ? ("detect" as const) : ("regenerate" as const),
    ...(explain ? { explain } : {}),
    ...(known === undefined ? {} : { strength: known }),
    ...(keep.length === 0 ? {} : { keep }),
    ...(webhook === undefined ? {} : { webhook }),
  };
  if (jsonl !== undefined) return { ...wanted, items: await readItems(jsonl) };
  return { ...wanted, ...(await readFileToSend(file ?? "-")) };
}

const STRENGTHS = ["light", "medium", "strong"] as const;

async function readFileToSend(file: string): Promise<{ file: Blob; fileName: string }> {
  if (file === "-") sayInputIsRead();
  try {
    return file === "-"
      ? { file: new Blob([await readAll(process.stdin)]), fileName: "text" }
      : { file: await openAsBlob(file), fileName: basename(file) };
  } catch (error) {
    throw new Failure(`${file} can't be read: ${describeFileError(error)}`, { cause: error });
  }
}

async function readItems(from: string): Promise<{ id?: string; content: string }[]> {
  const { lines } = await openLines(from);
  const items: { id?: string; content: string }[] = [];
  let number = 0;
  for await (const line of lines) {
    number += 1;
    if (line.trim() === "") continue;
    const { id, text } = parseLine(line, number);
    if (typeof text !== "string") throw new Failure(`Line ${number} has no "text".`);
    items.push({ ...(id === undefined || id === null ? {} : { id: String(id) }), content: text });
  }
  if (items.length === 0) throw new Failure(`${from} holds no texts.`);
  return items;
}

function parseLine(line: string, number: number): { id?: unknown; text?: unknown } {
  try {
    return Object(JSON.parse(line));
  } catch (error) {
    throw new Failure(`Line ${number} is not JSON.`, { cause: error });
  }
}

function tellSecret({ webhook_secret: secret }: NewJob): void {
  if (secret === undefined) return;
  process.stderr.write(`The webhook is signed with ${secret}\n`);
}

/** Ends with a failure when there will be no results. */
async function waitFor(jobs: Jobs, id: string): Promise<void> {
  const isSeen = process.stderr.isTTY;
  const onProgress = ({ progress: { total, done, failed, refused } }: Job) => {
    if (isSeen) process.stderr.write(`\r${done + failed + refused} of ${count(total, "text")}`);
  };
  const { status } = await jobs.wait(id, { onProgress });
  if (isSeen) process.stderr.write("\n");
  if (status !== "done") throw new Failure(`The job ${id} is ${status}: it has no results.`);
}

/** Lines as those of `detect --jsonl`; one that failed makes the exit code 1. */
async function writeResult(
  { results, checks }: JobResult,
  to: string,
  isTest: boolean,
): Promise<void> {
  const output = await openOutput(to);
  try {
    for (const result of results) await output.write(`${JSON.stringify(result)}\n`);
    await output.finish();
  } catch (error) {
    await output.discard();
    throw error;
  }
  const failed = results.filter(({ error }) => error !== undefined).length;
  const place = to === "-" ? "" : `, written to ${output.name}`;
  // With a test key nothing is ever counted, and the answer's number is that of a live key.
  const counted = isTest ? "" : `, ${count(checks.counted, "check")} counted`;
  process.stderr.write(
    `${count(results.length, "text")}, ${failed} with an error${counted}${place}.\n`,
  );
  if (failed > 0) process.exitCode = 1;
}

async function listAll(jobs: Jobs): Promise<Job[]> {
  const listed: Job[] = [];
  let before: string | undefined;
  do {
    const page = await jobs.list({ limit: 100, ...(before === undefined ? {} : { before }) });
    listed.push(...page.jobs);
    before = page.next ?? undefined;
  } while (before !== undefined);
  return listed;
}

function writeJson(value: object): void {
  process.stdout.write(`${JSON.stringify(value, null, 2)}\n`);
}

function showTable(jobs: readonly Job[]): void {
  printTable(
    ["id", "task", "status", "texts", "done", "failed", "refused", "created", "expires"],
    jobs.map(({ id, task, status, progress, created_at, expires_at }) => [
      id,
      task === "detect" ? "detect" : "rewrite",
      status,
      progress.total,
      progress.done,
      progress.failed,
      progress.refused,
      created_at.slice(0, 19),
      expires_at?.slice(0, 19) ?? "",
    ]),
  );
}

function count(number: number, word: string): string {
  return `${number} ${word}${number === 1 ? "" : "s"}`;
}

function collect(value: string, earlier: string[]): string[] {
  return [...earlier, value];
}
