// The HTML report in a real browser: its own policy lets its style through and nothing else, both
// themes pass an accessibility check, it fits a phone, and it prints on the sheets it was made for.
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { createRequire } from "node:module";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import type { Browser } from "playwright-core";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { type Paper, writeHtmlReport } from "../../src/report/report.ts";
import { buildCheck } from "../../testing/build-check.ts";
import { isBrowserHere, launchBrowser, PATIENT_MS } from "./browser.ts";

const axe = readFileSync(createRequire(import.meta.url).resolve("axe-core/axe.min.js"), "utf8");
const TEXT = `${"The boat came in at last, and it was the wrong one again. ".repeat(60)}\n\n${"x".repeat(3000)}. <img src=https://evil.example/x onerror=alert(1)><script>alert(1)</script>. שלום עולם.`;

describe.skipIf(!isBrowserHere)("a report in a browser", () => {
  let browser: Browser;
  const folder = mkdtempSync(join(tmpdir(), "lodestone-report-"));
  beforeAll(async () => {
    browser = await launchBrowser();
  }, PATIENT_MS);
  afterAll(async () => {
    await browser?.close();
    rmSync(folder, { recursive: true, force: true });
  });

  async function open(options: { theme?: "light" | "dark"; width?: number; paper?: Paper } = {}) {
    const { theme = "light", width = 1000, paper = "a4" } = options;
    const file = join(folder, "report.html");
    writeFileSync(file, writeHtmlReport(buildCheck(TEXT, { paper, title: "Essay" })));
    const context = await browser.newContext({
      colorScheme: theme,
      viewport: { width, height: 900 },
    });
    const page = await context.newPage();
    const problems: string[] = [];
    page.on("console", (message) => problems.push(message.text()));
    page.on("pageerror", (error) => problems.push(error.message));
    page.on("dialog", (dialog) => {
      problems.push(`dialog: ${dialog.message()}`);
      void dialog.dismiss();
    });
    const url = pathToFileURL(file).href;
    page.on("request", (request) => {
      if (request.url() !== url) problems.push(`request to ${request.url()}`);
    });
    await page.goto(url);
    return { page, problems, close: () => context.close() };
  }

  test.each(["light", "dark"] as const)(
    "%s: styled, still, and readable to everybody",
    async (theme) => {
      const { page, problems, close } = await open({ theme });
      const look = await page.evaluate(() => ({
        paper: getComputedStyle(document.body).backgroundColor,
        line: getComputedStyle(document.querySelector("mark.red") as Element).textDecorationStyle,
      }));
      expect(look.line).toBe("double");
      expect(look.paper).toBe(theme === "dark" ? "rgb(18, 23, 29)" : "rgb(255, 255, 255)");
      expect(problems).toEqual([]);
      await page.evaluate(axe);
      const found = await page.evaluate(async () => {
        type Found = { violations: { id: string; nodes: { html: string }[] }[] };
        const { run } = (window as unknown as { axe: { run(): Promise<Found> } }).axe;
        return (await run()).violations.map(({ id, nodes }) => `${id}: ${nodes[0]?.html}`);
      });
      expect(found).toEqual([]);
      await close();
    },
    PATIENT_MS,
  );

  test(
    "on a phone nothing is wider than the screen",
    async () => {
      const { page, close } = await open({ width: 360 });
      const width = await page.evaluate(() => document.documentElement.scrollWidth);
      expect(width).toBeLessThanOrEqual(360);
      await close();
    },
    PATIENT_MS,
  );

  test(
    "on a phone columns hold words, not letters one below the other",
    async () => {
      const { page, close } = await open({ width: 360 });
      const shown = await page.evaluate(() => ({
        // A box for each line the words take.
        lines: Math.max(
          ...[...document.querySelectorAll("td.kind mark")].map(
            (mark) => mark.getClientRects().length,
          ),
        ),
        width: Math.min(
          ...[...document.querySelectorAll("td.words")].map(
            (cell) => cell.getBoundingClientRect().width,
          ),
        ),
      }));
      expect(shown.lines).toBe(1);
      expect(shown.width).toBeGreaterThan(120);
      await close();
    },
    PATIENT_MS,
  );

  test.each([
    ["a4", /\/MediaBox \[0 0 59[45][\d.]* 84[12][\d.]*\]/],
    ["letter", /\/MediaBox \[0 0 612 792\]/],
  ] as const)(
    "printed, it is on %s",
    async (paper, size) => {
      const { page, close } = await open({ paper, theme: "dark" });
      const printed = await page.pdf({ preferCSSPageSize: true });
      expect(printed.toString("latin1")).toMatch(size);
      await page.emulateMedia({ media: "print", colorScheme: "dark" });
      const ink = await page.evaluate(() => getComputedStyle(document.body).color);
      expect(ink).toBe("rgb(27, 35, 45)");
      await close();
    },
    PATIENT_MS,
  );
});
