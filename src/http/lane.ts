// The lane for plain reads: answers them on the bare connection, for half of what Node's HTTP server
// takes, and refuses them there when there is no time. A connection that brings anything else, even once,
// is handed to Node's server with its bytes and stays there.
import type { Socket } from "node:net";
import { type DirectReads, headOf } from "./direct.ts";
import { createHolder, HELD_MS } from "./held-refusals.ts";
import { createPlainReader } from "./plain-request.ts";

export type Lane = {
  /** Takes a new connection; `handOver` gives it to Node's server instead. */
  take(socket: Socket, options: { handOver(): void; headersFor?(host: string): string }): void;
  /** Connections that are open, here or handed over. */
  connections(): number;
  /** From now on requests are handed over, and connections that wait for one are closed. */
  stop(): void;
};

export type LaneLimits = {
  headersTimeout: number;
  keepAliveTimeout: number;
  connectionsCheckingInterval: number;
};

export function createLane(
  { prefix, read, admission, refusals }: DirectReads,
  { headersTimeout, keepAliveTimeout, connectionsCheckingInterval }: LaneLimits,
): Lane {
  // When each connection that is here must have brought something.
  const patience = new Map<Socket, number>();
  const holder = createHolder();
  const kept = `connection: keep-alive\r\nkeep-alive: timeout=${Math.floor(keepAliveTimeout / 1000)}\r\n`;
  const date = createDateHeader();
  let connections = 0;
  let isStopping = false;
  // One look at all of them now and then: a timer for each connection, set anew with every request,
  // would cost a tenth of an answer.
  const checking = setInterval(() => {
    const nowMs = performance.now();
    for (const [socket, untilMs] of patience) if (nowMs > untilMs) socket.destroy();
  }, connectionsCheckingInterval).unref();

  return {
    take(socket, { handOver, headersFor }) {
      connections++;
      socket.once("close", () => {
        connections--;
        patience.delete(socket);
      });
      if (isStopping) {
        handOver();
        return;
      }
      const readHead = createPlainReader(prefix);
      const held = holder.add(socket);

      const onData = (chunk: Buffer) => {
        const startMs = performance.now();
        patience.set(socket, startMs + keepAliveTimeout);
        const text = chunk.toString("latin1");
        let out = "";
        let at = 0;
        let [answered, refused] = [0, 0];
        let [doneMs, answersMs] = [startMs, 0];
        while (at < text.length) {
          const head = isStopping ? null : readHead(text, at);
          if (head === null) break;
          const more = headersFor === undefined ? "" : headersFor(head.asked.host);
          // Who has not been told of a refusal yet gets another; those before it in the chunk wait too.
          if (!held.isEmpty() || !admission.admit(connections + answered, doneMs)) {
            const refusal = refusals.next(HELD_MS);
            held.push(
              `${refusal.head}${date()}${kept}${more}\r\n${refusal.body}`,
              admission.waitedMs(doneMs),
            );
            refused++;
          } else {
            const answer = read(head.url, head.asked);
            if (answer === null) break;
            out += `${headOf(answer)}${date()}${kept}${more}\r\n`;
            if (typeof answer.payload === "string") out += answer.payload;
            else if (answer.payload !== null) {
              socket.write(out);
              socket.write(answer.payload);
              out = "";
            }
            const beforeMs = doneMs;
            doneMs = performance.now();
            answer.count(doneMs - beforeMs);
            answered++;
            answersMs += doneMs - beforeMs;
          }
          at = head.end;
        }
        // A client that takes nothing of its answers is not asked for more requests.
        if (out !== "" && !socket.write(out) && at === text.length) rest(socket);
        const endMs = performance.now();
        if (refused === 0) admission.spend("answers", answered, endMs - startMs);
        else {
          admission.spend("answers", answered, answersMs);
          admission.spend("refusals", refused, endMs - startMs - answersMs);
        }
        if (at < text.length) leave(chunk.subarray(at));
      };
      const onEnd = () => {
        held.release();
        socket.end();
      };
      const onError = () => void socket.destroy();
      const leave = (bytes: Buffer) => {
        held.release();
        patience.delete(socket);
        socket.off("data", onData).off("end", onEnd).off("error", onError);
        // The bytes go back into the connection, from where Node's parser reads them first.
        socket.pause();
        socket.unshift(bytes);
        handOver();
        socket.resume();
      };
      patience.set(socket, performance.now() + headersTimeout);
      socket.on("data", onData).on("end", onEnd).on("error", onError);
    },
    connections: () => connections,
    stop() {
      isStopping = true;
      clearInterval(checking);
      holder.releaseAll();
      // Here answers are written within the turn their request came in: none of these is under way.
      for (const socket of patience.keys()) socket.destroySoon();
    },
  };
}

function rest(socket: Socket): void {
  socket.pause();
  socket.once("drain", () => socket.resume());
}

/** The `Date` of every answer; its text is made once a second. */
function createDateHeader(): () => string {
  let second = Number.NaN;
  let text = "";
  return () => {
    const now = Math.floor(Date.now() / 1000);
    if (now !== second) {
      second = now;
      text = `date: ${new Date(now * 1000).toUTCString()}\r\n`;
    }
    return text;
  };
}
