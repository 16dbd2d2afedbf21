// The built package in a real browser, on a page of another origin than the service: what only a browser does
// (preflights, its own Origin, hidden headers) must not get in the way.
import { rmSync } from "node:fs";
import { type Browser, chromium, type Page } from "playwright-core";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { CHROMIUM, isBrowserHere } from "../test/browser/browser.ts";
import { makeKey, openAccounts } from "../test/contract/v1.ts";
import { type Program, startProgram } from "../test/program.ts";
import { buildTinyModel } from "../testing/tiny-model.ts";
import type * as Lodestone from "./client.ts";
import { installBuiltPackage } from "./testing/built-package.ts";
import { bundle } from "./testing/bundle.ts";
import { type ScriptedServer, startScriptedServer } from "./testing/scripted-server.ts";

/** What the page's script puts on its window. */
type PageWindow = { lodestone: typeof Lodestone };

describe.skipIf(!isBrowserHere)("in a browser", () => {
  let modelDir: string;
  let program: Program;
  let pages: ScriptedServer;
  let browser: Browser;
  let page: Page;
  const keys = { own: "", foreign: "" };

  beforeAll(async () => {
    modelDir = await buildTinyModel();
    program = await startProgram({ MODEL_DIR: modelDir, WORKERS: "1" });
    const { accounts, close } = await openAccounts(program);
    ({ key: keys.own } = await makeKey(accounts, { domain: "localhost", quota: 50 }));
    ({ key: keys.foreign } = await makeKey(accounts, { domain: "example.com" }));
    await close();
    const consumer = await installBuiltPackage();
    const script = await bundle(
      consumer.folder,
      'import * as lodestone from "@lodestone/client"; window.lodestone = lodestone;',
    );
    rmSync(consumer.folder, { recursive: true });
    pages = await startScriptedServer(({ url }) =>
      url === "/client.js"
        ? { headers: { "content-type": "text/javascript" }, body: script }
        : {
            headers: { "content-type": "text/html" },
            body: '<!doctype html><title>Page</title><script type="module" src="/client.js"></script>',
          },
    );
    browser = await chromium.launch({
      executablePath: CHROMIUM,
      args: ["--no-sandbox", "--headless", "--disable-gpu", "--no-first-run"],
    });
    page = await (await browser.newContext({ ignoreHTTPSErrors: true })).newPage();
    await page.goto(pages.url.replace("127.0.0.1", "localhost"));
    await page.waitForFunction(() => "lodestone" in window);
  });
  afterAll(async () => {
    await browser.close();
    await pages.stop();
    await program.stop();
    rmSync(modelDir, { recursive: true });
  });

  test("a text is checked under the page's own origin, and the limits can be read", async () => {
    const given = { baseUrl: program.https, apiKey: keys.own, origin: "https://other.example" };
    const seen = await page.evaluate(async (options) => {
      const { createClient, readRateLimits } = (window as unknown as PageWindow).lodestone;
      const limits: Array<number | undefined> = [];
      const ids: Array<string | undefined> = [];
      const { authenticity } = createClient({
        ...options,
        onResponse({ headers, requestId }) {
          limits.push(readRateLimits(headers).day?.remaining);
          ids.push(requestId);
        },
      });
      const { verdict } = await authenticity.detect(
        "The ferry was late again, and nobody on the pier knew why. ".repeat(6),
      );
      const { used } = await authenticity.getUsage();
      return { verdict, used, limits, ids };
    }, given);
    expect(seen).toMatchObject({ verdict: expect.any(String), used: 1, limits: [49, 49] });
    expect(seen.ids.every((id) => typeof id === "string")).toBe(true);
  });

  test("a refusal is readable by the page: class, sentence and request id", async () => {
    const given = { baseUrl: program.https, apiKey: keys.foreign };
    const error = await page.evaluate(async (options) => {
      const { createClient, AuthenticationError } = (window as unknown as PageWindow).lodestone;
      const thrown: unknown = await createClient(options)
        .authenticity.detect("A text.")
        .catch((failure: unknown) => failure);
      if (!(thrown instanceof AuthenticationError)) return null;
      const { name, message, requestId } = thrown;
      return { name, message, requestId };
    }, given);
    expect(error).toEqual({
      name: "AuthenticationError",
      message: "Invalid API Key or Domain Not Authorized",
      requestId: expect.any(String),
    });
  });

  test("the directory is read, with and without the cache, and exported record by record", async () => {
    const seen = await page.evaluate(async (baseUrl) => {
      const { createClient } = (window as unknown as PageWindow).lodestone;
      const counts: number[] = [];
      for (const cache of [false, true]) {
        const { locations } = createClient({ baseUrl, cache });
        counts.push((await locations.listStates()).count, (await locations.listStates()).count);
      }
      let records = 0;
      for await (const record of createClient({ baseUrl }).locations.exportRecords()) {
        if (record.kind !== "state") break;
        records += 1;
      }
      return { counts, records };
    }, program.https);
    expect(new Set(seen.counts)).toEqual(new Set([seen.records]));
  });

  test("a call that is aborted rejects with the reason", async () => {
    const reason = await page.evaluate(async (baseUrl) => {
      const { createClient } = (window as unknown as PageWindow).lodestone;
      const controller = new AbortController();
      const pending = createClient({ baseUrl }).locations.listStates({ signal: controller.signal });
      controller.abort("left");
      return pending.catch((thrown: unknown) => thrown);
    }, program.https);
    expect(reason).toBe("left");
  });
});
