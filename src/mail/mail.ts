// Mail, where the operator has named a server for it: plain text, one message at a time, nothing kept.
import { createTransport } from "nodemailer";

export type Message = { to: string; subject: string; text: string };

export type Mailer = {
  /** Resolves when the server has taken the message. */
  send(message: Message): Promise<void>;
  close(): void;
};

/** Nobody waits for a mail, but one that hangs must not hold its connection for ever. */
const TIMEOUT_MS = 20_000;

export function openMailer({ url, from }: { url: string; from: string }): Mailer {
  const transport = createTransport({
    ...readUrl(url),
    connectionTimeout: TIMEOUT_MS,
    greetingTimeout: TIMEOUT_MS,
    socketTimeout: TIMEOUT_MS,
    // What a message is made of is text: never a file or an address to fetch.
    disableFileAccess: true,
    disableUrlAccess: true,
  });
  return {
    async send({ to, subject, text }) {
      await transport.sendMail({ from, to: { name: "", address: to }, subject, text });
    },
    close: () => transport.close(),
  };
}

/** `smtps:` speaks TLS from the start; `smtp:` must switch to it before a password is sent, except on this very
 * machine. */
function readUrl(url: string) {
  const { protocol, hostname, port, username, password } = new URL(url);
  const host = hostname.replace(/^\[(.*)\]$/, "$1");
  const secure = protocol === "smtps:";
  const isHere = ["localhost", "127.0.0.1", "::1"].includes(host);
  return {
    host,
    port: port === "" ? (secure ? 465 : 587) : Number(port),
    secure,
    requireTLS: !secure && !isHere,
    // A server on this machine has no certificate anybody could check.
    ...(isHere ? { tls: { rejectUnauthorized: false } } : {}),
    ...(username === ""
      ? {}
      : { auth: { user: decodeURIComponent(username), pass: decodeURIComponent(password) } }),
  };
}
