// Files go through a few at a time, end each in their own way, and stop when told.
import { expect, test } from "vitest";
import { createFileQueue } from "./file-queue.ts";

function build({
  isFinal = () => false,
  mayPass = () => true,
}: {
  isFinal?: (error: unknown) => boolean;
  mayPass?: (error: unknown) => boolean;
} = {}) {
  type Options = { signal: AbortSignal; onShare: (share: number) => void };
  const jobs = new Map<string, PromiseWithResolvers<string> & Options>();
  const queue = createFileQueue<string>({
    places: 2,
    isFinal,
    mayPass,
    check(file, options) {
      const job = { ...Promise.withResolvers<string>(), ...options };
      jobs.set(file.name, job);
      return job.promise;
    },
  });
  const states = () => queue.entries().map(({ file, state }) => `${file.name} ${state.status}`);
  const job = (name: string) => {
    const found = jobs.get(name);
    if (found === undefined) throw new Error(`${name} was not begun.`);
    return found;
  };
  return { queue, jobs, job, states };
}
const files = (...names: string[]) => names.map((name) => new File(["x"], name));
const settled = () => new Promise((resolve) => setTimeout(resolve));

test("no more are under way than there are places, and the next begins when one is done", async () => {
  const { queue, jobs, job, states } = build();
  queue.add(files("a", "b", "c"));
  expect(states()).toEqual(["a busy", "b busy", "c waiting"]);
  job("b").resolve("fine");
  await settled();
  expect(states()).toEqual(["a busy", "b checked", "c busy"]);
  queue.add(files("d"));
  expect([...jobs.keys()]).toEqual(["a", "b", "c"]);
});

test("a file under way says how much of it is done, and not once it was stopped", () => {
  const { queue, job, states } = build();
  queue.add(files("a"));
  const shareOf = () => {
    const [entry] = queue.entries();
    return entry?.state.status === "busy" ? entry.state.share : null;
  };
  expect(shareOf()).toBe(0);
  job("a").onShare(0.4);
  expect(shareOf()).toBe(0.4);
  queue.stop();
  job("a").onShare(0.5);
  expect(states()).toEqual(["a stopped"]);
});

test("one that fails does not keep the others from going on, and can be tried again", async () => {
  const { queue, job, states } = build();
  queue.add(files("a", "b"));
  job("a").reject(new Error("broken"));
  job("b").resolve("fine");
  await settled();
  expect(states()).toEqual(["a failed", "b checked"]);
  queue.retry();
  expect(states()).toEqual(["a busy", "b checked"]);
});

test("what would only fail again is not tried again", async () => {
  const { queue, job, states } = build({ mayPass: (error) => String(error).includes("away") });
  queue.add(files("unreadable", "unlucky"));
  job("unreadable").reject(new Error("not a PDF"));
  job("unlucky").reject(new Error("server away"));
  await settled();
  expect(queue.entries().map((entry) => queue.canRetry(entry))).toEqual([false, true]);
  queue.retry();
  expect(states()).toEqual(["unreadable failed", "unlucky busy"]);
});

test("an error that all would meet ends those that wait, too", async () => {
  const { queue, jobs, job, states } = build({ isFinal: () => true });
  queue.add(files("a", "b", "c", "d"));
  job("a").reject(new Error("no checks left"));
  await settled();
  expect(states()).toEqual(["a failed", "b busy", "c failed", "d failed"]);
  expect(jobs.size).toBe(2);
});

test("stopped, nothing goes on and no late answer is taken", async () => {
  const { queue, job, states } = build();
  queue.add(files("a", "b", "c"));
  const { signal } = job("a");
  queue.stop();
  expect(signal.aborted).toBe(true);
  job("a").resolve("too late");
  await settled();
  expect(states()).toEqual(["a stopped", "b stopped", "c stopped"]);
  queue.retry();
  expect(states()).toEqual(["a busy", "b busy", "c waiting"]);
  queue.clear();
  expect(states()).toEqual([]);
});

test("whoever watches is told of every change, until they look away", () => {
  const { queue } = build();
  let times = 0;
  const end = queue.watch(() => {
    times += 1;
  });
  queue.add(files("a"));
  const seen = times;
  expect(seen).toBeGreaterThan(0);
  end();
  queue.clear();
  expect(times).toBe(seen);
});
