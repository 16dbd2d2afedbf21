// A DNS server that knows no name and logs every query, on 127.0.0.1:53.
import { createSocket } from "node:dgram";
import { once } from "node:events";

export async function recordLookups(): Promise<{ names: string[]; close(): void }> {
  const names: string[] = [];
  const socket = createSocket("udp4");
  socket.on("message", (question, { port, address }) => {
    names.push(nameIn(question));
    const answer = Buffer.from(question);
    answer[2] = (answer[2] ?? 0) | 0x80;
    // NXDOMAIN (RFC 1035, 4.1.1).
    answer[3] = ((answer[3] ?? 0) & 0xf0) | 3;
    socket.send(answer, port, address);
  });
  socket.bind(53, "127.0.0.1");
  await once(socket, "listening");
  return { names, close: () => void socket.close() };
}

/** The first question follows twelve bytes of header as labels, each with its length before it. */
function nameIn(question: Buffer): string {
  const labels: string[] = [];
  for (let at = 12; ; ) {
    const length = question[at] ?? 0;
    if (length === 0) return labels.join(".");
    labels.push(question.toString("latin1", at + 1, at + 1 + length));
    at += 1 + length;
  }
}
