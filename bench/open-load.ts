// A load generator with an open model: requests leave when their time has come, whether or not earlier ones
// were answered, and latency counts from that time. Bare sockets, prepared bytes and one shared buffer for
// what comes back, so that one core can send more than the service can answer.
import { once } from "node:events";
import { setTimeout as delay } from "node:timers/promises";
import { type Link, openLink } from "./open-load-link.ts";

export type Offered = {
  port: number;
  /** Bytes of request number n. */
  requestAt(n: number): Buffer;
  perSecond: number;
  seconds: number;
  /** Seconds at the beginning that are not measured: an overload takes a moment to be noticed. */
  warmSeconds?: number;
  /** Clients that are connected from the beginning and take turns. */
  connections?: number;
};

export type Quantiles = { p50: number; p99: number };

export type Measured = {
  offered: number;
  /** Answers a second with status 200. */
  accepted: number;
  /** Refusals a second, with 429 or 503. */
  shed: number;
  /** Any other status, or a connection that broke. */
  errors: number;
  acceptedMs: Quantiles;
  shedMs: Quantiles;
  /** Sent and not answered by the end of the grace. */
  unanswered: number;
  /** How late the generator itself was, in 99 of 100 requests and at worst: large means its own core was
   * the limit. Latency counts from the intended time, so this is part of what is reported. */
  lateMs: Quantiles & { max: number };
};

/** Beyond this many connections requests are pipelined. */
const LINKS_MAX = 600;
const GRACE_MS = 5000;

export async function offer({
  port,
  requestAt,
  perSecond,
  seconds,
  warmSeconds = 0,
  connections = 1,
}: Offered): Promise<Measured> {
  const total = Math.ceil(perSecond * seconds);
  // Room for every request is made before the first one: arrays that grow would stop the generator.
  const accepted = createSamples(total);
  const shed = createSamples(total);
  const late = createSamples(total);
  let errors = 0;
  let unanswered = 0;
  let startMs = 0;
  let measuredFromMs = 0;
  const links: Link[] = [];
  // The connection that has rested longest is next: requests come from many clients, not from a few.
  const idle = createQueue<Link>(LINKS_MAX);

  const open = (): Link => {
    const link = openLink({
      port,
      onReply(dueMs, status, nowMs) {
        unanswered--;
        if (dueMs >= measuredFromMs) {
          if (status === 200) accepted.add(nowMs - dueMs);
          else if (status === 503 || status === 429) shed.add(nowMs - dueMs);
          else errors++;
        }
        if (link.waiting() === 0) idle.push(link);
      },
      onClose(lost) {
        errors += lost;
        unanswered -= lost;
        links.splice(links.indexOf(link), 1);
      },
    });
    links.push(link);
    return link;
  };

  for (let n = 0; n < Math.min(connections, LINKS_MAX); n++) {
    const link = open();
    await once(link.socket, "connect");
    idle.push(link);
  }
  startMs = performance.now();
  measuredFromMs = startMs + warmSeconds * 1000;
  let sent = 0;
  let turn = 0;
  while (sent < total) {
    let nowMs = performance.now();
    const dueCount = Math.min(total, Math.floor(((nowMs - startMs) / 1000) * perSecond));
    for (let inTurn = 0; sent < dueCount && inTurn < SENT_PER_TURN; inTurn++) {
      const dueMs = startMs + ((sent + 1) / perSecond) * 1000;
      if (dueMs >= measuredFromMs) late.add(nowMs - dueMs);
      // One request on a connection at a time, as browsers do, as long as there are connections.
      let link = idle.shift();
      while (link?.isClosed()) link = idle.shift();
      link ??= links.length < LINKS_MAX ? open() : (links[turn++ % links.length] as Link);
      link.send(requestAt(sent), dueMs);
      sent++;
      unanswered++;
      if ((inTurn & 15) === 15) nowMs = performance.now();
    }
    // The core is the generator's own: a sleep would be a millisecond too long, and count as latency.
    await new Promise(setImmediate);
  }
  const graceEndMs = performance.now() + GRACE_MS;
  while (unanswered > 0 && performance.now() < graceEndMs) await delay(5);
  const left = unanswered;
  for (const link of links.slice()) link.close();
  const measuredSeconds = seconds - warmSeconds;
  return {
    offered: perSecond,
    accepted: accepted.count() / measuredSeconds,
    shed: shed.count() / measuredSeconds,
    errors,
    acceptedMs: accepted.quantiles(),
    shedMs: shed.quantiles(),
    unanswered: left,
    lateMs: { ...late.quantiles(), max: late.max() },
  };
}

/** After so many the replies that have come are read: a generator that is late must keep reading replies while it
 * catches up. */
const SENT_PER_TURN = 64;

function createSamples(countMax: number) {
  const values = new Float64Array(countMax);
  let count = 0;
  const sorted = () => values.subarray(0, count).toSorted();
  return {
    add: (value: number) => {
      values[count++] = value;
    },
    count: () => count,
    max: () => sorted().at(-1) ?? Number.NaN,
    quantiles(): Quantiles {
      const inOrder = sorted();
      const at = (share: number) =>
        inOrder[Math.min(count - 1, Math.floor(share * count))] ?? Number.NaN;
      return { p50: at(0.5), p99: at(0.99) };
    },
  };
}

/** First in, first out, without moving what is inside. */
function createQueue<T>(sizeMax: number) {
  // oxlint-disable-next-line unicorn/no-new-array -- A ring of fixed size.
  const items = new Array<T | undefined>(sizeMax + 1);
  let [from, to] = [0, 0];
  return {
    push(item: T) {
      items[to] = item;
      to = (to + 1) % items.length;
    },
    shift(): T | undefined {
      if (from === to) return undefined;
      const item = items[from];
      from = (from + 1) % items.length;
      return item;
    },
  };
}
