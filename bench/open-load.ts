// A load generator with an open model: requests leave when their time has come, whether or not earlier ones
// were answered, and latency counts from that time. Bare sockets and prepared bytes, so that one core can
// send more than the service can answer.
import { connect, type Socket } from "node:net";
import { setTimeout as delay } from "node:timers/promises";

export type Offered = {
  port: number;
  /** Bytes of request number n. */
  requestAt(n: number): Buffer;
  perSecond: number;
  seconds: number;
  /** Seconds at the beginning that are not measured: an overload takes a moment to be noticed. */
  warmSeconds?: number;
};

export type Measured = {
  offered: number;
  /** Answers a second with status 200. */
  accepted: number;
  /** Refusals a second, with 429 or 503. */
  shed: number;
  /** Any other status, or a connection that broke. */
  errors: number;
  acceptedMs: { p50: number; p99: number };
  shedMs: { p50: number; p99: number };
  /** Sent and not answered by the end of the grace. */
  unanswered: number;
  /** How late the generator itself was, at worst: large means its core was the limit. */
  lateMsMax: number;
};

type Link = { socket: Socket; due: number[]; rest: Buffer };

const LINKS_MAX = 600;
const GRACE_MS = 5000;

export async function offer({
  port,
  requestAt,
  perSecond,
  seconds,
  warmSeconds = 0,
}: Offered): Promise<Measured> {
  const links: Link[] = [];
  const idle: Link[] = [];
  const accepted: number[] = [];
  const shed: number[] = [];
  let errors = 0;
  let lateMsMax = 0;
  let unanswered = 0;
  const startMs = performance.now();
  const measuredFromMs = startMs + warmSeconds * 1000;
  const endMs = startMs + seconds * 1000;

  const take = (link: Link, data: Buffer) => {
    let buffer = link.rest.length === 0 ? data : Buffer.concat([link.rest, data]);
    const nowMs = performance.now();
    for (;;) {
      const head = buffer.indexOf("\r\n\r\n");
      if (head === -1) break;
      const text = buffer.toString("latin1", 0, head);
      const length = /content-length: (\d+)/i.exec(text)?.[1];
      const end = head + 4 + Number(length ?? 0);
      if (buffer.length < end) break;
      const dueMs = link.due.shift() ?? nowMs;
      unanswered--;
      if (dueMs >= measuredFromMs) {
        const status = text.slice(9, 12);
        if (status === "200") accepted.push(nowMs - dueMs);
        else if (status === "503" || status === "429") shed.push(nowMs - dueMs);
        else errors++;
      }
      buffer = buffer.subarray(end);
      if (link.due.length === 0) idle.push(link);
    }
    link.rest = buffer;
  };

  const open = (): Link => {
    const socket = connect({ port, host: "127.0.0.1", noDelay: true });
    const link: Link = { socket, due: [], rest: Buffer.alloc(0) };
    socket.on("data", (data) => take(link, data));
    socket.on("error", () => {});
    socket.on("close", () => {
      errors += link.due.length;
      unanswered -= link.due.length;
      link.due.length = 0;
      links.splice(links.indexOf(link), 1);
      const at = idle.indexOf(link);
      if (at !== -1) idle.splice(at, 1);
    });
    links.push(link);
    return link;
  };

  let sent = 0;
  let turn = 0;
  while (performance.now() < endMs) {
    const nowMs = performance.now();
    const dueCount = Math.floor(((nowMs - startMs) / 1000) * perSecond);
    while (sent < dueCount) {
      const dueMs = startMs + ((sent + 1) / perSecond) * 1000;
      lateMsMax = Math.max(lateMsMax, nowMs - dueMs);
      // One request on a connection at a time, as browsers do, as long as there are connections.
      const link =
        idle.pop() ?? (links.length < LINKS_MAX ? open() : (links[turn++ % links.length] as Link));
      link.due.push(dueMs);
      link.socket.write(requestAt(sent));
      sent++;
      unanswered++;
    }
    // A millisecond where there is time; a turn of the event loop where there is not.
    await (perSecond > 2000 ? new Promise(setImmediate) : delay(1));
  }
  const graceEndMs = performance.now() + GRACE_MS;
  while (unanswered > 0 && performance.now() < graceEndMs) await delay(5);
  const left = unanswered;
  for (const { socket } of links.slice()) socket.destroy();
  const measuredSeconds = seconds - warmSeconds;
  return {
    offered: perSecond,
    accepted: accepted.length / measuredSeconds,
    shed: shed.length / measuredSeconds,
    errors,
    acceptedMs: quantiles(accepted),
    shedMs: quantiles(shed),
    unanswered: left,
    lateMsMax,
  };
}

function quantiles(values: number[]): { p50: number; p99: number } {
  const sorted = Float64Array.from(values).sort();
  const at = (share: number) =>
    sorted[Math.min(sorted.length - 1, Math.floor(share * sorted.length))] ?? Number.NaN;
  return { p50: at(0.5), p99: at(0.99) };
}
