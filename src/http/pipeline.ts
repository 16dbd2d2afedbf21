// Requests in the order they are handled: one at a time for each connection, and for a few milliseconds in each turn
// of the event loop. Node parses everything a packet holds and emits all its requests at once: a thousand
// searches in 64 KB would be answered in one go, whether or not the client reads. Here the next request of a
// connection is queued only when the answer before it has been handed to the kernel, behind those of other
// connections. Backpressure: while requests wait nothing more is read from their connection.
import type { IncomingMessage, RequestListener, ServerResponse } from "node:http";
import type { Socket } from "node:net";
import type { LoadShedder } from "./load-shedding.ts";
import { createTurns } from "./turns.ts";

export type Pipeline = {
  onRequest: RequestListener;
  /** Runs `answer` once every earlier request on this connection has been answered: a valid request may be
   * followed by one the parser rejects. */
  afterAnswers(socket: Socket, answer: () => void): void;
};

/** Requests that may wait, over all connections. One packet of 64 KB holds 2,500 at most. */
const WAITING_MAX = 10_000;

type Waiting = { request: IncomingMessage; response: ServerResponse; sinceMs: number };

type Connection = {
  socket: Socket;
  /** The response in progress, or the last one. */
  current: ServerResponse | null;
  waiting: Waiting[];
  /** Runs after all responses. */
  last: (() => void) | null;
  /** Whether `advance` will be called: it is queued, or will be when `current` is done. */
  isFollowed: boolean;
  isHeld: boolean;
};

/** A property of the socket: a map lookup on every request would be measurable. */
const CONNECTION = Symbol("connection");
type Followed = Socket & { [CONNECTION]?: Connection };

export type PipelineOptions = {
  shedder?: Pick<LoadShedder, "refuses" | "refusesToQueue"> | undefined;
  onOverflow?: () => void;
  waitingMax?: number;
};

export function createPipeline(
  handle: (request: IncomingMessage, response: ServerResponse, isShed: boolean) => void,
  { shedder, onOverflow = () => {}, waitingMax = WAITING_MAX }: PipelineOptions = {},
): Pipeline {
  let waitingCount = 0;

  const follow = (connection: Connection) => {
    if (connection.isFollowed) return;
    connection.isFollowed = true;
    if (connection.current === null || connection.current.closed) turns.add(connection);
    else connection.current.once("close", () => turns.add(connection));
  };

  const advance = (connection: Connection) => {
    const { socket, waiting } = connection;
    connection.isFollowed = false;
    if (!socket.writable) {
      forget(connection);
      return;
    }
    let next: Waiting | undefined = waiting.shift();
    if (next === undefined) {
      // Not earlier: the end event of a half-closed client would cut off the response in progress.
      if (connection.last === null) socket.resume();
      else connection.last();
      return;
    }
    // Refusals are short: those of one connection are sent together, up to the first request that is answered.
    let isShed = true;
    for (; next !== undefined; next = isShed ? waiting.shift() : undefined) {
      waitingCount--;
      connection.current = next.response;
      const waitedMs: number = performance.now() - next.sinceMs;
      isShed = shedder?.refuses(waitedMs, turns.queuedCount()) === true;
      handle(next.request, next.response, isShed);
    }
    follow(connection);
  };
  const turns = createTurns(advance);

  const forget = (connection: Connection) => {
    waitingCount -= connection.waiting.length;
    connection.waiting = [];
    connection.last = null;
  };

  /** Stops reading, and keeps it stopped: Node resumes a connection after each answer by itself. */
  const hold = (connection: Connection) => {
    const { socket } = connection;
    socket.pause();
    if (connection.isHeld) return;
    connection.isHeld = true;
    socket.on("resume", () => {
      if (connection.waiting.length > 0) socket.pause();
    });
    socket.once("close", () => forget(connection));
  };

  const isBusy = ({ waiting, current, isFollowed }: Connection) =>
    isFollowed || waiting.length > 0 || current?.closed === false;

  return {
    onRequest(request, response) {
      const socket: Followed = request.socket;
      socket[CONNECTION] ??= {
        socket,
        current: null,
        waiting: [],
        last: null,
        isFollowed: false,
        isHeld: false,
      };
      const connection = socket[CONNECTION];
      const isBehindOthers = isBusy(connection);
      if (!isBehindOthers) {
        const isFree = turns.isFree();
        const isShed = isFree
          ? shedder?.refuses(0, 0)
          : shedder?.refusesToQueue(turns.queuedCount());
        if (isFree || isShed) {
          connection.current = response;
          handle(request, response, isShed === true);
          return;
        }
      }
      // The rest of a packet whose connection was destroyed.
      if (socket.destroyed) return;
      if (isBehindOthers && waitingCount >= waitingMax) {
        socket.destroy();
        onOverflow();
        return;
      }
      waitingCount++;
      connection.waiting.push({ request, response, sinceMs: performance.now() });
      hold(connection);
      follow(connection);
    },

    afterAnswers(socket, answer) {
      const connection = (socket as Followed)[CONNECTION];
      if (connection === undefined || !isBusy(connection)) {
        answer();
        return;
      }
      connection.last = answer;
      follow(connection);
    },
  };
}
