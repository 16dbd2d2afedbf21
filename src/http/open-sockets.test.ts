import { once } from "node:events";
import { createServer } from "node:http";
import { type AddressInfo, connect } from "node:net";
import { expect, test } from "vitest";
import { followSockets } from "./open-sockets.ts";

test("a connection on which nothing moves is destroyed, one that brings or takes something is not", async () => {
  const server = createServer((_request, response) => void response.end("ok"));
  const sockets = followSockets(server);
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  const { port } = server.address() as AddressInfo;
  const open = async () => {
    const socket = connect(port, "127.0.0.1");
    await once(socket, "connect");
    return socket;
  };
  const [silent, busy] = [await open(), await open()];
  const ask = async () => {
    busy.write("GET / HTTP/1.1\r\nhost: h\r\n\r\n");
    await once(busy, "data");
  };
  await ask();
  sockets.destroyStalled(1000, 0);
  await ask();
  sockets.destroyStalled(1000, 999);
  expect(silent.destroyed).toBe(false);
  const closed = once(silent.resume(), "close");
  sockets.destroyStalled(1000, 1000);
  await closed;
  await ask();
  busy.destroy();
  server.close();
});
