// Rate limits: requests per key, refused keys per address, sign-in attempts. The rules are here; the counting
// is done by the store's counters (in this process, or shared through Redis).
import { isIP } from "node:net";
import type { Counters } from "../store/store.ts";
import { sha256Hex } from "./secrets.ts";

export type LimitSettings = {
  ratePerMinute: number;
  /** Requests of a key that only read, such as asking how a job is doing. */
  readsPerMinute?: number;
  concurrentPerKey: number;
  badKeysPerMinute: number;
  /** Failed sign-ins to one account from one network, per window. Each exhausted step makes the next attempt wait
   * longer. Other networks are unaffected: an attacker's wrong passwords must not lock the owner out. */
  signInTries?: readonly TriesIn[];
  /** Failed sign-ins per 15 minutes from one network, which a whole school may share. */
  signInsPerAddress?: number;
  /** New accounts an hour from one network. */
  signUpsPerAddress?: number;
  /** Sign-ups an hour from one network with an address that is taken. */
  takenPerAddress?: number;
  /** Successful sign-ins an hour to one account. */
  sessionsPerAccount?: number;
  /** Keys made or rotated an hour by one account. */
  keysPerAccount?: number;
  /** Wrong second-factor codes per hour and account, from any network: only somebody who knows the password can
   * try one, and a botnet must not get a million tries. */
  codesPerAccount?: number;
  /** Reset links requested by mail per hour: from one network, and for one account. */
  resetsPerAddress?: number;
  resetsPerAccount?: number;
  /** Invalid links opened per 15 minutes from one network. */
  badLinksPerAddress?: number;
};

export type TriesIn = { tries: number; windowMs: number };

/** What the RateLimit headers say of one policy. */
export type PolicyState = { limit: number; remaining: number; resetMs: number; windowMs: number };

/** The policies by which the requests of a minute are counted: work, reading how it is doing, managing keys. */
export type MinutePolicy = "minute" | "reads" | "manage";
export type MinuteState = PolicyState & { name: MinutePolicy };

export type RateDecision =
  | { allowed: true; minute: MinuteState; leave(): void }
  | { allowed: false; refusedBy: "rate"; minute: MinuteState; retryAfterMs: number }
  | {
      allowed: false;
      refusedBy: "concurrency";
      minute: MinuteState;
      /** How many may run at once. */
      concurrent: number;
      retryAfterMs: number;
    };

export type Attempt =
  | { allowed: true /** A success does not count. */; succeeded(): void }
  | { allowed: false; retryAfterMs: number };

/** The answer to an attempt that was not allowed. */
export type TooManyAttempts = { ok: false; reason: "too_many_attempts"; retryAfterMs: number };

export function tooManyAttempts({ retryAfterMs }: { retryAfterMs: number }): TooManyAttempts {
  return { ok: false, reason: "too_many_attempts", retryAfterMs };
}

export type Limits = ReturnType<typeof createLimits>;

