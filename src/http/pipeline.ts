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
/** Requests that may wait in an overload, over all connections: some 250 ms of work. Counted, not timed: where the
 * processor is shared with others one pause would make any queue too old, and next to nothing would be answered. */
const KEPT_MAX = 1000;

type Exchange = { request: IncomingMessage; response: ServerResponse };
type Waiting = Exchange & { sinceMs: number };

type Connection = {
  socket: Socket;
  /** Responses that are not all with the kernel yet. */
  unsent: number;
  waiting: Waiting[];
  /** Runs after all responses. */
  last: (() => void) | null;
  isQueued: boolean;
  /** Whether it is to be queued when nothing is unsent. */
  isBehind: boolean;
  isHeld: boolean;
};

/** A property of the socket: a map lookup on every request would be measurable. */
const CONNECTION = Symbol("connection");
type Followed = Socket & { [CONNECTION]?: Connection };

export type PipelineOptions = {
  shedder?: Pick<LoadShedder, "noteWait" | "refuses"> | undefined;
  onOverflow?: () => void;
  waitingMax?: number;
  keptMax?: number;
};

export function createPipeline(
  handle: (request: IncomingMessage, response: ServerResponse, isShed: boolean) => void,
  {
    shedder,
    onOverflow = () => {},
    waitingMax = WAITING_MAX,
    keptMax = KEPT_MAX,
  }: PipelineOptions = {},
): Pipeline {
  let waitingCount = 0;

  const start = (connection: Connection, { request, response }: Exchange, isShed: boolean) => {
    handle(request, response, isShed);
    // Nothing refers to a response that is sent: those of all connections, kept until the next request, would outlive
    // garbage collections, and copying them takes a fifth of the time in an overload.
    if (response.writableEnded && response.writableLength === 0) return;
    connection.unsent++;
    response.once("close", () => {
      connection.unsent--;
      if (connection.isBehind) follow(connection);
    });
  };

  /** Queues a connection that has something to do, once nothing is unsent. */
  const follow = (connection: Connection) => {
    connection.isBehind = connection.unsent > 0;
    if (connection.isBehind || connection.isQueued) return;
    connection.isQueued = true;
    turns.add(connection);
  };

  /** In an overload only the newest of a connection's waiting requests is kept, or none: its client has waited for the
   * others for longer, and as those read together are refused together, they cost less. */
  const shed = (connection: Connection, keptCount: number) => {
    const refusedCount = connection.waiting.length - keptCount;
    if (refusedCount <= 0 || shedder?.refuses(turns.queuedCount()) !== true) return;
    waitingCount -= refusedCount;
    for (const each of connection.waiting.splice(0, refusedCount)) start(connection, each, true);
  };

  const shedRead = (connection: Connection) => shed(connection, waitingCount > keptMax ? 0 : 1);

  const advance = (connection: Connection) => {
    const { socket, waiting } = connection;
    connection.isQueued = false;
    if (!socket.writable) {
      forget(connection);
      return;
    }
    // What was read before the overload began.
    shed(connection, 1);
    const next = waiting.shift();
    if (next !== undefined) {
      waitingCount--;
      shedder?.noteWait(performance.now() - next.sinceMs);
      start(connection, next, false);
    }
    // Not earlier: the end event of a half-closed client would cut off the response in progress.
    if (waiting.length > 0 || connection.unsent > 0) follow(connection);
    else if (connection.last === null) socket.resume();
    else connection.last();
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
      if (connection.isQueued || connection.waiting.length > 0) socket.pause();
    });
    socket.once("close", () => forget(connection));
  };

  const isBusy = ({ waiting, unsent, isQueued }: Connection) =>
    isQueued || waiting.length > 0 || unsent > 0;

  return {
    onRequest(request, response) {
      const socket: Followed = request.socket;
      socket[CONNECTION] ??= {
        socket,
        unsent: 0,
        waiting: [],
        last: null,
        isQueued: false,
        isBehind: false,
        isHeld: false,
      };
      const connection = socket[CONNECTION];
      const isBehindOthers = isBusy(connection);
      if (!isBehindOthers && turns.isFree()) {
        shedder?.noteWait(0);
        start(connection, { request, response }, shedder?.refuses(0) === true);
        return;
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
      // When all of the packet has been parsed.
      if (connection.waiting.length === 1) process.nextTick(shedRead, connection);
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
