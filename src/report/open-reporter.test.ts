// Reports written in a worker thread: the same documents, and the main thread stays free.
import { afterAll, expect, test } from "vitest";
import { buildCheck, PROSE } from "../../testing/build-check.ts";
import {
  openReporter,
  ReporterError,
  readCard,
  writeHtmlReport,
  writePdfReport,
} from "./report.ts";

const modelDir = new URL("../../models", import.meta.url).pathname;
const reporter = openReporter({ modelDir, appVersion: "0.1.0" });
afterAll(() => reporter.close());
const check = { ...buildCheck(PROSE), card: readCard(modelDir) };

test("the thread writes what the room writes", async () => {
  const html = await reporter.write("html", check);
  expect(Buffer.from(html).toString()).toBe(writeHtmlReport(check));
  const pdf = await reporter.write("pdf", check);
  expect(Buffer.from(pdf).equals(Buffer.from(await writePdfReport(check)))).toBe(true);
});

test("a long report does not hold up the thread that asked for it", async () => {
  const long = buildCheck("The boat came in at last and it was the wrong one. ".repeat(1900));
  let turns = 0;
  let isDone = false;
  const writing = reporter.write("pdf", long).finally(() => (isDone = true));
  while (!isDone) {
    await new Promise(setImmediate);
    turns++;
  }
  expect((await writing).length).toBeGreaterThan(100_000);
  expect(turns).toBeGreaterThan(100);
});

test("too many at once are refused, and one that is given up is not written", async () => {
  const leaving = new AbortController();
  const { signal } = leaving;
  // One is being written, sixteen wait.
  const waiting = Array.from({ length: 17 }, () => reporter.write("html", check, { signal }));
  await expect(reporter.write("html", check)).rejects.toBeInstanceOf(ReporterError);
  leaving.abort(new Error("gone"));
  for (const one of waiting) await expect(one).rejects.toThrow("gone");
  expect((await reporter.write("html", check)).length).toBeGreaterThan(1000);
});

test("accounts take turns, and in a full queue the one with the most reports gives way", async () => {
  const order: string[] = [];
  const write = (account: string, name: string) =>
    reporter.write("html", check, { account }).then(
      () => order.push(name),
      () => order.push(`${name} refused`),
    );
  await Promise.all([
    ...Array.from({ length: 17 }, (_, at) => write("a", `a${at}`)),
    write("b", "b0"),
  ]);
  expect(order.slice(0, 3)).toEqual(["a16 refused", "a0", "b0"]);
  expect(order).toHaveLength(18);
});

const LONG = buildCheck("The boat came in at last and it was the wrong one. ".repeat(1900));

test("a report that takes too long is given up with its thread, and the next one is tried", async () => {
  const hasty = openReporter({ modelDir, appVersion: "0.1.0", timeoutMs: 1 });
  try {
    const both = [hasty.write("pdf", LONG), hasty.write("pdf", LONG)];
    for (const one of both) await expect(one).rejects.toMatchObject({ code: "too_slow" });
  } finally {
    await hasty.close();
  }
});

test("a client that leaves ends the report that is being written for it", async () => {
  const leaving = new AbortController();
  const first = reporter.write("pdf", LONG, { signal: leaving.signal });
  const next = reporter.write("html", check);
  leaving.abort(new Error("gone"));
  await expect(first).rejects.toThrow("gone");
  expect(Buffer.from(await next).toString()).toBe(writeHtmlReport(check));
});

test("a stop fails what is being written and what waits", async () => {
  const closing = openReporter({ modelDir, appVersion: "0.1.0" });
  const both = [closing.write("pdf", LONG), closing.write("html", check)];
  const ended = Promise.all(both.map((one) => expect(one).rejects.toThrow("closed")));
  await closing.close();
  await ended;
});

test("a model without a card is one", () => {
  expect(readCard("/nowhere")).toBeNull();
});
