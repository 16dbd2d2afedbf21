// What a client that pipelines requests and never reads can do to others: with a real server process, so that its
// memory can be measured.
import { once } from "node:events";
import { readFileSync } from "node:fs";
import { connect, type Socket } from "node:net";
import { afterAll, beforeAll, expect, test } from "vitest";
import { readShippedDataset } from "../../src/locations/locations.ts";
import { type ServerProcess, startServer } from "../server-process.ts";

const MIB = 1024 * 1024;
let server: ServerProcess;

beforeAll(async () => {
  server = await startServer({ SERVICES: "locations" });
  // The first answers of a fresh process compile code and fill caches: not what is measured here.
  for (let n = 0; n < 200; n++) await get(`/api/search?q=${"abcdefghij"[n % 10]}&limit=1000`);
}, 120_000);
afterAll(() => server.stop());

const get = async (path: string) => (await fetch(server.http + path)).text();
const head = (path: string) => `GET ${path} HTTP/1.1\r\nhost: localhost\r\n\r\n`;

/** As many requests as fit into 64 KB, all for the same or all different. */
function packet(pathAt: (n: number) => string): string {
  let text = "";
  for (let n = 0; text.length < 65_536; n++) text += head(pathAt(n));
  return text;
}

const names = readShippedDataset().markets.map(({ name }) => encodeURIComponent(name.slice(0, 2)));
const different = (n: number) =>
  `/api/search?q=${names[n % names.length]}&limit=1000&offset=${Math.floor(n / names.length)}&n=${n}`;

/** Resident memory of the server; an answer of its own makes sure that it has had time to grow. */
function memory(): number {
  return Number(readFileSync(`/proc/${server.pid}/statm`, "utf8").split(" ")[1]) * 4096;
}

function openAndSend(text: string): Socket {
  const socket = connect(server.httpPort, "127.0.0.1");
  socket.on("error", () => {});
  socket.pause();
  socket.write(text);
  return socket;
}

test.each([
  ["the same search", () => "/api/search?q=a&limit=1000"],
  ["all different searches", different],
])(
  "a client that pipelines 64 KB of %s and reads nothing costs less than 30 MiB",
  async (_what, pathAt) => {
    const before = memory();
    let most = 0;
    const socket = openAndSend(packet(pathAt));
    // While it waits others are answered: each of these is a turn of the event loop at least.
    for (let n = 0; n < 200; n++) {
      await get("/api/states");
      most = Math.max(most, memory());
    }
    socket.destroy();
    expect((most - before) / MIB).toBeLessThan(30);
  },
);

test("thirty clients that read nothing cost less than 300 MiB together", async () => {
  const before = memory();
  let most = 0;
  const sockets = Array.from({ length: 30 }, () => openAndSend(packet(different)));
  for (let n = 0; n < 200; n++) {
    await get("/api/states");
    most = Math.max(most, memory());
  }
  for (const socket of sockets) socket.destroy();
  expect((most - before) / MIB).toBeLessThan(300);
});

test("others are answered in between the answers of a client that pipelines all different searches", async () => {
  const text = packet(different);
  const count = text.split("GET ").length - 1;
  const socket = connect(server.httpPort, "127.0.0.1");
  let answered = 0;
  let tail = "";
  let others = 0;
  // On a busy machine some may be refused; each is answered.
  const isDone = () => answered === count;
  socket.on("data", (chunk) => {
    const text = tail + chunk.toString("latin1");
    answered += countOf(text, "HTTP/1.1 ");
    // A head may come in two pieces.
    tail = text.slice(text.lastIndexOf("HTTP/1.1 ") + 1).slice(-8);
  });
  socket.write(text);
  await once(socket, "data");
  while (!isDone()) {
    await get("/api/states");
    others++;
  }
  socket.destroy();
  // Hundreds of searches: whoever had to wait for all of them would have been answered once or twice.
  expect(others).toBeGreaterThan(20);
});

function countOf(text: string, part: string): number {
  return text.split(part).length - 1;
}
