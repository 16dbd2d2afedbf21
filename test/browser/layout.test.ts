// What loading a page costs: no layout shift, few bytes.
import type { Browser } from "playwright-core";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { type Program, startProgram } from "../program.ts";
import {
  isBrowserHere,
  launchBrowser,
  makeKey,
  openPage,
  PATIENT_MS,
  STIFF_TEXT,
  signUp,
  type Visit,
} from "./browser.ts";

type Page = Visit["page"];

/** Every page whose address can be opened. */
const SIGNED_OUT = [
  "/",
  "/files",
  "/locations",
  "/locations?state=20",
  "/locations?q=lasalgoan",
  "/documentation",
  "/sign-in",
  "/sign-up",
  "/forgot-password",
  `/reset-password#${"x".repeat(43)}`,
  `/shared#${"x".repeat(43)}`,
  "/welcome",
  "/goodbye",
  "/kyes",
];
const SIGNED_IN = ["/", "/files", "/keys", "/usage", "/history", "/account", "/settings"];

/** Lighthouse calls less than 0.1 good; our pages shift less. */
const SHIFT_MAX = 0.05;
const FIRST_LOAD_BYTES_MAX = 60_000;

/** Every part of a page is delayed by this much: what would shift on a slow network shifts here. */
const DELAY_MS = 150;

describe.skipIf(!isBrowserHere)("loading a page", { timeout: PATIENT_MS }, () => {
  let program: Program;
  let browser: Browser;
  beforeAll(async () => {
    [program, browser] = await Promise.all([startProgram({ WORKERS: "1" }), launchBrowser()]);
  });
  afterAll(async () => {
    await browser?.close();
    await program?.stop();
  });

  // Side by side: both mostly wait for the slow network.
  test.concurrent.each([1280, 390])(
    "nothing jumps while a page loads slowly, %d px wide",
    async (width) => {
      const { page, close } = await openPage(browser, program, { width });
      const jumpy: string[] = [];
      const look = async (path: string) => {
        const { shift, moved } = await shiftOf(page, path);
        if (shift >= SHIFT_MAX) jumpy.push(`${path}: ${shift.toFixed(3)} by ${moved.join(", ")}`);
      };
      await watchShifts(page);
      await delay(page);
      for (const path of SIGNED_OUT) await look(path);
      await page.unrouteAll();
      await signUp(page);
      await makeKey(page, "A key");
      const kept = await keepResult(page);
      await delay(page);
      for (const path of [...SIGNED_IN, kept]) await look(path);
      await close();
      expect(jumpy).toEqual([]);
    },
  );

  test("the search for jumps would find one", async () => {
    const { page, close } = await openPage(browser, program);
    await watchShifts(page);
    await shiftOf(page, "/sign-in");
    await page.evaluate(() => {
      const late = document.createElement("div");
      late.style.height = "300px";
      document.body.prepend(late);
    });
    expect((await readShift(page)).shift).toBeGreaterThan(SHIFT_MAX);
    await close();
  });

  test("everything a page needs is asked for before any of its scripts has run", async () => {
    const { page, close } = await openPage(browser, program);
    await signUp(page);
    const kept = await keepResult(page);
    for (const [path, data] of Object.entries({ ...DATA, [kept]: dataOfKept(kept) })) {
      const asked: string[] = [];
      const note = (request: { url(): string }) => asked.push(new URL(request.url()).pathname);
      await page.goto("about:blank");
      page.on("request", note);
      // Scripts are held back until the page has asked for all it names.
      const gate = Promise.withResolvers<void>();
      await page.route(SCRIPTS, async (route) => {
        await gate.promise;
        await route.continue();
      });
      await page.goto(path, { waitUntil: "commit" });
      await expect.poll(() => asked).toContain("/dashboard/api/state");
      const html = await (await page.request.get(path)).text();
      const named = [...html.matchAll(/"(\/assets\/[^"]+\.js)"/g)].map(([, script]) => script);
      expect(named.length).toBeGreaterThan(2);
      await expect.poll(() => asked).toEqual(expect.arrayContaining([...named, ...data]));
      gate.resolve();
      await page.getByRole("heading", { level: 1 }).first().waitFor();
      await page.waitForLoadState("networkidle");
      page.off("request", note);
      await page.unroute(SCRIPTS);
      expect(asked.filter((one) => SCRIPTS.test(one)).sort(), path).toEqual(named.sort());
      // What came with the page is what the page uses: nothing is fetched a second time.
      for (const one of ["/dashboard/api/state", ...data]) {
        expect(
          asked.filter((other) => other === one),
          `${path}: ${one}`,
        ).toHaveLength(1);
      }
    }
    await close();
  });

  test("the first visit takes at most 60 kB", async () => {
    const { page, close } = await openPage(browser, program);
    await page.goto("/", { waitUntil: "networkidle" });
    const sizes = await page.evaluate(() =>
      (
        [
          ...performance.getEntriesByType("navigation"),
          ...performance.getEntriesByType("resource"),
        ] as PerformanceResourceTiming[]
      ).map(({ name, transferSize }) => ({ name, transferSize })),
    );
    await close();
    expect(sizes.some(({ name }) => name.endsWith(".js"))).toBe(true);
    const sum = sizes.reduce((all, { transferSize }) => all + transferSize, 0);
    expect(sum).toBeGreaterThan(10_000);
    expect(sum).toBeLessThanOrEqual(FIRST_LOAD_BYTES_MAX);
  });
});

