import { once } from "node:events";
import { createServer, type Server } from "node:http";
import { type AddressInfo, connect, type Socket } from "node:net";
import { setFlagsFromString } from "node:v8";
import { runInNewContext } from "node:vm";
import { afterEach, expect, test } from "vitest";
import { createPipeline } from "./pipeline.ts";

let server: Server;
afterEach(() => {
  server.closeAllConnections();
  server.close();
});

async function start(
  handle: Parameters<typeof createPipeline>[0],
  options?: Parameters<typeof createPipeline>[1],
) {
  const pipeline = createPipeline(handle, options);
  server = createServer(pipeline.onRequest);
  server.on("clientError", (_error, socket) =>
    pipeline.afterAnswers(socket as Socket, () => void socket.end("HTTP/1.1 400 Bad\r\n\r\n")),
  );
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  return (server.address() as AddressInfo).port;
}

const get = (path: string) => `GET ${path} HTTP/1.1\r\nhost: h\r\n\r\n`;

/** What came on the connection, once there is that many times the pattern or the connection is closed. */
async function read(socket: Socket, pattern: RegExp, count: number): Promise<string[]> {
  let text = "";
  const found = () => text.match(pattern) ?? [];
  const closed = once(socket, "close").then(() => {});
  socket.on("data", (chunk) => (text += chunk));
  while (found().length < count && !socket.closed)
    await Promise.race([once(socket, "data"), closed]);
  return found();
}

test("a packet of pipelined requests is handled one at a time, and other connections come in between", async () => {
  const order: string[] = [];
  const port = await start(({ url = "" }, response) => {
    order.push(url);
    // Asked by the first request, so that the other connection's request is there while many wait.
    if (url === "/0") void fetch(`http://127.0.0.1:${port}/other`).then((reply) => reply.text());
    response.end(url);
  });
  const socket = connect(port, "127.0.0.1");
  socket.write(Array.from({ length: 1000 }, (_, n) => get(`/${n}`)).join(""));
  const answers = await read(socket, /(?<=\n)\/\d+/g, 1000);
  socket.destroy();
  expect(answers).toEqual(Array.from({ length: 1000 }, (_, n) => `/${n}`));
  expect(order.filter((url) => url !== "/other")).toEqual(answers);
  expect(order.indexOf("/other")).toBeLessThan(900);
});

test("answers keep the order of their requests, however long each takes, and a broken one comes last", async () => {
  const port = await start(({ url = "" }, response) => {
    if (url === "/slow") setTimeout(() => response.end(url), 30);
    else response.end(url);
  });
  const socket = connect(port, "127.0.0.1");
  socket.write(`${get("/a") + get("/slow") + get("/b") + get("/slow")}garbage\r\n\r\n`);
  const answers = await read(socket, /(?<=\n)\/[a-z]+|HTTP\/1.1 400/g, 5);
  expect(answers).toEqual(["/a", "/slow", "/b", "/slow", "HTTP/1.1 400"]);
});

const ANSWER = /(?<=\n)\/\d+(?:-refused)?/g;

/** Refuses everybody but the first. Answers take a moment, so that what comes behind them waits. */
const startOverloaded = (options?: Parameters<typeof createPipeline>[1]) => {
  let asked = 0;
  return start(
    ({ url = "" }, response, isShed) => {
      if (isShed) response.end(`${url}-refused`);
      else setTimeout(() => response.end(url), 5);
    },
    { shedder: { noteWait() {}, refuses: () => asked++ > 0 }, ...options },
  );
};

test("in an overload the newest of a connection's waiting requests is answered, those before it are refused", async () => {
  const port = await startOverloaded();
  const socket = connect(port, "127.0.0.1");
  socket.write(get("/0") + get("/1") + get("/2") + get("/3"));
  const answers = await read(socket, ANSWER, 4);
  expect(answers).toEqual(["/0", "/1-refused", "/2-refused", "/3"]);
  socket.destroy();
});

test("in an overload all that wait on a connection are refused while too many wait on others, and it is read again", async () => {
  const port = await startOverloaded({ keptMax: 0 });
  const socket = connect(port, "127.0.0.1");
  socket.write(get("/0") + get("/1") + get("/2"));
  expect(await read(socket, ANSWER, 3)).toEqual(["/0", "/1-refused", "/2-refused"]);
  socket.write(get("/3"));
  expect(await read(socket, ANSWER, 1)).toEqual(["/3-refused"]);
  socket.destroy();
});

test("what the parser rejects is told after the refusals before it", async () => {
  const port = await startOverloaded();
  const socket = connect(port, "127.0.0.1");
  socket.write(`${get("/0") + get("/1") + get("/2")}garbage\r\n\r\n`);
  const answers = await read(socket, /(?<=\n)\/\d+(?:-refused)?|HTTP\/1.1 400/g, 4);
  expect(answers).toEqual(["/0", "/1-refused", "/2", "HTTP/1.1 400"]);
});

