// axe-core on a page as it stands.
import { readFileSync } from "node:fs";
import { createRequire } from "node:module";
import type { Page } from "playwright-core";

const axe = readFileSync(createRequire(import.meta.url).resolve("axe-core/axe.min.js"), "utf8");

/** The same in both themes; the page stays in the one it was in. */
export async function findFaultsInThemes(page: Page): Promise<string[]> {
  const isDark = await page.evaluate(() => matchMedia("(prefers-color-scheme: dark)").matches);
  const faults: string[] = [];
  for (const colorScheme of isDark ? (["light", "dark"] as const) : (["dark", "light"] as const)) {
    await page.emulateMedia({ colorScheme });
    const found = await findFaults(page);
    faults.push(...found.map((fault) => `${colorScheme}: ${fault}`));
  }
  return faults;
}

/** Sentences about what axe-core finds on the page as it stands. */
export async function findFaults(page: Page): Promise<string[]> {
  // Colours may still be on their way to the new theme's, and dialogs to their place.
  await page.evaluate(() =>
    Promise.all(document.getAnimations().map((each) => each.finished.catch(() => {}))).then(
      () => {},
    ),
  );
  await page.evaluate(axe);
  return page.evaluate(async () => {
    type Finding = { id: string; nodes: Array<{ html: string }> };
    type Axe = { run(options: object): Promise<{ violations: Finding[] }> };
    const { run } = (window as unknown as { axe: Axe }).axe;
    const { violations } = await run({ resultTypes: ["violations"] });
    return violations.map(
      ({ id, nodes }) => `${id} at ${nodes.map(({ html }) => html.slice(0, 160)).join(" ; ")}`,
    );
  });
}