export function createLimits({
  counters,
  settings,
}: {
  counters: Counters;
  settings: LimitSettings;
}) {
  const {
    readsPerMinute = 300,
    signInTries = usualTries,
    signInsPerAddress = 200,
    signUpsPerAddress = 100,
    takenPerAddress = 10,
    sessionsPerAccount = 60,
    keysPerAccount = 60,
    codesPerAccount = 10,
    resetsPerAddress = 20,
    resetsPerAccount = 3,
    badLinksPerAddress = 100,
  } = settings;

  /** Counts one entry in each bucket, or none. */
  const attempt = async (
    buckets: { bucket: string; limit: number; windowMs: number }[],
  ): Promise<Attempt> => {
    const undone: (() => void)[] = [];
    const succeeded = () => {
      for (const undo of undone) undo();
    };
    for (const ask of buckets) {
      const entry = await counters.enter(ask);
      if (!entry.allowed) {
        succeeded();
        return { allowed: false, retryAfterMs: entry.resetMs };
      }
      undone.push(entry.undo);
    }
    return { allowed: true, succeeded };
  };

  return {
    /** One request of a key: rate and concurrency together; a refused one counts for neither. Reading is counted
     * apart, so that asking how work is doing takes nothing from the work. */
    async enterKey(
      key: { id: string; ratePerMinute: number | null },
      name: MinutePolicy = "minute",
    ): Promise<RateDecision> {
      const isWork = name === "minute";
      const limit = isWork ? (key.ratePerMinute ?? settings.ratePerMinute) : readsPerMinute;
      const concurrent = settings.concurrentPerKey;
      const entry = await counters.enter({
        bucket: `${isWork ? "key" : `${name}-of`}:${key.id}`,
        limit,
        windowMs: minuteMs,
        concurrent,
      });
      const { remaining, resetMs } = entry;
      const minute = { name, limit, remaining, resetMs, windowMs: minuteMs };
      if (entry.allowed) return { allowed: true, minute, leave: entry.leave };
      const { refusedBy } = entry;
      if (refusedBy === "rate") return { allowed: false, refusedBy, minute, retryAfterMs: resetMs };
      // It is unknown when a running request ends; a second is a fair guess.
      return { allowed: false, refusedBy, minute, concurrent, retryAfterMs: 1000 };
    },

    /** A refused key, counted by client address. Checked only after the key was found to be invalid, so it can
     * never lock out a valid one. */
    async countBadKey(address: string): Promise<{ allowed: boolean; retryAfterMs: number }> {
      const limit = settings.badKeysPerMinute;
      const bucket = `bad:${networkOf(address)}`;
      const entry = await counters.enter({ bucket, limit, windowMs: minuteMs });
      return { allowed: entry.allowed, retryAfterMs: entry.resetMs };
    },

    signIn: (email: string, address: string): Promise<Attempt> => {
      const network = networkOf(address);
      return attempt([
        { bucket: `sign-in-from:${network}`, limit: signInsPerAddress, windowMs: quarterMs },
        // The longest first: of several exhausted limits, that is the one to wait for.
        ...signInTries
          .toSorted((a, b) => b.windowMs - a.windowMs)
          .map(({ tries, windowMs }) => ({
            bucket: `sign-in-to:${nameOf(email)}:${network}:${windowMs}`,
            limit: tries,
            windowMs,
          })),
      ]);
    },

    /** Checked after the password was verified, so that nobody else can exhaust it. */
    signedIn: (email: string): Promise<Attempt> =>
      attempt([
        { bucket: `signed-in:${nameOf(email)}`, limit: sessionsPerAccount, windowMs: hourMs },
      ]),

    /** A code of the second factor; a right one does not count. */
    code: (accountId: string): Promise<Attempt> =>
      attempt([{ bucket: `code-of:${accountId}`, limit: codesPerAccount, windowMs: hourMs }]),

    askForReset: (address: string): Promise<Attempt> =>
      attempt([
        { bucket: `reset-from:${networkOf(address)}`, limit: resetsPerAddress, windowMs: hourMs },
      ]),

    mailReset: (email: string): Promise<Attempt> =>
      attempt([{ bucket: `reset-to:${nameOf(email)}`, limit: resetsPerAccount, windowMs: hourMs }]),

    /** A link to a password or a shared result that does not work, counted by client address. Checked only after the
     * link was found to be invalid, so that nobody's guesses can keep their neighbours from opening valid ones. */
    countBadLink: (address: string): Promise<Attempt> =>
      attempt([
        { bucket: `link:${networkOf(address)}`, limit: badLinksPerAddress, windowMs: quarterMs },
      ]),

    makeKey: (accountId: string): Promise<Attempt> =>
      attempt([{ bucket: `keys-of:${accountId}`, limit: keysPerAccount, windowMs: hourMs }]),

    /** Every key stays in the store, so a program can't make any number of them. */
    makeKeyByProgram: (accountId: string): Promise<Attempt> =>
      attempt([
        { bucket: `managed-keys-of:${accountId}`, limit: 10 * keysPerAccount, windowMs: hourMs },
      ]),

    signUp: (address: string): Promise<Attempt> =>
      attempt([
        { bucket: `sign-up:${networkOf(address)}`, limit: signUpsPerAddress, windowMs: hourMs },
      ]),

    /** A sign-up with an address that is taken: limits how many addresses somebody can probe. */
    signUpTaken: (address: string): Promise<Attempt> =>
      attempt([
        { bucket: `taken:${networkOf(address)}`, limit: takenPerAddress, windowMs: hourMs },
      ]),
  };
}

const minuteMs = 60_000;
const quarterMs = 15 * minuteMs;
const hourMs = 60 * minuteMs;

const usualTries: readonly TriesIn[] = [
  { tries: 5, windowMs: minuteMs },
  { tries: 10, windowMs: quarterMs },
  { tries: 20, windowMs: 6 * hourMs },
];

/** Hashed, since Redis may be shared and addresses are personal data. */
function nameOf(email: string): string {
  return sha256Hex(email).slice(0, 32);
}

/** An IPv6 customer has at least a /64, so addresses are counted by that prefix. */
export function networkOf(address: string): string {
  const [unscoped = ""] = address.split("%", 1);
  const plain = unscoped.replace(/^::ffff:(?=\d+\.)/i, "");
  if (isIP(plain) !== 6) return plain;
  const [head = "", tail = ""] = plain.split("::");
  const groups = head === "" ? [] : head.split(":");
  const after = tail.split(":");
  const left = Math.max(0, 8 - groups.length - after.length);
  groups.push(...Array<string>(left).fill("0"), ...after);
  const network = groups.slice(0, 4).map((group) => Number.parseInt(group, 16).toString(16));
  return `${network.join(":")}::/64`;
}
