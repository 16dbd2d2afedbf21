// Tracks the TCP connections of a port, so that none leaks: Node's HTTP server knows only those that have become
// HTTP connections, not those whose TLS handshake never began.
import type { Server as HttpServer } from "node:http";
import type { Server as HttpsServer } from "node:https";
import type { Socket } from "node:net";

export type DropReason =
  | "accept_failed"
  | "handshake_timeout"
  | "pipeline_overflow"
  | "request_timeout";

export type OnDrop = (reason: DropReason) => void;

export type OpenSockets = {
  /** Destroys the connections on which HTTP has not begun. */
  destroyUnused(): void;
  destroyAll(): void;
  /** Destroys connections that have been idle for this long. */
  destroyStalled(silenceMs: number, nowMs: number): void;
  /** Whether a response is still being read by its client. */
  areSending(): boolean;
};

export function followSockets(server: HttpServer): OpenSockets {
  const sockets = trackSockets(server, "connection");
  return {
    destroyUnused: () => destroySilent(sockets),
    destroyAll: () => destroyAll(sockets),
    destroyStalled: createStallWatch(sockets),
    areSending: () => areSending(sockets),
  };
}

export function followTlsSockets(server: HttpsServer, onDrop: OnDrop): OpenSockets {
  const plain = trackSockets(server, "connection");
  const secure = trackSockets(server, "secureConnection");
  /** Connections that are still in the TLS handshake, by the client's address and port. */
  const shaking = new Map<string, Socket>();
  server.on("connection", (socket: Socket) => {
    const peer = peerOf(socket);
    shaking.set(peer, socket);
    socket.once("close", () => {
      if (shaking.get(peer) === socket) shaking.delete(peer);
    });
  });
  server.on("secureConnection", (socket) => shaking.delete(peerOf(socket)));
  server.on("tlsClientError", (error: Error & { code?: string }, socket) => {
    if (error.code === "ERR_TLS_HANDSHAKE_TIMEOUT") onDrop("handshake_timeout");
    // Without a TLS session nothing can be sent: a written response would wait for the handshake forever.
    socket.destroy();
  });
  return {
    destroyUnused() {
      destroyAll(shaking.values());
      destroySilent(secure);
    },
    destroyAll() {
      destroyAll(secure);
      destroyAll(plain);
    },
    destroyStalled: createStallWatch(secure),
    areSending: () => areSending(secure),
  };
}

function trackSockets(
  server: HttpServer | HttpsServer,
  event: "connection" | "secureConnection",
): ReadonlySet<Socket> {
  const sockets = new Set<Socket>();
  server.on(event, (socket: Socket) => {
    sockets.add(socket);
    socket.once("close", () => sockets.delete(socket));
  });
  return sockets;
}

function createStallWatch(sockets: ReadonlySet<Socket>): OpenSockets["destroyStalled"] {
  const seen = new WeakMap<Socket, { bytes: number; sinceMs: number }>();
  return (silenceMs, nowMs) => {
    for (const socket of sockets) {
      // Bytes the client has not read yet don't count as activity.
      const bytes = socket.bytesRead + socket.bytesWritten - socket.writableLength;
      const last = seen.get(socket);
      if (last === undefined || last.bytes !== bytes) seen.set(socket, { bytes, sinceMs: nowMs });
      else if (nowMs - last.sinceMs >= silenceMs) socket.destroy();
    }
  };
}

function destroyAll(sockets: Iterable<Socket>): void {
  for (const socket of sockets) socket.destroy();
}

/** Connections that have not sent a single byte; Node treats them like a request in progress. */
function destroySilent(sockets: ReadonlySet<Socket>): void {
  for (const socket of sockets) if (socket.bytesRead === 0) socket.destroy();
}

function areSending(sockets: ReadonlySet<Socket>): boolean {
  for (const socket of sockets) if (socket.writableLength > 0) return true;
  return false;
}

function peerOf({ remoteAddress, remotePort }: Socket): string {
  return `${remoteAddress} ${remotePort}`;
}
