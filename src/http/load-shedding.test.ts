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
    /** How many of a thousand requests a second are refused when each waited this long. */
    pass(waitedMs: number, forMs: number, queuedCount = 100): number {
      let refused = 0;
      for (let passedMs = 0; passedMs < forMs; passedMs += 1) {
        nowMs += 1;
        refused += Number(shedder.refuses(waitedMs, queuedCount));
      }
      return refused;
    },
    rest(ms: number) {
      nowMs += ms;
    },
  };
}

test("waits that stay within the limit refuse nobody, however many wait", () => {
  const shedder = buildShedder();
  expect(shedder.pass(95, 10_000)).toBe(0);
  expect([shedder.refuses(5000, 1000), shedder.refusesToQueue(1000)]).toEqual([false, false]);
});

test("a burst after a pause refuses nobody, nor does the next one", () => {
  const shedder = buildShedder();
  for (let burst = 0; burst < 2; burst += 1) {
    expect(shedder.refuses(0, 0)).toBe(false);
    expect(shedder.pass(2000, 450)).toBe(0);
    expect(shedder.refusesToQueue(1000)).toBe(false);
    shedder.rest(10_000);
  }
  expect(shedder.isOverloaded()).toBe(false);
});

test("waiting that lasts refuses what comes, while more are queued than a moment's work", () => {
  const shedder = buildShedder();
  expect(shedder.pass(200, 1000)).toBe(0);
  expect([shedder.refusesToQueue(99), shedder.refusesToQueue(100)]).toEqual([false, true]);
  expect(shedder.isOverloaded()).toBe(true);
});

test("in an overload what is queued is answered, unless it waited since long before", () => {
  const shedder = buildShedder();
  expect(shedder.pass(300, 1000)).toBeGreaterThan(0);
  expect([shedder.refuses(249, 100), shedder.refuses(251, 100)]).toEqual([false, true]);
});

test("an overload lasts while somebody is refused, though the waits have become short", () => {
  const shedder = buildShedder();
  shedder.pass(300, 1000);
  for (let ms = 0; ms < 5000; ms += 500) {
    shedder.pass(35, 500);
    expect(shedder.refusesToQueue(100)).toBe(true);
  }
});

test("an overload is over a second after the last refusal", () => {
  const shedder = buildShedder();
  shedder.pass(300, 1000);
  shedder.pass(5, 900);
  expect(shedder.isOverloaded()).toBe(true);
  shedder.pass(5, 200);
  expect([shedder.isOverloaded(), shedder.refusesToQueue(100)]).toEqual([false, false]);
});

test("without a crowd nothing queued is refused, however long a client that pipelines or a starved process makes it", () => {
  const shedder = buildShedder();
  expect(shedder.pass(5000, 10_000, 15)).toBe(0);
  expect(shedder.isOverloaded()).toBe(false);
  shedder.pass(300, 1000);
  expect([shedder.refuses(5000, 15), shedder.refuses(5000, 16)]).toEqual([false, true]);
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
