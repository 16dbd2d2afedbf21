// Mail, if the operator has configured a server: plain text, one message at a time, nothing stored.
import { createTransport } from "nodemailer";

export type Message = { to: string; subject: string; text: string };

export type Mailer = {
  /** Resolves when the server has accepted the message. */
  send(message: Message): Promise<void>;
  close(): void;
};

/** No request waits for a mail, but a hanging one must not hold its connection forever. */
const TIMEOUT_MS = 20_000;

export function openMailer({ url, from }: { url: string; from: string }): Mailer {
  const transport = createTransport({
    ...readUrl(url),
    connectionTimeout: TIMEOUT_MS,
    greetingTimeout: TIMEOUT_MS,
    socketTimeout: TIMEOUT_MS,
    // Messages are plain text: nodemailer must never read a file or fetch a URL.
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

/** `smtps:` uses TLS from the start; `smtp:` must upgrade before a password is sent, except on localhost. */
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
    // A local server has no verifiable certificate.
    ...(isHere ? { tls: { rejectUnauthorized: false } } : {}),
    ...(username === ""
      ? {}
      : { auth: { user: decodeURIComponent(username), pass: decodeURIComponent(password) } }),
  };
}
