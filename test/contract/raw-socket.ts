// Speaks to the program over a bare TLS connection, for requests no HTTP client would send: held
// back, cut off, malformed or followed by more.
import { connect } from "node:tls";
import type { Program } from "../program.ts";

export type RawSocket = {
  send(text: string | Buffer): void;
  /** Everything that came so far, in Latin-1, once it fits the pattern or the connection ends. */
  until(pattern: RegExp): Promise<string>;
  received(): string;
  /** Resolves with everything when the other side has closed. */
  closed: Promise<string>;
  end(): void;
};

export function openSocket(
  { httpsPort, ca }: Pick<Program, "httpsPort" | "ca">,
  rejectUnauthorized = true,
): RawSocket {
  const socket = connect({ port: httpsPort, host: "127.0.0.1", ca, rejectUnauthorized });
  let received = "";
  let check = () => {};
  const closed = new Promise<string>((resolve) => socket.once("close", () => resolve(received)));
  socket.on("data", (data: Buffer) => {
    received += data.toString("latin1");
    check();
  });
  // A connection that is reset shows as closed; what came before is what counts.
  socket.on("error", () => {});
  return {
    send: (text) => void socket.write(text),
    until: (pattern) =>
      new Promise((resolve) => {
        check = () => {
          if (pattern.test(received)) resolve(received);
        };
        check();
        void closed.then(resolve);
      }),
    received: () => received,
    closed,
    end: () => socket.destroy(),
  };
}

/** The head of a POST, up to and with the empty line. */
export function postHead(path: string, headers: Record<string, string | number>): string {
  const lines = Object.entries(headers).map(([name, value]) => `${name}: ${value}`);
  return `POST ${path} HTTP/1.1\r\nhost: localhost\r\n${lines.join("\r\n")}\r\n\r\n`;
}
