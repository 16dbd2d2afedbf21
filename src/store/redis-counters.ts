// The counters of several copies of the program together, in Redis or Valkey. One script decides
// and counts in one step, by Redis's own clock, so copies whose clocks differ still agree.
import { randomUUID } from "node:crypto";
import { setTimeout as delay } from "node:timers/promises";
import { createClient, defineScript } from "redis";
import type { Log } from "./log.ts";
import { type Ask, type Counters, type Entry, slotMsFor } from "./window.ts";

type RedisCountersOptions = {
  redisUrl: string;
  /** Counts while Redis is unreachable. */
  fallback: Counters;
  answerMaxMs: number;
  /** A request whose process was killed is forgotten after this time. Leases of running requests are renewed well
   * before it. */
  leaseMs: number;
  log?: Log | undefined;
};

const restMs = 1000;

export function openRedisCounters(options: RedisCountersOptions): Counters {
  const { redisUrl, fallback, answerMaxMs, leaseMs, log } = options;
  const client = createClient({
    url: redisUrl,
    // Commands fail at once while there is no connection, so that the fallback decides.
    disableOfflineQueue: true,
    socket: {
      connectTimeout: 2000,
      reconnectStrategy: (tries) => Math.min(50 * 2 ** Math.min(tries, 6), 2000),
    },
    scripts: { enter: enterScript, undo: undoScript, renew: renewScript },
  });
  let isAway = false;
  let restUntil = 0;

  const noteAway = (err: unknown) => {
    if (!isAway) {
      const reason = err instanceof Error ? err.message || err.name : String(err);
      log?.warn({ reason }, "Redis is unreachable: each process counts limits for itself");
    }
    isAway = true;
  };
  const noteBack = () => {
    if (isAway) log?.info({}, "Redis is back: limits are shared again");
    isAway = false;
  };
  // The client reconnects by itself. An unhandled 'error' event would crash the process.
  client.on("error", noteAway);
  client.connect().catch(noteAway);

  /** Leases of requests that run here, with their buckets. */
  const running = new Map<string, string>();
  const renewal = setInterval(() => {
    const byBucket = Map.groupBy(running, ([, bucket]) => bucket);
    for (const [bucket, entries] of byBucket) {
      const leases = entries.map(([lease]) => lease);
      client.renew(bucket, leaseMs, leases).catch(noteAway);
    }
  }, leaseMs / 3);
  renewal.unref();

  const ask = async (wanted: Ask): Promise<Entry> => {
    const slotMs = slotMsFor(wanted);
    const lease = randomUUID();
    const { bucket, concurrent } = wanted;
    const reply: unknown = await soon(
      client.enter(bucket, {
        limit: Number.isFinite(wanted.limit) ? wanted.limit : Number.MAX_SAFE_INTEGER,
        windowMs: wanted.windowMs,
        slotMs,
        concurrent: concurrent ?? -1,
        lease,
        leaseMs,
      }),
      answerMaxMs,
    );
    const [allowed, refusal, remaining, resetMs, slot] = reply as EnterReply;
    noteBack();
    if (!allowed) {
      const refusedBy = refusal === 1 ? "rate" : "concurrency";
      return { allowed: false, refusedBy, remaining, resetMs };
    }
    if (concurrent !== undefined) running.set(lease, bucket);
    // Both may fail while Redis is unreachable; the lease and the slot then expire.
    const leave = () => {
      if (running.delete(lease)) client.zRem(leasesOf(bucket), lease).catch(noteAway);
    };
    const undo = () => {
      leave();
      client.undo(bucket, `${slot}:${slotMs}`).catch(noteAway);
    };
    return { allowed: true, remaining, resetMs, leave: once(leave), undo: once(undo) };
  };

  return {
    async enter(wanted) {
      if (Date.now() < restUntil) return fallback.enter(wanted);
      try {
        return await ask(wanted);
      } catch (err) {
        if (err instanceof TooSlowError) restUntil = Date.now() + restMs;
        noteAway(err);
        return fallback.enter(wanted);
      }
    },
    async close() {
      clearInterval(renewal);
      client.destroy();
      await fallback.close();
    },
  };
}

class TooSlowError extends Error {}

async function soon<T>(answer: Promise<T>, maxMs: number): Promise<T> {
  const timer = new AbortController();
  const late = delay(maxMs, undefined, { signal: timer.signal }).then(() => {
    throw new TooSlowError(`no answer within ${maxMs} ms`);
  });
  late.catch(() => {});
  answer.catch(() => {});
  try {
    return await Promise.race([answer, late]);
  } finally {
    timer.abort();
  }
}

