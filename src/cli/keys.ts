// `lodestone keys …`: API keys, on the store the server uses. A new key is written to standard
// output alone, so that a script can capture it; messages go to standard error.
import type { Command } from "commander";
import {
  type Accounts,
  graceHoursMax,
  isOwner,
  keyEndpoints,
  localOwner,
} from "../accounts/accounts.ts";
import { describeOrigin, findAccount, refusalOf } from "./accounts.ts";
import { describeStore, warnOfOtherStore } from "./running-server.ts";
import { BadUsage, Failure, loadConfig, printTable, withAccounts } from "./terminal.ts";

type CreateOptions = {
  domain?: string;
  manage?: true;
  account: string;
  name?: string;
  expires?: string;
  test?: true;
  checksPerDay?: string;
  ratePerMinute?: string;
  externalId?: string;
  endpoints?: string;
};

export function addKeyCommands(program: Command): void {
  const keys = program.command("keys").description("create, list, rotate or revoke API keys");

  keys
    .command("create")
    .description("create a key for a domain; it is shown only once")
    .option("--domain <domain>", "host name the key is bound to, or *.example.com")
    .option("--manage", "a management key instead: it makes and changes keys by API")
    .option("--account <email>", "whose key it is; the account is created if it is new", localOwner)
    .option("--name <name>", "a name to recognise it by")
    .option("--expires <date>", "last day it works, YYYY-MM-DD (UTC)")
    .option("--test", "a test key: fixed answers, nothing counted")
    .option("--checks-per-day <number>", "checks it may use each UTC day")
    .option("--rate-per-minute <number>", "requests it may make each minute")
    .option("--external-id <id>", "whose it is in your own system")
    .option("--endpoints <names>", `only these, comma-separated: ${keyEndpoints.join(",")}`)
    .action(createKey);

  keys
    .command("list")
    .description("list keys by their last four characters")
    .option("--account <email>", "only this account's")
    .option("--json", "write JSON")
    .action(listKeys);

  keys
    .command("rotate")
    .description("replace a key; the old one works until the grace period ends")
    .argument("<id>", "as `keys list` shows it")
    .option("--grace <hours>", `0 to ${graceHoursMax}`, "24")
    .action(rotateKey);

  keys
    .command("revoke")
    .description("revoke a key at once")
    .argument("<id>", "as `keys list` shows it")
    .action(revokeKey);
}

async function createKey(options: CreateOptions): Promise<void> {
  const { domain = "", name, test: isTest, manage: isManagement } = options;
  if (isManagement) refuseOtherOptions(options);
  else if (options.domain === undefined) throw new BadUsage("--domain is required.");
  const wanted = {
    domain,
    name,
    isTest,
    isManagement,
    expiresAt: options.expires === undefined ? null : readDay(options.expires),
    checksPerDay: options.checksPerDay === undefined ? null : readWhole(options.checksPerDay),
    ratePerMinute: options.ratePerMinute === undefined ? null : readWhole(options.ratePerMinute),
    externalId: options.externalId,
    endpoints: options.endpoints?.split(",").map((endpoint) => endpoint.trim()),
  };
  await withAccounts(async (accounts, store) => {
    // Checked first, so that a key that can't be created leaves no new account behind.
    const problem = accounts.keys.findProblem(wanted);
    if (problem !== null) throw new BadUsage(problem);
    const { id: accountId, email } = await findOrCreateOwner(accounts, options.account);
    const made = await accounts.keys.create({ ...wanted, accountId, actor: "operator" });
    const config = loadConfig();
    showKey(
      made,
      `${isManagement ? "Management key" : `Key for ${domain}`}, account ${email}, in ${describeStore(config)}`,
    );
    const warning = await warnOfOtherStore(config, store);
    if (warning !== null) process.stderr.write(`${warning}\n`);
  });
}

/** A management key is bound to no domain and has no limits of its own. */
function refuseOtherOptions(options: CreateOptions): void {
  for (const [name, option] of FOR_OTHER_KEYS) {
    if (options[name] !== undefined) throw new BadUsage(`A management key can't have ${option}.`);
  }
}

const FOR_OTHER_KEYS = [
  ["domain", "--domain"],
  ["test", "--test"],
  ["checksPerDay", "--checks-per-day"],
  ["ratePerMinute", "--rate-per-minute"],
  ["externalId", "--external-id"],
  ["endpoints", "--endpoints"],
] as const;

