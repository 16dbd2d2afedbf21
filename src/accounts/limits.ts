// How often: requests of a key, refused keys of an address, attempts to sign in. Here are the rules;
// the counting itself is the store's (in this process, or shared through Redis).
import { isIP } from "node:net";
import type { Counters } from "../store/store.ts";
import { sha256Hex } from "./secrets.ts";

export type LimitSettings = {
  ratePerMinute: number;
  concurrentPerKey: number;
  badKeysPerMinute: number;
  /** Failed sign-ins in a quarter of an hour, for one account. */
  signInsPerAccount?: number;
  /** The same for one address, which a whole school may share. */
  signInsPerAddress?: number;
  /** New accounts an hour from one address. */
  signUpsPerAddress?: number;
};

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
  const { signInsPerAccount = 20, signInsPerAddress = 200, signUpsPerAddress = 100 } = settings;

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

    signIn: (email: string, address: string): Promise<Attempt> =>
      attempt([
        {
          bucket: `sign-in-from:${networkOf(address)}`,
          limit: signInsPerAddress,
          windowMs: quarterMs,
        },
        {
          // Hashed, since Redis may be shared and an address is somebody's.
          bucket: `sign-in-to:${sha256Hex(email).slice(0, 32)}`,
          limit: signInsPerAccount,
          windowMs: quarterMs,
        },
      ]),

    signUp: (address: string): Promise<Attempt> =>
      attempt([
        { bucket: `sign-up:${networkOf(address)}`, limit: signUpsPerAddress, windowMs: hourMs },
      ]),
  };
}

const minuteMs = 60_000;
const quarterMs = 15 * minuteMs;
const hourMs = 60 * minuteMs;

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