/** The data each page asks for while its scripts are still on their way. */
const DATA: Readonly<Record<string, string[]>> = {
  "/": [],
  "/keys": ["/dashboard/api/keys"],
  "/usage": ["/dashboard/api/usage", "/dashboard/api/requests"],
  "/history": ["/dashboard/api/history"],
  "/account": ["/dashboard/api/second-factor", "/dashboard/api/sessions"],
  "/locations": ["/api/states"],
  "/locations?state=20": ["/api/states/20", "/api/states/20/districts"],
  "/locations?district=498": ["/api/districts/498", "/api/districts/498/markets"],
};

function dataOfKept(path: string): string[] {
  const id = new URLSearchParams(path.split("?")[1]).get("id");
  return [`/dashboard/api/history/${id}`, `/dashboard/api/history/${id}/shares`];
}

const SCRIPTS = /\/assets\/.*\.js$/;

async function delay(page: Page): Promise<void> {
  await page.route(/\/(?:assets|dashboard\/api|api)\//, async (route) => {
    await new Promise((resolve) => setTimeout(resolve, DELAY_MS));
    await route.continue().catch(() => {});
  });
}

type Shift = { value: number; hadRecentInput: boolean; sources: Array<{ node: Node | null }> };

/** Every page opened from now on notes its layout shifts. */
async function watchShifts(page: Page): Promise<void> {
  await page.addInitScript(() => {
    const noted = { shift: 0, moved: [] as string[] };
    Object.assign(globalThis, { noted });
    new PerformanceObserver((list) => {
      for (const entry of list.getEntries() as unknown as Shift[]) {
        if (entry.hadRecentInput) continue;
        noted.shift += entry.value;
        noted.moved.push(...entry.sources.map(({ node }) => String(Object(node).className)));
      }
    }).observe({ type: "layout-shift", buffered: true });
  });
}

async function shiftOf(page: Page, path: string): Promise<{ shift: number; moved: string[] }> {
  // Another page first: only a change of what follows the # would not load anything.
  await page.goto("about:blank");
  await page.goto(path, { waitUntil: "networkidle" });
  await page.getByRole("heading", { level: 1 }).first().waitFor();
  return readShift(page);
}

function readShift(page: Page): Promise<{ shift: number; moved: string[] }> {
  // Two frames later every shift has been reported.
  return page.evaluate(
    () =>
      new Promise((resolve) =>
        requestAnimationFrame(() =>
          requestAnimationFrame(() => resolve((globalThis as unknown as { noted: never }).noted)),
        ),
      ),
  );
}

/** The address of a kept result. */
async function keepResult(page: Page): Promise<string> {
  await page.goto("/history");
  await page.getByRole("button", { name: "Turn on" }).click();
  await page.getByText("No results yet.").waitFor();
  await page.goto("/");
  await page.getByLabel("Text to check").fill(STIFF_TEXT);
  await page.getByRole("button", { name: "Check", exact: true }).click();
  await page.getByRole("heading", { name: "What counted" }).waitFor();
  await page.goto("/history");
  const href = await page.locator(".kept-list a").first().getAttribute("href");
  return href ?? "";
}
