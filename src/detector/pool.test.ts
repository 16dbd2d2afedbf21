import { Worker } from "node:worker_threads";
import { afterEach, expect, test } from "vitest";
import { type Pool, startPool } from "./pool.ts";

// A worker that doubles numbers, dies on the first "die" it meets, and always dies on "poison".
const CODE = `
  const { parentPort, workerData } = require("node:worker_threads");
  const { deaths } = workerData;
  let held;
  parentPort.on("message", ({ job, content }) => {
    if (content === "poison") process.exit(1);
    if (content === "die" && Atomics.add(deaths, 0, 1) === 0) throw new Error("crash");
    if (content === "long") return void (held = job);
    if (content === "release") parentPort.postMessage({ kind: "done", job: held, result: "long" });
    if (content === "refuse") return parentPort.postMessage({ kind: "failed", job, reason: "no" });
    parentPort.postMessage({ kind: "done", job, result: typeof content === "string" ? "survived" : content * 2 });
  });
  parentPort.postMessage({ kind: "ready" });
`;

let pool: Pool<unknown>;
afterEach(() => pool.close());

function startTestPool(
  size: number,
  code = CODE,
  queue: Partial<Parameters<typeof startPool>[0]> = {},
): Pool<unknown> {
  const deaths = new Int32Array(new SharedArrayBuffer(4));
  pool = startPool({
    size,
    queueMax: 100,
    // Some tests leave a job that never ends.
    closeWaitMaxMs: 0,
    ...queue,
    isLong: (job) => job === "long",
    startWorker: () => new Worker(code, { eval: true, workerData: { deaths }, stderr: true }),
  });
  return pool;
}

test("a worker that dies is replaced and its job is answered by another", async () => {
  const { run, load } = startTestPool(2);
  const jobs = [run(1), run("die"), run(2), run(3), run(4)];
  expect(await Promise.all(jobs)).toEqual([2, "survived", 4, 6, 8]);
  expect(load()).toEqual({ waiting: 0, running: 0 });
});

test("a job that kills every worker is given up, and the pool goes on", async () => {
  const { run } = startTestPool(2);
  await expect(run("poison")).rejects.toMatchObject({ code: "failed" });
  expect(await run(21)).toBe(42);
});

test("a job that a worker refuses fails alone", async () => {
  const { run } = startTestPool(1);
  const [refused, done] = await Promise.allSettled([run("refuse"), run(5)]);
  expect(refused).toMatchObject({ status: "rejected", reason: { code: "failed", message: "no" } });
  expect(done).toMatchObject({ status: "fulfilled", value: 10 });
});

test("a short job is done beside a long one, and a second long one waits", async () => {
  const { run, load } = startTestPool(1);
  await pool.ready;
  const long = run("long");
  const second = run("long");
  expect(await run(3)).toBe(6);
  expect(load()).toEqual({ waiting: 1, running: 1 });
  await run("release");
  expect(await long).toBe("long");
  await run("release");
  expect(await second).toBe("long");
});

test("a close lets a worker finish what it computes before it ends the thread", async () => {
  const ended: string[] = [];
  const deaths = new Int32Array(new SharedArrayBuffer(4));
  const worker = new Worker(CODE, { eval: true, workerData: { deaths } });
  worker.on("message", ({ kind }) => ended.push(kind));
  const cancelled: Int32Array[] = [];
  pool = startPool({
    size: 1,
    queueMax: 1,
    closeWaitMaxMs: 60_000,
    isLong: (job) => job === "long",
    startWorker(places) {
      cancelled.push(places);
      return Object.assign(worker, {
        terminate: () => {
          ended.push("terminated");
          return Worker.prototype.terminate.call(worker);
        },
      });
    },
  });
  await pool.ready;
  const long = pool.run("long");
  const closed = pool.close();
  await expect(long).rejects.toMatchObject({ code: "closed" });
  // The worker is told to stop, and its thread is ended only when it has answered.
  expect(cancelled[0]?.[0]).toBe(1);
  expect(ended).toEqual(["ready"]);
  worker.postMessage({ job: 2, content: "release" });
  await closed;
  expect(ended.indexOf("done")).toBe(1);
  expect(ended.indexOf("terminated")).toBeGreaterThan(1);
});

test("workers that never start are reported instead of started for ever", async () => {
  startTestPool(2, "throw new Error('broken')");
  const waiting = pool.run(1);
  await expect(pool.ready).rejects.toMatchObject({ code: "failed" });
  await expect(waiting).rejects.toMatchObject({ code: "failed" });
});

test("a burst may fill the queue; where work keeps waiting only a short queue is kept, until nobody is refused", async () => {
  let now = 0;
  const { run, load } = startTestPool(1, CODE, {
    queueMax: 6,
    steadyQueueMax: 2,
    sustainedMs: 5000,
    clock: () => now,
  });
  await pool.ready;
  const held = run("long");
  // Long jobs wait behind a long one; short ones would be done beside it.
  const burst = Array.from({ length: 6 }, () => run("long"));
  await expect(run("long")).rejects.toMatchObject({ code: "overloaded" });
  now = 5001;
  await run("release");
  await held;
  // Five have been waiting for too long: no more are queued, although a burst would have fitted.
  expect(load()).toEqual({ waiting: 5, running: 1 });
  await expect(run("long")).rejects.toMatchObject({ code: "overloaded" });
  for (const job of burst) {
    await run("release");
    await job;
  }
  // The queue is empty, but a job was refused a moment ago: the bound stays low.
  expect(load()).toEqual({ waiting: 0, running: 0 });
  const few = [run("long"), run("long"), run("long")];
  await expect(run("long")).rejects.toMatchObject({ code: "overloaded" });
  for (const job of few) {
    await run("release");
    await job;
  }
  // No job was refused for a while: the whole queue can be used again.
  now += 2001;
  const again = [run("long"), ...Array.from({ length: 6 }, () => run("long"))];
  expect(load()).toEqual({ waiting: 6, running: 1 });
  for (const job of again) {
    await run("release");
    await job;
  }
});

test("accounts take turns at the workers, however many jobs one of them has waiting", async () => {
  const { run, load } = startTestPool(1);
  await pool.ready;
  const order: string[] = [];
  const long = (account: string, name: string) =>
    run("long", { account }).then(() => void order.push(name));
  const all = [long("a", "a1"), long("a", "a2"), long("a", "a3"), long("b", "b1")];
  expect(load()).toEqual({ waiting: 3, running: 1 });
  for (let done = 1; done <= all.length; done++) {
    await run("release");
    await expect.poll(() => order.length).toBe(done);
  }
  expect(order).toEqual(["a1", "b1", "a2", "a3"]);
});

test("in a full queue the account with the most jobs gives up its newest to another", async () => {
  const { run } = startTestPool(1, CODE, { queueMax: 3 });
  await pool.ready;
  const held = run("long", { account: "a" });
  const waiting = [1, 2, 3].map(() => run("long", { account: "a" }));
  // oxlint-disable-next-line vitest/valid-expect -- Awaited below, after what displaces it.
  const displaced = expect(waiting[2]).rejects.toMatchObject({ code: "overloaded" });
  const other = run("long", { account: "b" });
  await displaced;
  await expect(run("long", { account: "a" })).rejects.toMatchObject({ code: "overloaded" });
  for (const job of [held, other, waiting[0], waiting[1]]) {
    await run("release");
    await job;
  }
});
