// `lodestone logs tail`: the latest requests of an account, from the store the server uses.
import { setTimeout as delay } from "node:timers/promises";
import type { Command } from "commander";
import { localOwner, readStatuses } from "../accounts/accounts.ts";
import { findAccount } from "./accounts.ts";
import { BadUsage, withAccounts } from "./terminal.ts";

type TailOptions = {
  account: string;
  key?: string;
  status?: string;
  lines: string;
  follow?: true;
  json?: true;
};

const LINES_MAX = 1000;
const FOLLOW_EVERY_MS = 1000;

export function addLogCommands(program: Command): void {
  program
    .command("logs")
    .description("show the requests made with an account's keys")
    .command("tail")
    .description("the latest requests, oldest first; the server writes them every two seconds")
    .option("--account <email>", "whose keys", localOwner)
    .option("--key <id>", "only this key's, as `keys list` shows it")
    .option("--status <status>", "only this status, such as 429 or 4xx")
    .option("--lines <number>", `how many, 1 to ${LINES_MAX}`, "20")
    .option("--follow", "go on with what comes, until Ctrl-C")
    .option("--json", "write a JSON object a line")
    .action(tail);
}

async function tail(options: TailOptions): Promise<void> {
  const limit = /^\d{1,4}$/.test(options.lines) ? Number(options.lines) : Number.NaN;
  if (!(limit >= 1 && limit <= LINES_MAX)) {
    throw new BadUsage(`--lines must be a whole number from 1 to ${LINES_MAX}.`);
  }
  const statuses = options.status === undefined ? undefined : readStatuses(options.status);
  if (options.status !== undefined && statuses === undefined) {
    throw new BadUsage("--status must be a status such as 429, or 4xx.");
  }
  await withAccounts(async ({ enrolment, requestLog }) => {
    const { id } = await findAccount(enrolment, options.account);
    const filter = { keyId: options.key, statuses };
    const latest = (await requestLog.list(id, { ...filter, limit })).toReversed();
    for (const request of latest) write(request, options);
    if (!options.follow) return;
    const stopping = new AbortController();
    for (const signal of ["SIGINT", "SIGTERM"] as const) {
      process.once(signal, () => stopping.abort());
    }
    for (let after = latest.at(-1)?.seq ?? 0; ; ) {
      const waited = delay(FOLLOW_EVERY_MS, true, { signal: stopping.signal });
      if (!(await waited.catch(() => false))) return;
      for (const request of await requestLog.list(id, { ...filter, limit: LINES_MAX, after })) {
        write(request, options);
        after = request.seq;
      }
    }
  });
}

type Shown = {
  at: number;
  method: string;
  endpoint: string;
  status: number;
  code: string | null;
  requestId: string;
  words: number | null;
  ms: number;
  keyId: string;
  lastFour: string;
};

function write(request: Shown, { json }: TailOptions): void {
  const { at, method, endpoint, status, code, requestId, words, ms, keyId, lastFour } = request;
  const time = new Date(at).toISOString();
  const line = json
    ? JSON.stringify({
        time,
        method,
        endpoint,
        status,
        code,
        request_id: requestId,
        words,
        ms,
        key_id: keyId,
        last_four: lastFour,
      })
    : [
        time,
        `…${lastFour}`,
        method.padEnd(6),
        endpoint,
        status,
        ...(code === null ? [] : [code]),
        ...(words === null ? [] : [`${words} words`]),
        `${ms} ms`,
        requestId,
      ].join("  ");
  process.stdout.write(`${line}\n`);
}
