// axe-core on a page as it stands.
import { readFileSync } from "node:fs";
import { createRequire } from "node:module";
import type { Page } from "playwright-core";

const axe = readFileSync(createRequire(import.meta.url).resolve("axe-core/axe.min.js"), "utf8");

/** The rules that judge colours. Themes differ in nothing else (web/styles/base.css). */
const COLOUR_RULES = ["color-contrast", "link-in-text-block"];

/** All faults in the theme the page is in, and those of colours in the other one, which it then stays in. */
export async function findFaultsInThemes(page: Page): Promise<string[]> {
  const isDark = await page.evaluate(() => matchMedia("(prefers-color-scheme: dark)").matches);
  const [now, next] = isDark ? (["dark", "light"] as const) : (["light", "dark"] as const);
  const faults = (await findFaults(page)).map((fault) => `${now}: ${fault}`);
  await page.emulateMedia({ colorScheme: next });
  const coloured = (await findFaults(page, COLOUR_RULES)).map((fault) => `${next}: ${fault}`);
  return [...faults, ...coloured];
}

/** Sentences about what axe-core finds on the page as it stands. */
export async function findFaults(page: Page, rules?: readonly string[]): Promise<string[]> {
  // Colours may still be on their way to the new theme's, and dialogs to their place.
  await page.evaluate(() =>
    Promise.all(document.getAnimations().map((each) => each.finished.catch(() => {}))).then(
      () => {},
    ),
  );
  if (!(await page.evaluate(() => "axe" in window))) await page.evaluate(axe);
  return page.evaluate(async (values) => {
    type Finding = { id: string; nodes: Array<{ html: string }> };
    type Axe = { run(options: object): Promise<{ violations: Finding[] }> };
    const { run } = (window as unknown as { axe: Axe }).axe;
    const runOnly = values === undefined ? {} : { runOnly: { type: "rule", values } };
    const { violations } = await run({ resultTypes: ["violations"], ...runOnly });
    return violations.map(
      ({ id, nodes }) => `${id} at ${nodes.map(({ html }) => html.slice(0, 160)).join(" ; ")}`,
    );
  }, rules);
}