async function findOrCreateOwner({ enrolment }: Accounts, address: string) {
  const owner = await enrolment.findOrCreate(address);
  if (!owner.ok) throw refusalOf(owner, address);
  const { account } = owner;
  const { email } = account;
  if (email === localOwner && !isOwner(account)) {
    throw new Failure(
      `The account ${email} was ${describeOrigin(account)}, so it is not the operator's: whoever created it could read and use the key. Delete it first (lodestone accounts delete ${email}), or name another with --account.`,
    );
  }
  if (!owner.isNew) {
    process.stderr.write(`The account ${email} already existed, ${describeOrigin(account)}.\n`);
  }
  return account;
}

function listKeys(options: { account?: string; json?: true }): Promise<void> {
  return withAccounts(async ({ enrolment, keys }) => {
    const account =
      options.account === undefined ? null : await findAccount(enrolment, options.account);
    const rows = (await keys.list(account?.id ?? null)).map(describeKey);
    if (options.json) {
      process.stdout.write(`${JSON.stringify(rows, null, 2)}\n`);
      return;
    }
    const cells = rows.map((row) => [
      row.id,
      row.key,
      row.account,
      row.name,
      row.domain,
      row.state,
      row.created?.slice(0, 10) ?? "",
      row.expires?.slice(0, 10) ?? "never",
      row.last_used?.slice(0, 16) ?? "never",
      row.checks,
    ]);
    printTable(COLUMNS, cells);
  });
}

const COLUMNS = [
  "id",
  "key",
  "account",
  "name",
  "domain",
  "state",
  "created",
  "expires",
  "last used",
  "checks",
];

function describeKey(key: Awaited<ReturnType<Accounts["keys"]["list"]>>[number]) {
  return {
    id: key.id,
    key: `…${key.lastFour}`,
    account: key.email,
    domain: key.domain,
    name: key.name,
    state: [
      key.state,
      key.isTest ? "test" : key.isManagement ? "management" : "",
      key.exposedAt === null ? "" : "exposed",
    ]
      .filter((word) => word !== "")
      .join(", "),
    created: timeOf(key.createdAt),
    expires: timeOf(key.expiresAt),
    last_used: timeOf(key.lastUsedAt),
    checks: key.checks,
    checks_today: key.checksToday,
    is_test: key.isTest,
    is_management: key.isManagement,
    checks_per_day: key.checksPerDay,
    rate_per_minute: key.ratePerMinute,
    external_id: key.externalId,
    metadata: key.metadata,
    endpoints: key.endpoints,
  };
}

async function rotateKey(id: string, options: { grace: string }): Promise<void> {
  const graceHours = /^\d+(\.\d+)?$/.test(options.grace) ? Number(options.grace) : Number.NaN;
  if (!(graceHours <= graceHoursMax)) {
    throw new BadUsage(`--grace must be a number from 0 to ${graceHoursMax}.`);
  }
  await withAccounts(async ({ keys }) => {
    const { accountId } = await findKey(keys, id);
    const made = await keys.rotate({ id, accountId, graceHours, actor: "operator" });
    showKey(made, `The old key works for ${graceHours} more hours. The new one`);
  });
}

function revokeKey(id: string): Promise<void> {
  return withAccounts(async ({ keys }) => {
    const { accountId, lastFour } = await findKey(keys, id);
    const isRevoked = await keys.revoke({ id, accountId, actor: "operator" });
    if (!isRevoked) throw new Failure(`The key …${lastFour} has already been revoked.`);
    process.stdout.write(`Revoked the key …${lastFour}.\n`);
  });
}

async function findKey(keys: Accounts["keys"], id: string) {
  const key = await keys.find(id);
  if (key === null) throw new Failure(`There is no key ${id}; see lodestone keys list.`);
  return key;
}

function showKey(made: Awaited<ReturnType<Accounts["keys"]["create"]>>, about: string): void {
  if (!made.ok) throw new Failure(made.problem);
  process.stderr.write(`${about}; it is shown only once:\n`);
  process.stdout.write(`${made.secret}\n`);
}

function timeOf(ms: number | null): string | null {
  return ms === null ? null : new Date(ms).toISOString();
}

function readWhole(text: string): number {
  return /^\d{1,12}$/.test(text) ? Number(text) : Number.NaN;
}

/** The end of that day. */
function readDay(text: string): number {
  const start = /^\d{4}-\d\d-\d\d$/.test(text) ? Date.parse(`${text}T00:00:00Z`) : Number.NaN;
  if (Number.isNaN(start)) throw new BadUsage("--expires must be a day such as 2027-01-31.");
  return start + 86_400_000;
}
