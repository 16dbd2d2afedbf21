// Calls the text service over real HTTPS, and makes keys on the store the program uses.
import { randomBytes } from "node:crypto";
import { type IncomingHttpHeaders, request as requestHttp } from "node:http";
import { Agent, request as requestHttps } from "node:https";
import { type Accounts, createAccounts } from "../../src/accounts/accounts.ts";
import { readConfig } from "../../src/config.ts";
import { openCounters, openStore } from "../../src/store/store.ts";
import type { Program } from "../program.ts";

export type Reply = {
  status: number;
  headers: IncomingHttpHeaders;
  // Replies are judged by the OpenAPI document and by each test.
  // oxlint-disable-next-line typescript/no-explicit-any
  body: any;
  text: string;
};

export type Call = {
  method?: string;
  path: string;
  headers?: Record<string, string | string[]>;
  body?: string | Buffer;
  isPlain?: boolean;
};

const agents = new WeakMap<Program, Agent>();

export function call(
  program: Program,
  { method = "POST", path, headers, body, isPlain }: Call,
): Promise<Reply> {
  let agent = agents.get(program);
  if (agent === undefined) {
    agent = new Agent({ keepAlive: true, ca: program.ca, maxSockets: 300 });
    agents.set(program, agent);
  }
  return new Promise((resolve, reject) => {
    const options = { method, headers: headers ?? {} };
    const asked = isPlain
      ? requestHttp(program.http + path, options)
      : requestHttps(program.https + path, { ...options, agent });
    asked.on("response", (reply) => {
      const chunks: Buffer[] = [];
      reply.on("data", (chunk: Buffer) => chunks.push(chunk));
      reply.on("error", reject);
      reply.on("end", () => {
        const text = Buffer.concat(chunks).toString();
        const isJson = reply.headers["content-type"]?.startsWith("application/json");
        resolve({
          status: reply.statusCode ?? 0,
          headers: reply.headers,
          text,
          body: isJson && text !== "" ? JSON.parse(text) : null,
        });
      });
    });
    asked.on("error", reject);
    asked.end(body);
  });
}

export const FORM = "application/x-www-form-urlencoded";
export const form = (content: string) => `content=${encodeURIComponent(content)}`;

/** A text of our own with more than 50 words. */
export const TEXT =
  "The ferry was late again, so we sat on the wall by the ticket office and counted gulls. My aunt " +
  "had packed boiled eggs, which rolled around in the bag and cracked one by one. A man with a dog " +
  "asked whether this was the queue for Ardnish. Nobody knew. When the boat came in at last it was " +
  "the wrong one, but the captain said he did not mind where he went that afternoon.";

/** The rules of accounts on the program's own store, as the command line has them. */
export async function openAccounts(
  program: Pick<Program, "env">,
): Promise<{ accounts: Accounts; close(): Promise<void> }> {
  const read = readConfig(program.env);
  if (!read.ok) throw new Error(read.problems.join("\n"));
  const { config } = read;
  const store = await openStore({
    dataDir: config.dataDir,
    databaseUrl: config.databaseUrl ?? undefined,
    clock: Date.now,
  });
  await store.whenReady();
  const counters = openCounters({ clock: Date.now });
  const accounts = createAccounts({
    store,
    counters,
    clock: Date.now,
    random: randomBytes,
    settings: config,
  });
  return { accounts, close: () => store.close() };
}

export async function makeKey(
  accounts: Accounts,
  {
    email = `${randomBytes(6).toString("hex")}@test.example`,
    domain = "example.com",
    quota,
    isTest,
  }: { email?: string; domain?: string; quota?: number; isTest?: true } = {},
): Promise<{ key: string; keyId: string; accountId: string }> {
  const made = await accounts.enrolment.findOrCreate(email);
  if (!made.ok) throw new Error(made.reason);
  if (quota !== undefined) await accounts.enrolment.setQuota(made.account.id, quota);
  const key = await accounts.keys.create({
    accountId: made.account.id,
    domain,
    isTest,
    actor: "operator",
  });
  if (!key.ok) throw new Error(key.problem);
  return { key: key.secret, keyId: key.id, accountId: made.account.id };
}

/** A key that manages the account's others. */
export async function makeManagementKey(accounts: Accounts, accountId: string): Promise<string> {
  const made = await accounts.keys.create({
    accountId,
    domain: "",
    isManagement: true,
    actor: "operator",
  });
  if (!made.ok) throw new Error(made.problem);
  return made.secret;
}
