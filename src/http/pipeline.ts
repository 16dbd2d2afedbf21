// Pipelined requests, one at a time for each connection. Node parses everything a packet holds and emits
// all its requests within one turn of the event loop: a thousand searches in 64 KB would be answered at
// once, whether or not the client reads. Here the next request of a connection is handled only when the
// previous response has been passed to the kernel, and in another turn of the loop, so that other connections
// come first. Backpressure: while requests wait, nothing more is read from their connection.
import type { IncomingMessage, RequestListener, ServerResponse } from "node:http";
import type { Socket } from "node:net";

export type Pipeline = {
  onRequest: RequestListener;
  /** Runs `answer` once every earlier request on this connection has been answered: a valid request may be
   * followed by one the parser rejects. */
  afterAnswers(socket: Socket, answer: () => void): void;
};

/** Requests that may wait, over all connections. One packet of 64 KB holds 2,500 at most. */
const WAITING_MAX = 10_000;

type Connection = {
  socket: Socket;
  /** The response in progress, or the last one. */
  current: ServerResponse;
  waiting: { request: IncomingMessage; response: ServerResponse; sinceMs: number }[];
  /** Runs after all responses. */
  last: (() => void) | null;
  /** Whether `advance` will be called when `current` is done. */
  isFollowed: boolean;
  isHeld: boolean;
};

/** A property of the socket: a map lookup on every request would be measurable. */
const CONNECTION = Symbol("connection");
type Followed = Socket & { [CONNECTION]?: Connection };

export function createPipeline(
  /** `waitedMs`: how long the request was queued behind others of its connection. */
  handle: (request: IncomingMessage, response: ServerResponse, waitedMs: number) => void,
  { onOverflow = () => {}, waitingMax = WAITING_MAX } = {},
): Pipeline {
  let waitingCount = 0;

  const follow = (connection: Connection) => {
    if (connection.isFollowed) return;
    connection.isFollowed = true;
    connection.current.once("close", () => setImmediate(advance, connection));
  };

  const advance = (connection: Connection) => {
    const { socket, waiting } = connection;
    connection.isFollowed = false;
    if (!socket.writable) {
      forget(connection);
      return;
    }
    const next = waiting.shift();
    if (next === undefined) {
      // Not earlier: the end event of a half-closed client would cut off the response in progress.
      if (connection.last === null) socket.resume();
      else connection.last();
      return;
    }
    waitingCount--;
    connection.current = next.response;
    handle(next.request, next.response, performance.now() - next.sinceMs);
    follow(connection);
  };

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
    isFollowed || waiting.length > 0 || !current.closed;

  return {
    onRequest(request, response) {
      const socket: Followed = request.socket;
      const connection = socket[CONNECTION];
      if (connection === undefined) {
        socket[CONNECTION] = {
          socket,
          current: response,
          waiting: [],
          last: null,
          isFollowed: false,
          isHeld: false,
        };
        handle(request, response, 0);
        return;
      }
      if (!isBusy(connection)) {
        connection.current = response;
        handle(request, response, 0);
        return;
      }
      // The rest of a packet whose connection was destroyed.
      if (socket.destroyed) return;
      if (waitingCount >= waitingMax) {
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
