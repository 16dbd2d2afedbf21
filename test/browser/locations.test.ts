// The page of locations: found in any script, opened, on the map, and nothing jumps.
import { readFileSync } from "node:fs";
import { createRequire } from "node:module";
import type { Browser } from "playwright-core";
import { afterAll, afterEach, beforeAll, describe, expect, test } from "vitest";
import { type Program, startProgram } from "../program.ts";
import { isBrowserHere, launchBrowser, openPage, PATIENT_MS, type Visit } from "./browser.ts";

const axe = readFileSync(createRequire(import.meta.url).resolve("axe-core/axe.min.js"), "utf8");

describe.skipIf(!isBrowserHere)("the page of locations", { timeout: PATIENT_MS }, () => {
  let program: Program;
  let browser: Browser;
  const visits: Visit[] = [];
  beforeAll(async () => {
    program = await startProgram({});
    browser = await launchBrowser();
  }, PATIENT_MS);
  afterAll(async () => {
    await browser?.close();
    await program?.stop();
  });
  afterEach(async () => {
    for (const { close, problems } of visits.splice(0)) {
      await close();
      if (problems.length > 0) throw new Error(problems.join("\n"));
    }
  });
  async function visit(options: Parameters<typeof openPage>[2] = {}) {
    const opened = await openPage(browser, program, options);
    visits.push(opened);
    return opened.page;
  }

  test("a hit in another script opens with the way to it, its map and what is near", async () => {
    const page = await visit();
    await page.goto("/locations");
    await page.getByLabel("Search by name").fill("लासलगांव");
    const results = page.getByRole("region", { name: "Results" });
    await results.getByRole("link", { name: "Lasalgaon APMC", exact: true }).click();
    const way = page.getByRole("navigation", { name: "Breadcrumb" });
    await way.getByText("Lasalgaon APMC").waitFor();
    expect(await way.getByRole("link").allInnerTexts()).toEqual([
      "India",
      "Maharashtra",
      "Nashik",
      "Lasalgaon APMC",
    ]);
    expect(page.url()).toMatch(/\/locations\?market=\d+$/);
    await page.getByRole("img", { name: "Map: Lasalgaon APMC among the markets" }).waitFor();
    await page.getByRole("heading", { name: "Markets nearby" }).waitFor();
    await way.getByRole("link", { name: "Nashik" }).click();
    await page.getByRole("img", { name: "Map: the markets of Nashik" }).waitFor();
    await page.goBack();
    await page.getByRole("heading", { name: "Markets nearby" }).waitFor();
  });

  test("lists are by name, and a dot of the map leads where the list does", async () => {
    const page = await visit();
    await page.goto("/locations?state=20");
    const list = page.getByRole("region", { name: "Districts" });
    await list.waitFor();
    const names = await list.getByRole("link").allInnerTexts();
    expect(names).toEqual([...names].sort((a, b) => a.localeCompare(b, "en")));
    expect(names.length).toBeGreaterThan(30);
    await page.locator("circle").filter({ hasText: "Nashik" }).click();
    await page.waitForURL("**/locations?district=361");
    await page
      .getByRole("region", { name: "Markets" })
      .getByText("Lasalgaon APMC")
      .first()
      .waitFor();
  });

  test("the addresses of before still lead there", async () => {
    const page = await visit();
    await page.goto("/locations?state=20&district=361");
    const way = page.getByRole("navigation", { name: "Breadcrumb" });
    await way.getByText("Nashik").waitFor();
  });

  test("names are shown in the language that was chosen, which is kept", async () => {
    const page = await visit();
    await page.goto("/locations");
    const choice = page.getByLabel("Also show names in");
    await choice.locator('option[value="hi"]').waitFor({ state: "attached" });
    await choice.selectOption("hi");
    await page.getByText("महाराष्ट्र", { exact: true }).waitFor();
    await page.reload();
    await page.getByText("महाराष्ट्र", { exact: true }).waitFor();
    await page.getByLabel("Search by name").fill("nashik");
    const results = page.getByRole("region", { name: "Results" });
    await results.locator('[lang="hi"]').first().waitFor();
  });

  test("a PIN code gives its districts", async () => {
    const page = await visit();
    await page.goto("/locations?q=411001");
    await page.getByRole("region", { name: "Markets" }).waitFor();
    const districts = page.getByRole("region", { name: "Districts" });
    await districts.getByRole("link", { name: "Pune" }).click();
    await page.waitForURL("**/locations?district=364");
  });

  test("a question finds the place, and says which words were left out", async () => {
    const page = await visit();
    await page.goto("/locations?q=onion%20lasalgaon%20xyzzyq");
    await page.getByText("Left out: “xyzzyq”, “onion”").waitFor();
    const markets = page.getByRole("region", { name: "Markets" });
    await markets.getByRole("link", { name: "Lasalgaon APMC" }).waitFor();
  });

  test("the sources are named", async () => {
    const page = await visit();
    await page.goto("/locations");
    await page.getByText("Contains GeoNames data (CC BY 4.0)").waitFor();
  });

  test.each([
    [1280, "light"],
    [1280, "dark"],
    [390, "light"],
    [390, "dark"],
  ] as const)(
    "at %i px, %s: nothing jumps, nothing is cut, axe is content",
    async (width, theme) => {
      const page = await visit({ width, theme });
      await page.addInitScript(() => {
        const counted = window as unknown as { shift: number };
        counted.shift = 0;
        new PerformanceObserver((list) => {
          for (const entry of list.getEntries()) {
            counted.shift += (entry as unknown as { value: number }).value;
          }
        }).observe({ type: "layout-shift", buffered: true });
      });
      for (const [path, text] of [
        ["/locations", "Maharashtra"],
        ["/locations?state=20", "Nashik"],
        ["/locations?district=361", "Lasalgaon APMC"],
        ["/locations?market=164", "Markets nearby"],
        [`/locations?q=${encodeURIComponent("पुणे")}`, "Pune APMC"],
      ] as const) {
        await page.goto(path);
        await page.getByText(text, { exact: true }).first().waitFor();
        await page.getByText("Contains GeoNames").waitFor();
        const { shift, scrollWidth } = await page.evaluate(() => ({
          shift: (window as unknown as { shift: number }).shift,
          scrollWidth: document.documentElement.scrollWidth,
        }));
        expect(shift).toBeLessThan(0.05);
        expect(scrollWidth).toBe(width);
        await page.evaluate(axe);
        const violations = await page.evaluate(async () => {
          type Axe = { run(): Promise<{ violations: Array<{ id: string; help: string }> }> };
          const { violations: found } = await (window as unknown as { axe: Axe }).axe.run();
          return found.map(({ id, help }) => `${id}: ${help}`);
        });
        expect(violations).toEqual([]);
      }
    },
  );
});
