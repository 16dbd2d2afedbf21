// `lodestone accounts …`: what an operator does to accounts, on the store the server uses.
import type { Command } from "commander";
import { type Accounts, resetUrl } from "../accounts/accounts.ts";
import { publicUrlOf } from "../config.ts";
import type { Account } from "../store/store.ts";
import {
  BadUsage,
  confirm,
  Failure,
  loadConfig,
  printTable,
  readSecretLine,
  withAccounts,
} from "./terminal.ts";

export function addAccountCommands(program: Command): void {
  const accounts = program
    .command("accounts")
    .description("create, list, change or delete accounts");

  accounts
    .command("create")
    .description("create an account; prints a password unless one is given")
    .argument("<email>")
    .option("--password-stdin", "read the password from standard input")
    .action(createAccount);

  accounts
    .command("list")
    .description("list accounts with the checks they used today")
    .option("--json", "write JSON")
    .action(listAccounts);

  accounts
    .command("set-quota")
    .description("give an account its own number of checks a day; `default` resets it")
    .argument("<email>")
    .argument("<checks>", "a whole number, or default")
    .action(setQuota);

  accounts
    .command("reset-password")
    .description("set a new password and end every session; prints it unless one is given")
    .argument("<email>")
    .option("--password-stdin", "read the password from standard input")
    .action(resetPassword);

  accounts
    .command("reset-link")
    .description("create a link that sets a new password: works once, within a day")
    .argument("<email>")
    .action(createResetLink);

  accounts
    .command("disable-second-factor")
    .description("remove an account's second factor: it signs in with its password alone")
    .argument("<email>")
    .option("--yes", "do not ask for confirmation")
    .action(disableSecondFactor);

  accounts
    .command("delete")
    .description("delete an account with everything it owns")
    .argument("<email>")
    .option("--yes", "do not ask for confirmation")
    .action(deleteAccount);
}

async function createAccount(email: string, options: { passwordStdin?: true }): Promise<void> {
  const password = options.passwordStdin ? await readSecretLine() : undefined;
  await withAccounts(async ({ enrolment }) => {
    const made = await enrolment.create({ email, password });
    if (!made.ok) throw refusalOf(made, email);
    if (password !== undefined) {
      process.stdout.write(`Created account ${made.account.email}.\n`);
      return;
    }
    const reset = await enrolment.resetPassword(made.account);
    if (!reset.ok) throw new Failure(reset.problem);
    process.stderr.write(`Created account ${made.account.email}. Its password, shown only once:\n`);
    process.stdout.write(`${reset.password}\n`);
  });
}

function listAccounts(options: { json?: true }): Promise<void> {
  return withAccounts(async (accounts) => {
    const rows = await readAccounts(accounts);
    if (options.json) {
      process.stdout.write(`${JSON.stringify(rows, null, 2)}\n`);
      return;
    }
    printTable(
      ["email", "made", "made by", "used today", "limit", "own quota"],
      rows.map((row) => [
        row.email,
        row.made,
        row.made_by === null ? "–" : ORIGINS[row.made_by],
        row.used,
        row.limit,
        row.override ?? "–",
      ]),
    );
  });
}

const PAGE_SIZE = 200;

/** All accounts with their usage of today, read page by page. */
async function readAccounts({ enrolment, quota }: Accounts) {
  const rows = [];
  let afterEmail: string | undefined;
  for (;;) {
    const page = await enrolment.list({
      limit: PAGE_SIZE,
      ...(afterEmail === undefined ? {} : { afterEmail }),
    });
    for (const account of page) {
      const { used, limit, override } = await quota.describe(account);
      const made = new Date(account.createdAt).toISOString().slice(0, 10);
      rows.push({
        email: account.email,
        made,
        made_by: account.madeBy,
        used,
        limit,
        override,
      });
    }
    afterEmail = page.at(-1)?.email;
    if (page.length < PAGE_SIZE) return rows;
  }
}