function once(action: () => void): () => void {
  let isDone = false;
  return () => {
    if (!isDone) action();
    isDone = true;
  };
}

// The braces keep both keys of a bucket on one node of a Redis cluster.
const windowOf = (bucket: string) => `lodestone:{${bucket}}:window`;
const leasesOf = (bucket: string) => `lodestone:{${bucket}}:leases`;

type EnterArguments = {
  limit: number;
  windowMs: number;
  slotMs: number;
  concurrent: number;
  lease: string;
  leaseMs: number;
};

/** 1 when entered, 1 for the rate or 2 for concurrency when not, how many are left, when the oldest
 * leaves, the slot counted in. */
type EnterReply = [number, number, number, number, number];

/** The window is a hash "slot:slotMs" → times; the leases are a sorted set by their end. The rules
 * are those of openMemoryCounters. */
const enterScript = defineScript({
  NUMBER_OF_KEYS: 2,
  SCRIPT: `
    local limit, window, slotMs = tonumber(ARGV[1]), tonumber(ARGV[2]), tonumber(ARGV[3])
    local concurrent, lease, leaseMs = tonumber(ARGV[4]), ARGV[5], tonumber(ARGV[6])
    local time = redis.call('TIME')
    local now = time[1] * 1000 + math.floor(time[2] / 1000)
    local counted, oldest = 0, nil
    local slots = redis.call('HGETALL', KEYS[1])
    for i = 1, #slots, 2 do
      local slot, size = string.match(slots[i], '^(%d+):(%d+)$')
      local ends = (slot + 1) * size - 1 + window
      local times = tonumber(slots[i + 1])
      -- Counted in a future that a corrected clock took back: it would stay for as long.
      if ends <= now or times < 1 or slot * size > now + window then
        redis.call('HDEL', KEYS[1], slots[i])
      else
        counted = counted + times
        if not oldest or ends < oldest then oldest = ends end
      end
    end
    local reset = oldest and oldest - now or 0
    if counted >= limit then return {0, 1, 0, reset, 0} end
    if concurrent >= 0 then
      redis.call('ZREMRANGEBYSCORE', KEYS[2], '-inf', now)
      redis.call('ZREMRANGEBYSCORE', KEYS[2], now + 2 * leaseMs, '+inf')
      if redis.call('ZCARD', KEYS[2]) >= concurrent then
        return {0, 2, limit - counted, reset, 0}
      end
      redis.call('ZADD', KEYS[2], now + leaseMs, lease)
      redis.call('PEXPIRE', KEYS[2], 2 * leaseMs)
    end
    local slot = math.floor(now / slotMs)
    redis.call('HINCRBY', KEYS[1], string.format('%d:%d', slot, slotMs), 1)
    redis.call('PEXPIRE', KEYS[1], window + slotMs)
    if not oldest then reset = (slot + 1) * slotMs - 1 + window - now end
    return {1, 0, limit - counted - 1, reset, slot}`,
  parseCommand(parser, bucket: string, args: EnterArguments) {
    parser.pushKey(windowOf(bucket));
    parser.pushKey(leasesOf(bucket));
    const { limit, windowMs, slotMs, concurrent, lease, leaseMs } = args;
    for (const value of [limit, windowMs, slotMs, concurrent]) parser.push(String(value));
    parser.push(lease, String(leaseMs));
  },
  transformReply: (reply: unknown) => reply,
});

const undoScript = defineScript({
  NUMBER_OF_KEYS: 1,
  SCRIPT: `
    if redis.call('HEXISTS', KEYS[1], ARGV[1]) == 1 then
      redis.call('HINCRBY', KEYS[1], ARGV[1], -1)
    end
    return 0`,
  parseCommand(parser, bucket: string, slot: string) {
    parser.pushKey(windowOf(bucket));
    parser.push(slot);
  },
  transformReply: () => undefined,
});

/** Only leases that still exist: one released meanwhile must not be renewed. */
const renewScript = defineScript({
  NUMBER_OF_KEYS: 1,
  SCRIPT: `
    local time = redis.call('TIME')
    local ends = time[1] * 1000 + math.floor(time[2] / 1000) + tonumber(ARGV[1])
    for i = 2, #ARGV do redis.call('ZADD', KEYS[1], 'XX', ends, ARGV[i]) end
    redis.call('PEXPIRE', KEYS[1], 2 * tonumber(ARGV[1]))
    return 0`,
  parseCommand(parser, bucket: string, leaseMs: number, leases: readonly string[]) {
    parser.pushKey(leasesOf(bucket));
    parser.push(String(leaseMs));
    for (const lease of leases) parser.push(lease);
  },
  transformReply: () => undefined,
});
