// `lodestone accounts …` and `lodestone keys …` as an operator types them, beside a running server
// on the same store.
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import Database from "better-sqlite3";
import { Secret, TOTP } from "otpauth";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import type { Accounts } from "../../src/accounts/accounts.ts";
import { call, openAccounts } from "../contract/v1.ts";
import { type Program, startProgram } from "../program.ts";
import { type CommandOutcome, runCommand } from "../server-process.ts";
import { until } from "../services/free-port.ts";

const KEY = /^ls_live_[0-9A-Za-z]{36}\n$/;
let program: Program;
let accounts: Accounts;
let closeAccounts: () => Promise<void>;
/** What must never be seen on standard error, and what was written there. */
const secrets: string[] = [];
let errors = "";

beforeAll(async () => {
  program = await startProgram({ SERVICES: "authenticity", WORKERS: "1", SIGNUP: "closed" });
  ({ accounts, close: closeAccounts } = await openAccounts(program));
});
afterAll(async () => {
  await closeAccounts();
  await program.stop();
});

async function lodestone(...words: string[]): Promise<CommandOutcome> {
  return typed("", words);
}

async function typed(input: string, words: string[], env = {}): Promise<CommandOutcome> {
  const outcome = await runCommand(words, { env: { ...program.env, ...env }, input });
  errors += outcome.err;
  return outcome;
}

async function makeKey(...options: string[]): Promise<string> {
  const { code, out } = await lodestone("keys", "create", "--domain", "example.com", ...options);
  expect(code).toBe(0);
  // The key alone, so that a script can take it.
  expect(out).toMatch(KEY);
  secrets.push(out.trim());
  return out.trim();
}

async function idOf(key: string): Promise<string> {
  const { out } = await lodestone("keys", "list", "--json");
  const keys = JSON.parse(out) as { id: string; key: string }[];
  return keys.find((each) => each.key === `…${key.slice(-4)}`)?.id ?? "";
}

const use = async (key: string) =>
  call(program, {
    method: "GET",
    path: "/v1/usage",
    headers: { "x-api-key": key, origin: "https://example.com" },
  });
const statusOf = async (key: string) => (await use(key)).status;

const PASSWORD = "four plain words here";

