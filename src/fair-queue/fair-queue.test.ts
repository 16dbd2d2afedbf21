import { expect, test } from "vitest";
import { createFairQueue } from "./fair-queue.ts";

function queueOf(...jobs: string[]) {
  const queue = createFairQueue<string>();
  for (const job of jobs) queue.add(job.slice(0, 1), job);
  return queue;
}
const drain = (queue: ReturnType<typeof queueOf>) =>
  Array.from({ length: queue.size() }, () => queue.next());

test("one account is served in the order its jobs came", () => {
  expect(drain(queueOf("a1", "a2", "a3"))).toEqual(["a1", "a2", "a3"]);
});

test("accounts take turns, however many jobs one of them has", () => {
  const queue = queueOf("a1", "a2", "a3", "a4", "b1", "c1");
  expect(drain(queue)).toEqual(["a1", "b1", "c1", "a2", "a3", "a4"]);
});

test("with one job at a time, whoever used less time goes first", () => {
  const queue = queueOf("a1", "a2", "b1", "b2", "b3");
  const order: (string | undefined)[] = [];
  while (queue.size() > 0) {
    const job = queue.next() ?? "";
    order.push(job);
    // Jobs of a take ten times as long as those of b.
    queue.end(job.slice(0, 1), job.startsWith("a") ? 1000 : 100);
  }
  expect(order).toEqual(["a1", "b1", "b2", "b3", "a2"]);
});

test("who comes late starts beside the others: time not used before is not saved up", () => {
  const queue = queueOf("a1", "a2", "a3");
  queue.next();
  queue.end("a", 5000);
  queue.next();
  queue.add("b", "b1");
  queue.add("b", "b2");
  queue.end("a", 5000);
  // b came when a had used 5000: it may use as much as a has used since, and no more.
  expect(queue.next()).toBe("b1");
  queue.end("b", 5001);
  expect(queue.next()).toBe("a3");
});

test("a job that can't begin now is passed over, also for one of the same account", () => {
  const queue = queueOf("a-long", "a-short", "b-long");
  expect(queue.next((job) => job.endsWith("short"))).toBe("a-short");
  expect(queue.next((job) => job.endsWith("short"))).toBeUndefined();
  expect(queue.size()).toBe(2);
});

test("in a full queue the account with the most jobs gives up its newest, never to one with as many", () => {
  const queue = queueOf("a1", "a2", "a3", "b1");
  expect(queue.displaceFor("a")).toBeUndefined();
  expect(queue.displaceFor("c")).toBe("a3");
  expect(queue.displaceFor("b")).toBeUndefined();
  expect(queue.displaceFor("c")).toBe("a2");
  expect(queue.displaceFor("c")).toBeUndefined();
  expect([queue.size(), queue.waiting("a"), queue.waiting("c")]).toEqual([2, 1, 0]);
});

test("what is removed is not served, what is put back is served first", () => {
  const queue = queueOf("a1", "a2", "a3");
  expect([queue.remove("a", "a2"), queue.remove("a", "a2"), queue.remove("b", "a1")]).toEqual([
    true,
    false,
    false,
  ]);
  const first = queue.next() ?? "";
  queue.end("a", 10);
  queue.addFirst("a", first);
  expect(drain(queue)).toEqual(["a1", "a3"]);
  expect(queueOf("a1", "b1").clear()).toEqual(["a1", "b1"]);
});
