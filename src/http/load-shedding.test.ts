import { once } from "node:events";
import { createServer } from "node:http";
import { type AddressInfo, connect } from "node:net";
import { expect, test } from "vitest";
import { createLoadShedder } from "./load-shedding.ts";
import { createPipeline } from "./pipeline.ts";

function buildShedder() {
  let nowMs = 0;
  const shedder = createLoadShedder(() => nowMs);
  return {
    ...shedder,
    /** A thousand requests a second that waited this long; how many of those behind them are refused. */
    pass(waitedMs: number, forMs: number, queuedCount = 100): number {
      let refused = 0;
      for (let passedMs = 0; passedMs < forMs; passedMs += 1) {
        nowMs += 1;
        shedder.noteWait(waitedMs);
        refused += Number(shedder.refuses(queuedCount));
      }
      return refused;
    },
    rest(ms: number) {
      nowMs += ms;
    },
  };
}

test("waits that stay within the limit refuse nobody, however many are queued", () => {
  const shedder = buildShedder();
  expect(shedder.pass(95, 10_000, 10_000)).toBe(0);
  expect(shedder.isOverloaded()).toBe(false);
});

test("a burst after a pause refuses nobody, nor does the next one", () => {
  const shedder = buildShedder();
  for (let burst = 0; burst < 2; burst += 1) {
    shedder.noteWait(0);
    expect(shedder.pass(2000, 450)).toBe(0);
    shedder.rest(10_000);
  }
  expect(shedder.isOverloaded()).toBe(false);
});

test("waiting that lasts is an overload, in which somebody is refused", () => {
  const shedder = buildShedder();
  expect(shedder.pass(200, 1000)).toBeGreaterThan(400);
  expect(shedder.isOverloaded()).toBe(true);
});

test("an overload lasts while somebody is refused, though the waits have become short", () => {
  const shedder = buildShedder();
  shedder.pass(300, 1000);
  expect(shedder.pass(35, 5000)).toBe(5000);
});

test("an overload is over a second after the last refusal", () => {
  const shedder = buildShedder();
  shedder.pass(300, 1000);
  shedder.noteWait(0);
  shedder.rest(900);
  expect(shedder.isOverloaded()).toBe(true);
  shedder.rest(200);
  expect([shedder.isOverloaded(), shedder.refuses(1000)]).toEqual([false, false]);
});

test("without a crowd nothing is refused, however long a client that pipelines or a starved process makes it", () => {
  const shedder = buildShedder();
  expect(shedder.pass(5000, 10_000, 15)).toBe(0);
  expect(shedder.isOverloaded()).toBe(false);
  expect(shedder.refuses(16)).toBe(true);
});

test("clients that send more than can be answered are all told so, and requests are answered meanwhile", async () => {
  const shedder = createLoadShedder();
  const pipeline = createPipeline(
    (_request, response, isShed) => {
      const endMs = performance.now() + (isShed ? 0 : 2);
      while (performance.now() < endMs);
      response.writeHead(isShed ? 503 : 200).end();
    },
    { shedder },
  );
  const server = createServer(pipeline.onRequest).listen(0, "127.0.0.1");
  await once(server, "listening");
  // Work for four seconds, from too few connections for a turn of the event loop to become long.
  const [clients, requests] = [40, 50];
  const count = { 200: 0, 503: 0 };
  const ask = async () => {
    const socket = connect((server.address() as AddressInfo).port, "127.0.0.1");
    let text = "";
    socket.write("GET / HTTP/1.1\r\nhost: h\r\n\r\n".repeat(requests));
    const statuses = () => text.match(/(?<=HTTP\/1\.1 )\d+/g) ?? [];
    socket.on("data", (chunk) => (text += chunk));
    while (statuses().length < requests) await once(socket, "data");
    for (const status of statuses()) count[status as "200" | "503"] += 1;
    socket.destroy();
  };
  await Promise.all(Array.from({ length: clients }, ask));
  server.close();
  expect(count[200] + count[503]).toBe(clients * requests);
  expect(count[200]).toBeGreaterThan(0);
  expect(count[503]).toBeGreaterThan(0);
});
