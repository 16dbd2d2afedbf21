// The second factor on every store: what a sign-in requires, what a code is accepted for, and how often one can be
// tried.
import { Secret, TOTP } from "otpauth";
import { afterAll, beforeEach, describe, expect, test } from "vitest";
import { prepareStores, storeKinds } from "../../test/services/stores.ts";
import { buildAccounts, buildClock } from "../../testing/build-accounts.ts";
import type { Store } from "../store/store.ts";
import type { Accounts } from "./accounts.ts";

const stores = prepareStores();
afterAll(() => stores.closeAll());
const clock = buildClock("2026-03-01T12:00:00Z");
const password = "a long enough one";
const email = "ada@example.com";
const address = "192.0.2.1";
const stepMs = 30_000;

describe.each(storeKinds)("second factor on the $name store", ({ name, isHere }) => {
  let store: Store;
  let accounts: Accounts;
  let accountId: string;
  beforeEach(async () => {
    if (!isHere) return;
    clock.now = Date.parse("2026-03-01T12:00:00Z");
    store = await stores.open(await stores.newTarget(name), clock.read);
    // Wrong passwords are not what is tried here.
    accounts = buildAccounts(store, clock.read, { signInTries: [] });
    const made = await accounts.enrolment.create({ email, password });
    if (!made.ok) throw new Error(made.reason);
    accountId = made.account.id;
  });

  const codeOf = (secret: string, offsetMs = 0) =>
    new TOTP({ secret: Secret.fromBase32(secret) }).generate({ timestamp: clock.now + offsetMs });
  const signIn = (code?: string) =>
    accounts.sessions.signIn({ email, password, code, address, agent: "" });
  const reasonOf = (outcome: { ok: boolean; reason?: string }) =>
    outcome.ok ? "signed in" : outcome.reason;

  /** Enabled one time step ago, so that the current code is unused. */
  async function turnOn() {
    const begun = await accounts.secondFactors.begin({ accountId, password, address });
    if (!begun.ok) throw new Error(begun.reason);
    const confirmed = await accounts.secondFactors.confirm(accountId, codeOf(begun.secret));
    if (!confirmed.ok) throw new Error(confirmed.reason);
    clock.now += 2 * stepMs;
    return { ...begun, codes: confirmed.recoveryCodes };
  }

  test.skipIf(!isHere)("it is asked for only once a code of it was right", async () => {
    const wrong = { accountId, password: "not this one", address };
    expect(reasonOf(await accounts.secondFactors.begin(wrong))).toBe("wrong_password");
    const begun = await accounts.secondFactors.begin({ accountId, password, address });
    if (!begun.ok) throw new Error(begun.reason);
    expect(begun.uri).toMatch(/^otpauth:\/\/totp\/Lodestone:ada%40example\.com\?/);
    expect(reasonOf(await signIn())).toBe("signed in");
    const confirm = (code: string) => accounts.secondFactors.confirm(accountId, code);
    expect(reasonOf(await confirm("000000"))).toBe("wrong_code");
    expect(reasonOf(await signIn())).toBe("signed in");
    const code = codeOf(begun.secret);
    expect((await confirm(`${code.slice(0, 3)} ${code.slice(3)}`)).ok).toBe(true);
    expect(reasonOf(await confirm(code))).toBe("not_possible");
    expect(reasonOf(await signIn())).toBe("code_required");
  });

  test.skipIf(!isHere)("a right password and a right code let in, and no code twice", async () => {
    const { secret } = await turnOn();
    expect(reasonOf(await signIn(codeOf(secret)))).toBe("signed in");
    expect(reasonOf(await signIn(codeOf(secret)))).toBe("wrong_code");
    // The one before, still within the clock's tolerance, is older than one that was used.
    expect(reasonOf(await signIn(codeOf(secret, -stepMs)))).toBe("wrong_code");
    expect(reasonOf(await signIn(codeOf(secret, stepMs)))).toBe("signed in");
    expect(reasonOf(await signIn(codeOf(secret, 3 * stepMs)))).toBe("wrong_code");
  });

  test.skipIf(!isHere)("of many that send the same code at once one gets in", async () => {
    const { secret } = await turnOn();
    const code = codeOf(secret);
    const outcomes = await Promise.all(Array.from({ length: 5 }, () => signIn(code)));
    expect(outcomes.filter(({ ok }) => ok)).toHaveLength(1);
  });

  test.skipIf(!isHere)("a recovery code works once, and only as a hash is it kept", async () => {
    const { codes } = await turnOn();
    expect(codes).toHaveLength(10);
    const [first = "", second = ""] = codes;
    expect(reasonOf(await signIn(first.toUpperCase()))).toBe("signed in");
    expect(reasonOf(await signIn(first))).toBe("wrong_code");
    expect(reasonOf(await signIn(second.replace("-", " ")))).toBe("signed in");
    expect(await accounts.secondFactors.describe(accountId)).toEqual({
      isOn: true,
      recoveryCodesLeft: 8,
    });
    const entries = await store.listAudit(accountId, { limit: 50 });
    expect(entries.filter(({ action }) => action === "recovery_code.used")).toHaveLength(2);
    expect(JSON.stringify(entries)).not.toContain(first);
  });

  test.skipIf(!isHere)("wrong codes can be tried ten times an hour, from wherever", async () => {
    const { secret } = await turnOn();
    const from = (at: number, code: string) =>
      accounts.sessions.signIn({ email, password, code, address: `192.0.2.${at}`, agent: "" });
    for (let at = 0; at < 10; at++) {
      expect(reasonOf(await from(at, "000000"))).toBe("wrong_code");
    }
    expect(await from(99, codeOf(secret))).toMatchObject({
      ok: false,
      reason: "too_many_attempts",
      retryAfterMs: expect.any(Number),
    });
    clock.now += 3_600_000;
    expect(reasonOf(await from(99, codeOf(secret)))).toBe("signed in");
  });

  test.skipIf(!isHere)("whoever has no password learns nothing about it", async () => {
    await turnOn();
    const given = { email, password: "not this one", address, agent: "" };
    expect(reasonOf(await accounts.sessions.signIn(given))).toBe("wrong_credentials");
    expect(reasonOf(await accounts.sessions.signIn({ ...given, code: "123456" }))).toBe(
      "wrong_credentials",
    );
  });

  test.skipIf(!isHere)("signing up again with the password does not get round it", async () => {
    await turnOn();
    const again = await accounts.enrolment.signUp({ email, password, address });
    expect(reasonOf(again)).toBe("signup_refused");
  });

  test.skipIf(!isHere)("it is turned off with password and code, or by the operator", async () => {
    const { secret, codes } = await turnOn();
    const off = (given: object) =>
      accounts.secondFactors.turnOff({ accountId, password, address, code: undefined, ...given });
    expect(reasonOf(await off({}))).toBe("code_required");
    expect(reasonOf(await off({ code: codeOf(secret), password: "wrong" }))).toBe("wrong_password");
    expect((await off({ code: codeOf(secret) })).ok).toBe(true);
    expect(reasonOf(await signIn())).toBe("signed in");
    expect(await accounts.secondFactors.remove(accountId)).toBe(false);
    // What was turned off leaves no code behind that would work again.
    await turnOn();
    expect(reasonOf(await signIn(codes[0]))).toBe("wrong_code");
    expect(await accounts.secondFactors.remove(accountId)).toBe(true);
    expect(reasonOf(await signIn())).toBe("signed in");
  });

  test.skipIf(!isHere)("new recovery codes take the place of the old ones", async () => {
    const { secret, codes } = await turnOn();
    const renewed = await accounts.secondFactors.renewRecoveryCodes({
      accountId,
      password,
      address,
      code: codeOf(secret),
    });
    if (!renewed.ok) throw new Error(renewed.reason);
    expect(reasonOf(await signIn(codes[0]))).toBe("wrong_code");
    expect(reasonOf(await signIn(renewed.recoveryCodes[0]))).toBe("signed in");
  });
});
