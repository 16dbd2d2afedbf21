// The documentation pages in a real browser: everything comes from this server, every body parameter is
// shown, samples name the server's own address, and "try it" calls the running service.
import type { Browser } from "playwright-core";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { type Program, startProgram } from "../program.ts";
import { isBrowserHere, launchBrowser, openPage, PATIENT_MS } from "./browser.ts";

describe.skipIf(!isBrowserHere)("the documentation pages", { timeout: PATIENT_MS }, () => {
  let program: Program;
  let browser: Browser;
  beforeAll(async () => {
    [program, browser] = await Promise.all([startProgram({ WORKERS: "1" }), launchBrowser()]);
  });
  afterAll(async () => {
    await browser?.close();
    await program?.stop();
  });

  test("the text service's page lists every body parameter and asks no other host for anything", async () => {
    const { page, problems } = await openPage(browser, program);
    const hosts = new Set<string>();
    page.on("request", (request) => {
      if (request.url().startsWith("http")) hosts.add(new URL(request.url()).origin);
    });
    await page.goto("/v1/docs");
    await page.getByRole("heading", { name: "Lodestone text authenticity" }).first().waitFor();
    const shown = () => page.evaluate(() => document.body.textContent ?? "");
    for (const operation of ["detect", "report", "regenerate"]) {
      await page.goto(`/v1/docs#tag/checks/POST/v1/${operation}`);
    }
    for (const name of ["content", "file", "keep", "strength", "format", "paper", "x-api-key"]) {
      await expect.poll(shown).toContain(name);
    }
    await expect.poll(shown).toContain(`curl '${program.https}/v1/`);
    expect([...hosts]).toEqual([program.https]);
    expect(problems).toEqual([]);
  });

  test('"try it" on the directory\'s page calls the running service', async () => {
    const { page, problems } = await openPage(browser, program);
    await page.goto("/api/docs");
    await page.getByRole("heading", { name: "Lodestone location directory" }).first().waitFor();
    await page
      .getByRole("button", { name: /Test Request/ })
      .first()
      .click();
    const [reply] = await Promise.all([
      page.waitForResponse((response) => new URL(response.url()).pathname === "/api/states"),
      page.getByRole("button", { name: /^Send/ }).first().click(),
    ]);
    expect(reply.status()).toBe(200);
    expect((await reply.json()).count).toBe(36);
    expect(problems).toEqual([]);
  });
});
