// The reference of the location benchmark: bare node:http that sends given bytes and does nothing
// else. Reads its replies as JSON from standard input and prints its port.
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { text } from "node:stream/consumers";

export type CannedReply = {
  path: string;
  status: number;
  headers: Array<[name: string, value: string]>;
  body: string;
};

const replies = new Map(
  (JSON.parse(await text(process.stdin)) as CannedReply[]).map((reply) => [
    reply.path,
    {
      status: reply.status,
      headers: reply.headers.flat(),
      body: Buffer.from(reply.body, "base64"),
    },
  ]),
);
const server = createServer({ optimizeEmptyRequests: true }, (request, response) => {
  const reply = replies.get(request.url ?? "");
  if (reply === undefined) {
    response.writeHead(404).end();
    return;
  }
  response.writeHead(reply.status, reply.headers);
  response.end(reply.body);
});
server.keepAliveTimeout = 65_000;
server.listen(0, "127.0.0.1", () => console.log((server.address() as AddressInfo).port));
