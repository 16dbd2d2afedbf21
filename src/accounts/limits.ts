// How often: requests of a key, refused keys of an address, attempts to sign in. Here are the rules;
// the counting itself is the store's (in this process, or shared through Redis).
import { isIP } from "node:net";
import type { Counters } from "../store/store.ts";
import { sha256Hex } from "./secrets.ts";

export type LimitSettings = {
  ratePerMinute: number;
  concurrentPerKey: number;
  badKeysPerMinute: number;
  /** Failed sign-ins to one account from one network, and the time in which there may be so many. Each step
   * that is used up makes the next attempt wait longer. Other networks are not touched: a stranger's wrong
   * passwords must not keep the owner out. */
  signInTries?: readonly TriesIn[];
  /** Failed sign-ins in a quarter of an hour from one network, which a whole school may share. */
  signInsPerAddress?: number;
  /** New accounts an hour from one network. */
  signUpsPerAddress?: number;
  /** Sign-ups an hour from one network with an address that is taken. */
  takenPerAddress?: number;
  /** Successful sign-ins an hour to one account. */
  sessionsPerAccount?: number;
  /** Keys made or rotated an hour by one account. */
  keysPerAccount?: number;
  /** Wrong codes of the second factor an hour for one account, from wherever: only who knows the password gets to
   * try one, and a network of many machines must not have a million tries. */
  codesPerAccount?: number;
  /** Links to a new password an hour, asked for by mail: from one network, and for one account. */
  resetsPerAddress?: number;
  resetsPerAccount?: number;
  /** Links that don't work, opened in a quarter of an hour from one network. */
  badLinksPerAddress?: number;
};

export type TriesIn = { tries: number; windowMs: number };

/** What the RateLimit headers say of one policy. */
export type PolicyState = { limit: number; remaining: number; resetMs: number; windowMs: number };

export type RateDecision =
  | { allowed: true; minute: PolicyState; leave(): void }
  | {
      allowed: false;
      refusedBy: "rate" | "concurrency";
      minute: PolicyState;
      retryAfterMs: number;
    };

export type Attempt =
  | { allowed: true /** A success does not count. */; succeeded(): void }
  | { allowed: false; retryAfterMs: number };

export type Limits = ReturnType<typeof createLimits>;

export function createLimits({
  counters,
  settings,
}: {
  counters: Counters;
  settings: LimitSettings;
}) {
  const {
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
    /** One request of a key: rate and concurrency together; a refused one counts for neither. */
    async enterKey(keyId: string): Promise<RateDecision> {
      const limit = settings.ratePerMinute;
      const entry = await counters.enter({
        bucket: `key:${keyId}`,
        limit,
        windowMs: minuteMs,
        concurrent: settings.concurrentPerKey,
      });
      const { remaining, resetMs } = entry;
      const minute = { limit, remaining, resetMs, windowMs: minuteMs };
      if (entry.allowed) return { allowed: true, minute, leave: entry.leave };
      // Nobody knows when a running request ends; a second is a fair guess.
      const retryAfterMs = entry.refusedBy === "rate" ? resetMs : 1000;
      return { allowed: false, refusedBy: entry.refusedBy, minute, retryAfterMs };
    },

    /** A key that was refused, by the address it came from. It is asked after the key was found to be
     * wrong, so it can never keep a valid one out. */
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
        // The longest first: of several that are full, it is the one to wait for.
        ...signInTries
          .toSorted((a, b) => b.windowMs - a.windowMs)
          .map(({ tries, windowMs }) => ({
            bucket: `sign-in-to:${nameOf(email)}:${network}:${windowMs}`,
            limit: tries,
            windowMs,
          })),
      ]);
    },

    /** Asked when the password was right, so that nobody else can use it up. */
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

    /** A link to a password or a shared result; one that works does not count. */
    openLink: (address: string): Promise<Attempt> =>
      attempt([
        { bucket: `link:${networkOf(address)}`, limit: badLinksPerAddress, windowMs: quarterMs },
      ]),

    makeKey: (accountId: string): Promise<Attempt> =>
      attempt([{ bucket: `keys-of:${accountId}`, limit: keysPerAccount, windowMs: hourMs }]),

    signUp: (address: string): Promise<Attempt> =>
      attempt([
        { bucket: `sign-up:${networkOf(address)}`, limit: signUpsPerAddress, windowMs: hourMs },
      ]),

    /** A sign-up with an address that is taken: how many addresses somebody can find out about. */
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

/** Hashed, since Redis may be shared and an address is somebody's. */
function nameOf(email: string): string {
  return sha256Hex(email).slice(0, 32);
}

/** One IPv6 customer has at least a /64 to choose addresses from, so that is what is counted. */
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