describe("links and second factors", () => {
  test("reset-link prints a link alone; its page's token sets a password once", async () => {
    const email = "forgetful@test.example";
    await lodestone("accounts", "create", email);
    const env = { PUBLIC_URL: "https://lodestone.example/" };
    const { code, out, err } = await typed("", ["accounts", "reset-link", email], env);
    expect([code, out]).toEqual([
      0,
      expect.stringMatching(/^https:\/\/lodestone\.example\/reset-password#[\w-]{43}\n$/),
    ]);
    expect(err).toContain("It works once, until");
    const token = out.trim().split("#")[1] ?? "";
    secrets.push(token);
    const use = () => accounts.passwordResets.use({ token, password: PASSWORD, address: "" });
    expect(await use()).toEqual({ ok: true });
    expect(await use()).toMatchObject({ ok: false, reason: "link_invalid" });
    const nobody = await lodestone("accounts", "reset-link", "nobody@test.example");
    expect([nobody.code, nobody.out]).toEqual([1, ""]);
  });

  test("disable-second-factor lets somebody in who lost phone and recovery codes", async () => {
    const email = "phoneless@test.example";
    const made = await accounts.enrolment.create({ email, password: PASSWORD });
    if (!made.ok) throw new Error(made.reason);
    const accountId = made.account.id;
    const begun = await accounts.secondFactors.begin({
      accountId,
      password: PASSWORD,
      address: "",
    });
    if (!begun.ok) throw new Error(begun.reason);
    const code = new TOTP({ secret: Secret.fromBase32(begun.secret) }).generate();
    expect((await accounts.secondFactors.confirm(accountId, code)).ok).toBe(true);
    const asked = await lodestone("accounts", "disable-second-factor", email);
    expect(asked.code).toBe(1);
    const done = await lodestone("accounts", "disable-second-factor", email, "--yes");
    expect(done.code).toBe(0);
    expect(await accounts.secondFactors.isOn(accountId)).toBe(false);
    const again = await lodestone("accounts", "disable-second-factor", email, "--yes");
    expect(again.code).toBe(1);
  });

  test("a test key with limits is made and listed", async () => {
    const account = ["--account", "limited@test.example"];
    const limits = ["--test", "--checks-per-day", "5", "--endpoints", "detect, report"];
    const words = ["keys", "create", "--domain", "example.com", ...account, ...limits];
    const { code, out } = await lodestone(...words);
    expect([code, out]).toEqual([0, expect.stringMatching(/^ls_test_\w{36}\n$/)]);
    secrets.push(out.trim());
    const listed = await lodestone("keys", "list", ...account, "--json");
    expect(JSON.parse(listed.out)).toMatchObject([
      { state: "active, test", is_test: true, checks_per_day: 5, endpoints: ["detect", "report"] },
    ]);
    const bad = await lodestone("keys", "create", "--domain", "a.example", "--endpoints", "all");
    expect([bad.code, bad.out]).toEqual([2, ""]);
  });

  test("a management key needs no domain, and takes no limits", async () => {
    const words = ["keys", "create", "--manage", "--account", "managing@test.example"];
    const { code, out } = await lodestone(...words);
    expect([code, out]).toEqual([0, expect.stringMatching(/^ls_manage_\w{36}\n$/)]);
    secrets.push(out.trim());
    for (const other of [["--domain", "example.com"], ["--test"], ["--rate-per-minute", "5"]]) {
      const bad = await lodestone(...words, ...other);
      expect([bad.code, bad.out]).toEqual([2, ""]);
    }
    expect((await lodestone("keys", "create")).code).toBe(2);
  });
});

describe("logs tail", () => {
  test("shows an account's latest requests, oldest first, and nobody else's", async () => {
    const account = ["--account", "logged@test.example"];
    const key = await makeKey(...account);
    expect(await statusOf(key)).toBe(200);
    const wrong = await call(program, {
      method: "GET",
      path: "/v1/usage?text=secret",
      headers: { "x-api-key": key, origin: "https://other.example" },
    });
    expect(wrong.status).toBe(401);
    const lines = async (...options: string[]) => {
      const { code, out } = await lodestone("logs", "tail", ...account, "--json", ...options);
      expect(code).toBe(0);
      expect(out).not.toContain("secret");
      return out
        .trim()
        .split("\n")
        .filter(Boolean)
        .map((line) => JSON.parse(line));
    };
    const entry = { method: "GET", endpoint: "/v1/usage", last_four: key.slice(-4), words: null };
    // The server writes them every two seconds.
    await until("both requests are written", async () =>
      expect(await lines()).toMatchObject([
        { ...entry, status: 200, code: null },
        { ...entry, status: 401, code: "unauthorized" },
      ]),
    );
    expect(await lines("--status", "4xx")).toHaveLength(1);
    expect(await lines("--lines", "1")).toMatchObject([{ status: 401 }]);
    const table = await lodestone("logs", "tail", ...account);
    expect(table.out).toMatch(/GET +\/v1\/usage +401 +unauthorized/);
    expect(table.out).not.toContain(key);
    for (const bad of [
      ["--status", "fine"],
      ["--lines", "0"],
    ]) {
      expect((await lodestone("logs", "tail", ...account, ...bad)).code).toBe(2);
    }
    expect((await lodestone("logs", "tail", "--account", "nobody@test.example")).code).toBe(1);
  });
});

describe("keys", () => {
  test("a key works on the running server at once; without a name it is owner@localhost's", async () => {
    expect(await statusOf(await makeKey())).toBe(200);
    const { out } = await lodestone("accounts", "list", "--json");
    expect(JSON.parse(out)).toContainEqual(
      expect.objectContaining({ email: "owner@localhost", used: 0, limit: 50 }),
    );
  });

  test("lists show the last four characters and no key", async () => {
    const account = ["--account", "lister@test.example"];
    const key = await makeKey(...account, "--name", "Wiki");
    const table = await lodestone("keys", "list", ...account);
    const json = await lodestone("keys", "list", "--json", ...account);
    expect(table.out).toContain(`…${key.slice(-4)}`);
    expect(table.out.split("\n")[0]).toMatch(
      /^id +key +account +name +domain +state +created +expires +last used +checks$/,
    );
    expect(JSON.parse(json.out)).toEqual([
      {
        id: expect.stringMatching(/^key_/),
        key: `…${key.slice(-4)}`,
        account: "lister@test.example",
        domain: "example.com",
        name: "Wiki",
        state: "active",
        created: expect.stringMatching(/^\d{4}-\d\d-\d\dT/),
        expires: null,
        last_used: null,
        checks: 0,
        checks_today: 0,
        is_test: false,
        is_management: false,
        checks_per_day: null,
        rate_per_minute: null,
        external_id: null,
        metadata: {},
        endpoints: null,
      },
    ]);
    for (const { out } of [table, json]) expect(out).not.toContain(key.slice(0, -4));
  });

  test("a new key is said to be in which store, and whether and how its account was made before", async () => {
    const words = ["keys", "create", "--domain", "example.com", "--account", "told@test.example"];
    const first = await lodestone(...words);
    expect(first.err).toContain(
      `Key for example.com, account told@test.example, in ${program.dataDir}/lodestone.db;`,
    );
    expect(first.err).not.toContain("already existed");
    const second = await lodestone(...words);
    expect(second.err).toMatch(
      /The account told@test\.example already existed, created on \d{4}-\d\d-\d\d by command line\./,
    );
    secrets.push(first.out.trim(), second.out.trim());
  });

  test("a key for another store than the running server's is made, and warned of", async () => {
    const elsewhere = mkdtempSync(join(tmpdir(), "lodestone-elsewhere-"));
    try {
      const env = { HTTP_PORT: String(program.httpPort) };
      const words = ["keys", "create", "--domain", "example.com"];
      const same = await typed("", words, env);
      expect([same.code, same.err]).toEqual([0, expect.not.stringContaining("Warning")]);
      const other = await typed("", words, { ...env, DATA_DIR: elsewhere });
      expect([other.code, other.err]).toEqual([
        0,
        expect.stringContaining(
          `Warning: the server on port ${program.httpPort} uses another store than this command, ${elsewhere}/lodestone.db`,
        ),
      ]);
      secrets.push(same.out.trim(), other.out.trim());
    } finally {
      rmSync(elsewhere, { recursive: true });
    }
  });

  test("no key is put into an owner@localhost that came by sign-up", async () => {
    const elsewhere = mkdtempSync(join(tmpdir(), "lodestone-stranger-"));
    try {
      const made = await typed("", ["accounts", "create", "owner@localhost"], {
        DATA_DIR: elsewhere,
      });
      secrets.push(made.out.trim());
      const raw = new Database(join(elsewhere, "lodestone.db"));
      raw.exec("update accounts set made_by = 'sign_up'");
      raw.close();
      const words = ["keys", "create", "--domain", "example.com"];
      const { code, out, err } = await typed("", words, { DATA_DIR: elsewhere });
      expect([code, out, err]).toEqual([1, "", expect.stringContaining("by sign-up")]);
    } finally {
      rmSync(elsewhere, { recursive: true });
    }
  });

  test("rotation gives a new key; the old one works for the hours of grace, or not at all", async () => {
    const first = await makeKey("--account", "turner@test.example");
    const graceful = await lodestone("keys", "rotate", await idOf(first), "--grace", "1");
    expect(graceful.out).toMatch(KEY);
    const second = graceful.out.trim();
    expect([await statusOf(first), await statusOf(second)]).toEqual([200, 200]);
    const { out } = await lodestone("keys", "rotate", await idOf(second), "--grace", "0");
    const third = out.trim();
    secrets.push(second, third);
    expect([await statusOf(second), await statusOf(third)]).toEqual([401, 200]);
  });

  test("a revoked key fails on the next request, and can't be revoked again", async () => {
    const key = await makeKey();
    const id = await idOf(key);
    expect(await lodestone("keys", "revoke", id)).toMatchObject({
      code: 0,
      out: `Revoked the key …${key.slice(-4)}.\n`,
    });
    expect(await statusOf(key)).toBe(401);
    const again = await lodestone("keys", "revoke", id);
    expect([again.code, again.out]).toEqual([1, ""]);
  });

  test.concurrent.each([
    [2, ["keys", "create"]],
    [2, ["keys", "create", "--domain", "example.com", "--expires", "tomorrow"]],
    [2, ["keys", "rotate", "key_x", "--grace", "25"]],
    [2, ["keys", "rotate"]],
    [2, ["keys", "shred", "key_x"]],
    [2, ["keys", "create", "--domain", "https://example.com/"]],
    [2, ["keys", "create", "--domain", "*.com"]],
    [2, ["keys", "create", "--domain", "example.com", "--expires", "2020-01-01"]],
    [2, ["keys", "create", "--domain", "example.com", "--account", "nobody"]],
    [1, ["keys", "rotate", "key_unknown"]],
    [1, ["keys", "revoke", "key_unknown"]],
    [1, ["keys", "list", "--account", "nobody@test.example"]],
  ])("exit code %i, a sentence on standard error and nothing else for %j", async (code, words) => {
    const outcome = await lodestone(...words);
    expect(outcome.code).toBe(code);
    expect(outcome.out).toBe("");
    expect(outcome.err).toMatch(/\S/);
    expect(outcome.err).not.toMatch(/^\s+at /m);
  });
});

test("a key that can't be made leaves no account behind", async () => {
  const account = ["--account", "ghost@test.example"];
  for (const options of [
    ["--domain", "*.com"],
    ["--domain", "example.com", "--expires", "2020-01-01"],
  ]) {
    expect((await lodestone("keys", "create", ...options, ...account)).code).toBe(2);
  }
  expect(await accounts.enrolment.find("ghost@test.example")).toBeNull();
});

describe("accounts", () => {
  const signIn = (email: string, password: string) =>
    accounts.sessions.signIn({ email, password, address: "192.0.2.1", agent: "test" });

  test("the operator makes accounts though sign-up is closed; a password is shown once, or given", async () => {
    const shown = await lodestone("accounts", "create", "shown@test.example");
    expect(shown.code).toBe(0);
    const password = shown.out.trim();
    secrets.push(password, "a password of my own");
    expect((await signIn("shown@test.example", password)).ok).toBe(true);
    const given = await typed("a password of my own\n", [
      "accounts",
      "create",
      "given@test.example",
      "--password-stdin",
    ]);
    expect([given.code, given.out]).toEqual([0, "Created account given@test.example.\n"]);
    expect((await signIn("given@test.example", "a password of my own")).ok).toBe(true);
  });

  test("a new password takes the place of the old one", async () => {
    await lodestone("accounts", "create", "forgot@test.example");
    const reset = await lodestone("accounts", "reset-password", "forgot@test.example");
    const [first] = [reset.out.trim()];
    const again = await lodestone("accounts", "reset-password", "forgot@test.example");
    const second = again.out.trim();
    secrets.push(first, second);
    expect((await signIn("forgot@test.example", first)).ok).toBe(false);
    expect((await signIn("forgot@test.example", second)).ok).toBe(true);
  });

  test("a quota set by command holds on the next request, and can be taken back", async () => {
    const key = await makeKey("--account", "class@test.example");
    const policy = async () => (await use(key)).headers["ratelimit-policy"];
    expect(await policy()).toContain('"day";q=50;');
    const set = await lodestone("accounts", "set-quota", "class@test.example", "400");
    expect(set.out).toBe("class@test.example now has 400 checks a day.\n");
    expect(await policy()).toContain('"day";q=400;');
    await lodestone("accounts", "set-quota", "class@test.example", "default");
    expect(await policy()).toContain('"day";q=50;');
    const { out } = await lodestone("accounts", "list");
    expect(out).toMatch(/^class@test\.example +\d{4}-\d\d-\d\d +command line +0 +50 +–$/m);
  });

  test("an account is deleted with its keys, but only when that is confirmed", async () => {
    const key = await makeKey("--account", "leaver@test.example");
    const asked = await lodestone("accounts", "delete", "leaver@test.example");
    expect([asked.code, asked.out]).toEqual([1, ""]);
    expect(await statusOf(key)).toBe(200);
    const done = await lodestone("accounts", "delete", "leaver@test.example", "--yes");
    expect([done.code, done.out]).toEqual([0, "Deleted leaver@test.example.\n"]);
    expect(await statusOf(key)).toBe(401);
    expect(await accounts.enrolment.find("leaver@test.example")).toBeNull();
  });

  test.concurrent.each([
    [2, ["accounts"]],
    [2, ["accounts", "create"]],
    [2, ["accounts", "set-quota", "owner@localhost", "many"]],
    [2, ["accounts", "set-quota", "owner@localhost", "-5"]],
    [2, ["accounts", "list", "--yaml"]],
    [2, ["nonsense"]],
    [2, ["accounts", "create", "not an address"]],
    [1, ["accounts", "set-quota", "nobody@test.example", "5"]],
    [1, ["accounts", "reset-password", "nobody@test.example"]],
    [1, ["accounts", "delete", "nobody@test.example", "--yes"]],
  ])("exit code %i for %j", async (code, words) => {
    const outcome = await lodestone(...words);
    expect([outcome.code, outcome.out]).toEqual([code, ""]);
    expect(outcome.err).toMatch(/\S/);
    expect(outcome.err).not.toMatch(/^\s+at /m);
  });

  test("an address that is taken is exit code 1, a password that is too short 2", async () => {
    await lodestone("accounts", "create", "twice@test.example");
    const twice = await lodestone("accounts", "create", "TWICE@test.example");
    expect([twice.code, twice.out]).toEqual([1, ""]);
    const words = ["accounts", "create", "short@test.example", "--password-stdin"];
    const short = await typed("short\n", words);
    expect(short.code).toBe(2);
    expect(await accounts.enrolment.find("short@test.example")).toBeNull();
  });
});

test("help is on standard output with exit code 0, at every level", async () => {
  for (const words of [["--help"], ["keys", "--help"], ["accounts", "set-quota", "--help"]]) {
    const { code, out, err } = await lodestone(...words);
    expect([code, err]).toEqual([0, ""]);
    expect(out).toContain("Usage: lodestone");
  }
});

test("a bad setting is named, exit code 1", async () => {
  const { code, err } = await typed("", ["keys", "list"], { QUOTA_PER_DAY: "lots" });
  expect(code).toBe(1);
  expect(err).toContain("QUOTA_PER_DAY");
});

test("no key and no password was ever written to standard error", () => {
  expect(secrets.length).toBeGreaterThan(10);
  for (const secret of secrets) expect(errors).not.toContain(secret);
});