test("bodies of pipelined requests reach their own request", async () => {
  const port = await start((request, response) => {
    let body = "";
    request.on("data", (chunk) => (body += chunk));
    request.on("end", () => response.end(`<${body}>`));
  });
  const socket = connect(port, "127.0.0.1");
  const post = (body: string) =>
    `POST / HTTP/1.1\r\nhost: h\r\ncontent-length: ${body.length}\r\n\r\n${body}`;
  const large = "x".repeat(300_000);
  const text = post("one") + post("two") + post(large) + post("four");
  // In pieces: the third body arrives long after its request began to wait.
  socket.write(text.slice(0, 1000));
  setImmediate(() => socket.write(text.slice(1000)));
  const answers = await read(socket, /<[a-z]*>/g, 4);
  socket.destroy();
  expect(answers).toEqual(["<one>", "<two>", `<${large}>`, "<four>"]);
});

test("a client that closes its side gets everything it asked for", async () => {
  const port = await start(({ url = "" }, response) => void response.end(url));
  const socket = connect(port, "127.0.0.1");
  socket.end(Array.from({ length: 20 }, (_, n) => get(`/${n}`)).join(""));
  expect(await read(socket, /(?<=\n)\/\d+/g, 21)).toHaveLength(20);
});

test("of a client that takes nothing one answer is made beyond what the kernel holds, and no more is read", async () => {
  const body = "x".repeat(1_000_000);
  let handled = 0;
  const port = await start((_request, response) => {
    handled++;
    response.end(body);
  });
  const socket = connect(port, "127.0.0.1");
  socket.pause();
  // Far more requests than the kernel can hold answers to; the packets behind the first stay where they are.
  socket.write(get("/").repeat(20_000));
  const [accepted] = await once(server, "connection");
  await untilStill(() => handled);
  expect(handled).toBeLessThan(50);
  expect(accepted.bytesRead).toBeLessThan(200_000);
  expect(accepted.writableLength).toBeLessThan(2 * body.length);
  // When it does read, it gets what it asked for.
  let size = 0;
  socket.on("data", (chunk) => (size += chunk.length));
  socket.resume();
  while (size < 60 * body.length) await once(socket, "data");
  socket.destroy();
});

// In an overload, copying the last responses of all connections took the garbage collector a fifth of the core.
test("an open connection keeps no response that was sent, refused, delayed or pipelined", async () => {
  const responses: WeakRef<object>[] = [];
  let asked = 0;
  const shedder = { noteWait() {}, refuses: () => ++asked % 2 === 0 };
  const port = await start(
    ({ url }, response) => {
      responses.push(new WeakRef(response));
      if (url === "/later") setTimeout(() => response.end("ok"), 5);
      else response.end("ok");
    },
    { shedder },
  );
  const socket = connect(port, "127.0.0.1");
  for (const text of [get("/"), get("/later"), get("/").repeat(5), get("/later") + get("/")]) {
    socket.write(text);
    const count = text.split("GET").length - 1;
    expect(await read(socket, /(?<=\n)ok/g, count)).toHaveLength(count);
  }
  setFlagsFromString("--expose-gc");
  const collectGarbage = runInNewContext("gc") as () => void;
  await expect
    .poll(() => {
      collectGarbage();
      return responses.filter((response) => response.deref() !== undefined).length;
    })
    .toBe(0);
  expect([responses.length, socket.closed]).toEqual([9, false]);
  socket.destroy();
});

test("when too many requests wait over all connections, the one that brings more is closed", async () => {
  let overflows = 0;
  let handled = 0;
  let release = () => {};
  const port = await start(
    ({ url }, response) => {
      if (url === "/other") response.end("ok");
      else {
        handled++;
        release = () => void response.end();
      }
    },
    { waitingMax: 50, onOverflow: () => overflows++ },
  );
  const greedy = connect(port, "127.0.0.1");
  greedy.on("error", () => {});
  greedy.write(get("/").repeat(100));
  await once(greedy, "close");
  expect(overflows).toBe(1);
  // What waited is forgotten with its connection: there is room again.
  const modest = connect(port, "127.0.0.1");
  modest.write(get("/") + get("/other").repeat(50));
  const answers = read(modest, /(?<=\n)ok/g, 50);
  await until(() => handled === 2);
  release();
  expect(await answers).toHaveLength(50);
  modest.destroy();
  expect(overflows).toBe(1);
});

/** Resolves when a number has stopped changing. */
async function untilStill(figure: () => number): Promise<void> {
  let last = Number.NaN;
  while (last !== figure() || last === 0) {
    last = figure();
    await new Promise((resolve) => setTimeout(resolve, 200));
  }
}

async function until(isSo: () => boolean): Promise<void> {
  while (!isSo()) await new Promise(setImmediate);
}
