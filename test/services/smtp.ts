// A real mail server on a free port of this machine, which keeps what it was handed.
import type { AddressInfo } from "node:net";
import { SMTPServer } from "smtp-server";

export type Mail = { from: string; to: string[]; content: string };

export async function startSmtp({ user, pass }: { user: string; pass: string }) {
  const mails: Mail[] = [];
  const waiting: Array<(mail: Mail) => void> = [];
  const server = new SMTPServer({
    disabledCommands: ["STARTTLS"],
    // On this machine alone, where nobody listens on the way.
    allowInsecureAuth: true,
    onAuth(auth, _session, done) {
      const isRight = auth.username === user && auth.password === pass;
      done(isRight ? null : new Error("wrong password"), isRight ? { user } : undefined);
    },
    onData(stream, { envelope }, done) {
      const pieces: Buffer[] = [];
      stream.on("data", (piece: Buffer) => pieces.push(piece));
      stream.once("end", () => {
        const from = envelope.mailFrom === false ? "" : envelope.mailFrom.address;
        const to = envelope.rcptTo.map(({ address }) => address);
        const mail = { from, to, content: Buffer.concat(pieces).toString() };
        done();
        const first = waiting.shift();
        if (first) first(mail);
        else mails.push(mail);
      });
    },
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const { port } = server.server.address() as AddressInfo;
  return {
    url: `smtp://${encodeURIComponent(user)}:${encodeURIComponent(pass)}@127.0.0.1:${port}`,
    /** The next mail that nobody has taken yet. */
    nextMail: (): Promise<Mail> => {
      const there = mails.shift();
      return there ? Promise.resolve(there) : new Promise((resolve) => waiting.push(resolve));
    },
    untaken: () => mails.length,
    stop: () => new Promise<void>((resolve) => server.close(resolve)),
  };
}
