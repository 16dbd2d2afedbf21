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
  const waiting = Array.from({ length: 16 }, () => reporter.write("html", check, leaving.signal));
  await expect(reporter.write("html", check)).rejects.toBeInstanceOf(ReporterError);
  leaving.abort(new Error("gone"));
  for (const one of waiting) await expect(one).rejects.toThrow("gone");
  expect((await reporter.write("html", check)).length).toBeGreaterThan(1000);
});

test("a model without a card is one", () => {
  expect(readCard("/nowhere")).toBeNull();
});
