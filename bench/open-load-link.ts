// One connection of the load generator: sends prepared bytes and tells each reply's status, without
// building strings or objects on the way.
import { connect, type Socket } from "node:net";

export type Link = {
  socket: Socket;
  send(request: Buffer, dueMs: number): void;
  /** Requests sent and not answered yet. */
  waiting(): number;
  isClosed(): boolean;
  close(): void;
};

// All connections read into the same bytes: each chunk is looked through before the next is read.
const shared = Buffer.allocUnsafe(65_536);
const EMPTY = Buffer.alloc(0);

export function openLink({
  port,
  onReply,
  onClose,
}: {
  port: number;
  onReply(dueMs: number, status: number, nowMs: number): void;
  /** With the number of requests that will never be answered. */
  onClose(lost: number): void;
}): Link {
  const due: number[] = [];
  let answered = 0;
  let isClosed = false;
  let rest = EMPTY;

  const take = (length: number, buffer: Uint8Array): boolean => {
    const nowMs = performance.now();
    let data = Buffer.from(buffer.buffer, buffer.byteOffset, length);
    if (rest.length > 0) data = Buffer.concat([rest, data]);
    let at = 0;
    while (at < data.length) {
      const end = endOfReply(data, at);
      if (end === -1) break;
      const dueMs = due[answered++] ?? nowMs;
      if (answered === due.length) {
        due.length = 0;
        answered = 0;
      }
      onReply(dueMs, statusAt(data, at), nowMs);
      at = end;
    }
    rest = at === data.length ? EMPTY : Buffer.from(data.subarray(at));
    return true;
  };

  const socket = connect({
    port,
    host: "127.0.0.1",
    noDelay: true,
    onread: { buffer: shared, callback: take },
  });
  socket.on("error", () => {});
  socket.on("close", () => {
    isClosed = true;
    onClose(due.length - answered);
  });
  return {
    socket,
    send(request, dueMs) {
      due.push(dueMs);
      socket.write(request);
    },
    waiting: () => due.length - answered,
    isClosed: () => isClosed,
    close: () => socket.destroy(),
  };
}

/** `HTTP/1.1 200`: three digits after nine signs. */
function statusAt(data: Buffer, at: number): number {
  const digit = (n: number) => (data[at + 9 + n] ?? 48) - 48;
  return 100 * digit(0) + 10 * digit(1) + digit(2);
}

const HEAD_END = Buffer.from("\r\n\r\n");
const LENGTH = Buffer.from("ontent-length: ", "latin1");

/** Where the reply that begins here ends, or -1 when not all of it is there. */
function endOfReply(data: Buffer, at: number): number {
  const head = data.indexOf(HEAD_END, at);
  if (head === -1) return -1;
  let length = 0;
  let digitAt = data.indexOf(LENGTH, at) + LENGTH.length;
  if (digitAt >= LENGTH.length && digitAt < head) {
    for (let byte = data[digitAt] ?? 0; byte >= 48 && byte <= 57; byte = data[++digitAt] ?? 0) {
      length = 10 * length + byte - 48;
    }
  }
  const end = head + 4 + length;
  return end <= data.length ? end : -1;
}