async function setQuota(email: string, checks: string): Promise<void> {
  const quota = checks === "default" ? null : readChecks(checks);
  await withAccounts(async ({ enrolment }) => {
    const account = await findAccount(enrolment, email);
    await enrolment.setQuota(account.id, quota);
    const text = quota === null ? "the usual checks" : `${quota} checks`;
    process.stdout.write(`${account.email} now has ${text} a day.\n`);
  });
}

async function resetPassword(email: string, options: { passwordStdin?: true }): Promise<void> {
  const password = options.passwordStdin ? await readSecretLine() : undefined;
  await withAccounts(async ({ enrolment }) => {
    const account = await findAccount(enrolment, email);
    const reset = await enrolment.resetPassword(account, password);
    if (!reset.ok) throw new BadUsage(reset.problem);
    if (password !== undefined) {
      process.stdout.write(`Set the password of ${account.email}.\n`);
      return;
    }
    process.stderr.write(`New password of ${account.email}, shown only once:\n`);
    process.stdout.write(`${reset.password}\n`);
  });
}

function createResetLink(email: string): Promise<void> {
  return withAccounts(async ({ enrolment, passwordResets }) => {
    const account = await findAccount(enrolment, email);
    const made = await passwordResets.make(account, "operator");
    if (made === null) throw new Failure(`There is no account ${email}.`);
    const until = new Date(made.expiresAt).toISOString().slice(0, 16).replace("T", " ");
    process.stderr.write(
      `Whoever opens this link sets the password of ${account.email} and ends its sessions. It works once, until ${until} UTC:\n`,
    );
    process.stdout.write(`${resetUrl(publicUrlOf(loadConfig()), made.token)}\n`);
  });
}

function disableSecondFactor(email: string, options: { yes?: true }): Promise<void> {
  return withAccounts(async ({ enrolment, secondFactors }) => {
    const account = await findAccount(enrolment, email);
    await confirm(`Turn off two-factor authentication for ${account.email}?`, options.yes);
    const isRemoved = await secondFactors.remove(account.id);
    if (!isRemoved) throw new Failure(`${account.email} doesn't use two-factor authentication.`);
    process.stdout.write(`${account.email} now signs in with its password alone.\n`);
  });
}

function deleteAccount(email: string, options: { yes?: true }): Promise<void> {
  return withAccounts(async ({ enrolment }) => {
    const account = await findAccount(enrolment, email);
    await confirm(`Delete ${account.email} with its keys, sessions and usage?`, options.yes);
    await enrolment.remove(account.id, "operator");
    process.stdout.write(`Deleted ${account.email}.\n`);
  });
}

const ORIGINS = {
  sign_up: "sign-up",
  command_line: "command line",
  claim: "claim",
} as const satisfies Record<NonNullable<Account["madeBy"]>, string>;

/** "created on 2026-11-16 by sign-up". */
export function describeOrigin({ createdAt, madeBy }: Account): string {
  const day = new Date(createdAt).toISOString().slice(0, 10);
  return `created on ${day}${madeBy === null ? "" : ` by ${ORIGINS[madeBy]}`}`;
}

export async function findAccount(enrolment: Accounts["enrolment"], email: string) {
  const account = await enrolment.find(email);
  if (account === null) throw new Failure(`There is no account ${email}.`);
  return account;
}

type Refused = Exclude<Awaited<ReturnType<Accounts["enrolment"]["create"]>>, { ok: true }>;

export function refusalOf(refused: Refused, email: string): Failure {
  switch (refused.reason) {
    case "email_invalid":
      return new BadUsage(
        `${email} is not a valid email address, or mixes letters of several scripts.`,
      );
    case "email_taken":
      return new Failure(`An account ${email} already exists.`);
    case "weak_password":
      return new BadUsage(refused.problem);
    default:
      return new Failure("Sign-up is closed.");
  }
}

function readChecks(text: string): number {
  const checks = /^\d{1,9}$/.test(text) ? Number(text) : Number.NaN;
  if (Number.isNaN(checks))
    throw new BadUsage("The number of checks must be a whole number, or default.");
  return checks;
}
