// A real Chromium on the real program: starting it, and recording script errors, policy violations and requests.
import { existsSync } from "node:fs";
import { type Browser, type BrowserContext, chromium, type Page } from "playwright-core";
import type { Program } from "../program.ts";

/** Without a window of its own, which takes more processor time than the pages in it; where only the whole browser is
 * installed, that one. */
export const CHROMIUM =
  ["/usr/bin/chromium-headless-shell", "/usr/bin/chromium"].find((file) => existsSync(file)) ?? "";

/** Without it the tests are skipped by name; test/run.ts installs it where it can. */
export const isBrowserHere = CHROMIUM !== "";

/** A foreign name that leads to this machine: a page opened by it is not local. */
export const FOREIGN_HOST = "lodestone.test";

/** Waits are generous: two cores may be busy with other tests. */
const PATIENCE_MS = 120_000;

/** For a whole test. */
export const PATIENT_MS = 600_000;

/** How every Chromium is started here. */
export const LAUNCH = {
  executablePath: CHROMIUM,
  timeout: 90_000,
  args: [
    "--no-sandbox",
    "--headless",
    "--disable-gpu",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-sync",
    "--no-first-run",
    "--disable-dev-shm-usage",
    `--host-resolver-rules=MAP ${FOREIGN_HOST} 127.0.0.1`,
  ],
};

export function launchBrowser(): Promise<Browser> {
  return chromium.launch(LAUNCH);
}

/** The variants of a journey: both widths and both themes, in as few runs as possible. */
export const LOOKS = [
  { width: 1280, theme: "light" as const },
  { width: 390, theme: "dark" as const },
];

export type Visit = {
  page: Page;
  context: BrowserContext;
  /** Script errors, refusals by the page's own policy, and requests to anybody but the program. */
  problems: string[];
  close(): Promise<void>;
};

export async function openPage(
  browser: Browser,
  program: Program,
  {
    width = 1280,
    theme = "light",
    host = "127.0.0.1",
  }: { width?: number; theme?: "light" | "dark"; host?: string } = {},
): Promise<Visit & { base: string }> {
  const base = `https://${host}:${program.httpsPort}`;
  const context = await browser.newContext({
    ignoreHTTPSErrors: true,
    viewport: { width, height: 860 },
    colorScheme: theme,
    permissions: ["clipboard-read", "clipboard-write"],
    baseURL: base,
  });
  context.setDefaultTimeout(PATIENCE_MS);
  const page = await context.newPage();
  const problems: string[] = [];
  page.on("pageerror", (error) => problems.push(`script error: ${error.message}`));
  page.on("console", (message) => {
    // An answer with an error status is shown on the page, and Chromium tells of it once more.
    const isExpected = message.text().startsWith("Failed to load resource");
    if (message.type() === "error" && !isExpected) problems.push(message.text());
  });
  page.on("request", (request) => {
    const { origin, protocol } = new URL(request.url());
    if (origin !== base && protocol !== "blob:" && protocol !== "data:") {
      problems.push(`request to ${request.url()}`);
    }
  });
  return { base, page, context, problems, close: () => context.close() };
}

export const PASSWORD = "four plain words here";

let people = 0;

/** Makes an account through the pages and leaves the visitor signed in. */
export async function signUp(page: Page, email?: string): Promise<string> {
  const address = email ?? `person-${++people}-${process.pid}@test.example`;
  await page.goto("/sign-up");
  await page.getByLabel("Email address").fill(address);
  await page.getByLabel("Password").fill(PASSWORD);
  await page.getByRole("button", { name: "Create account" }).click();
  await page.getByRole("heading", { name: "Check a text" }).waitFor();
  return address;
}

/** Follows a link of the navigation, which a phone keeps behind a button. */
export async function follow(page: Page, name: string): Promise<void> {
  await openMenu(page);
  const navigation = page.getByRole("navigation", { name: "Main" });
  await navigation.getByRole("link", { name, exact: true }).click();
}

export async function signOut(page: Page): Promise<void> {
  await openMenu(page);
  const button = page.getByRole("button", { name: "Sign out", exact: true });
  await button.click();
  await button.waitFor({ state: "detached" });
}

/** Shows the navigation where it is behind a button. */
export async function openMenu(page: Page): Promise<void> {
  // A page that is not drawn yet has no button either.
  await page.locator("#navigation").waitFor({ state: "attached" });
  const menu = page.getByRole("button", { name: "Menu" });
  if (!(await menu.isVisible())) return;
  if ((await menu.getAttribute("aria-expanded")) === "false") await menu.click();
}

/** Makes a key through the pages and gives it back as it was shown. */
export async function makeKey(page: Page, name: string, domain = "example.com"): Promise<string> {
  await page.goto("/keys");
  await page.getByRole("button", { name: "Create key" }).click();
  await page.getByLabel("Name", { exact: true }).fill(name);
  await page.getByLabel("Domain", { exact: true }).fill(domain);
  await page.getByRole("button", { name: "Create key" }).click();
  await page.getByRole("heading", { name: "Your new key" }).waitFor();
  return page.getByTestId("secret").innerText();
}

/** Stiff prose of our own: the rewriter finds something to do in it. */
export const STIFF_TEXT =
  "It is important to note that the committee made a decision to conduct an investigation into the " +
  "matter prior to the commencement of the season. Due to the fact that a number of schools were " +
  "unable to participate, the results were subsequently utilized for the purpose of facilitating " +
  "improvements. In today's rapidly evolving educational landscape, effective communication plays a " +
  "pivotal role in fostering collaboration, ensuring that every student has the opportunity to thrive. " +
  "Moreover, it underscores the importance of inclusive policies that address the diverse needs of " +
  "learners and their families.\n\n" +
  "| year | boats |\n|---|---|\n| 2019 | 14 |\n\n" +
  "The ferry was late again, so we sat on the wall by the ticket office and counted gulls. My aunt " +
  "had packed boiled eggs, which rolled around in the bag and cracked one by one. Nobody minded.";
