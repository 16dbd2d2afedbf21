// Every page of the dashboard and every state of one that looks different, as a walk.
import { STIFF_TEXT, type Visit } from "./browser.ts";

type Page = Visit["page"];

/** A page or a state of one: how to get there, and what shows that it is reached. `widen` is for one that is drawn for the
 * width it was opened at. */
export type Stop = [
  name: string,
  go: (page: Page) => Promise<void>,
  widen?: (page: Page) => Promise<void>,
];

/** Every page and state of somebody who is signed in, in the order of a walk. */
export const STOPS: readonly Stop[] = [
  ["check a text", (page) => open(page, "/", "Check a text")],
  [
    "a result",
    async (page) => {
      await open(page, "/", "Check a text");
      await page.getByLabel("Text to check").fill(STIFF_TEXT);
      await page.getByRole("button", { name: "Check", exact: true }).click();
      await page.getByRole("heading", { name: "What counted" }).waitFor();
      await page.getByRole("button", { name: "Next", exact: true }).click();
    },
  ],
  [
    "a rewrite",
    async (page) => {
      await page.getByRole("button", { name: "Rewrite", exact: true }).click();
      await page.getByRole("heading", { name: "Rewritten" }).waitFor();
    },
  ],
  [
    "a rewrite side by side",
    async (page) => {
      await page.getByRole("combobox", { name: /^Show/ }).selectOption("sides");
    },
  ],
  [
    "a mixed result",
    async (page) => {
      await page.getByRole("button", { name: "New check" }).click();
      await page.getByRole("button", { name: "Half and half" }).click();
      await page.getByRole("button", { name: "Check", exact: true }).click();
      await page.getByRole("heading", { name: "Mixed" }).waitFor();
      await page.getByText("Details", { exact: true }).click();
      await page.getByRole("button", { name: "Next AI-like" }).click();
    },
  ],
  [
    "a result without a score",
    async (page) => {
      await page.getByRole("button", { name: "New check" }).click();
      await page.getByLabel("Text to check").fill(`${"Der Zug kam wieder zu spät. ".repeat(15)}`);
      await page.getByRole("button", { name: "Check", exact: true }).click();
      await page.getByText("not validated for German").waitFor();
    },
  ],
  [
    "files",
    async (page) => {
      await open(page, "/files", "Check files");
    },
  ],
  [
    "files that were checked",
    async (page) => {
      await page.getByLabel("Choose files").setInputFiles([
        { name: "essay.txt", mimeType: "text/plain", buffer: Buffer.from(STIFF_TEXT) },
        { name: `${"long".repeat(50)}.txt`, mimeType: "text/plain", buffer: Buffer.from("") },
      ]);
      await page.getByText("1 of 2 files checked").waitFor();
      await page.getByRole("button", { name: "AI probability" }).click();
    },
  ],
  [
    "a file that was opened",
    async (page) => {
      await page.getByRole("button", { name: "essay.txt", exact: true }).click();
      await page.getByRole("heading", { name: "What counted" }).waitFor();
    },
  ],
  [
    "keys",
    async (page) => {
      await open(page, "/keys", "Keys");
      await page.getByText("Checks today").first().waitFor();
    },
  ],
  [
    "the key form",
    async (page) => {
      await page.getByRole("button", { name: "Create key" }).click();
      await page.getByLabel("Expires").selectOption("date");
    },
  ],
  [
    "a new key",
    async (page) => {
      await page.getByLabel("Expires").selectOption("30");
      await page.getByLabel("Domain").fill("localhost");
      await page.getByRole("button", { name: "Create key" }).click();
      await page.getByRole("heading", { name: "Your new key" }).waitFor();
    },
  ],
  [
    "revoking a key",
    async (page) => {
      await page.getByRole("button", { name: "I have copied it" }).click();
      await page.getByRole("button", { name: "Revoke localhost" }).first().click();
      await page.getByRole("dialog").waitFor();
    },
  ],
  [
    "rotating a key",
    async (page) => {
      await page.getByRole("button", { name: "Cancel" }).click();
      await page.getByRole("button", { name: "Rotate localhost" }).first().click();
      await page.getByRole("dialog").waitFor();
    },
  ],
  [
    "usage",
    async (page) => {
      await open(page, "/usage", "Usage");
      await pointAtDay(page);
      await page.getByText("Show as table").click();
      await page.getByRole("combobox", { name: /^Group by/ }).selectOption("endpoint");
    },
    pointAtDay,
  ],
  [
    "history, switched off",
    async (page) => {
      await open(page, "/history", "History");
      await page.getByRole("button", { name: "Turn on" }).waitFor();
    },
  ],
  [
    "history with a result",
    async (page) => {
      await page.getByRole("button", { name: "Turn on" }).click();
      await page.getByText("No results yet.").waitFor();
      await open(page, "/", "Check a text");
      await page.getByLabel("Text to check").fill(STIFF_TEXT);
      await page.getByRole("button", { name: "Check", exact: true }).click();
      await page.getByRole("heading", { name: "What counted" }).waitFor();
      await open(page, "/history", "History");
      await page.locator(".kept-list li").first().waitFor();
    },
  ],
  [
    "switching the history off",
    async (page) => {
      await page.getByRole("button", { name: "Turn off …" }).click();
      await page.getByRole("dialog").waitFor();
    },
  ],
  [
    "a kept result",
    async (page) => {
      await page.getByRole("button", { name: "Cancel" }).click();
      await page.locator(".kept-list a").first().click();
      await page.getByRole("heading", { name: "What counted" }).waitFor();
    },
  ],
  [
    "deleting a result",
    async (page) => {
      await page.getByRole("button", { name: "Delete …" }).click();
      await page.getByRole("dialog").waitFor();
    },
  ],
  [
    "after a result was deleted",
    async (page) => {
      await page.getByRole("dialog").getByRole("button", { name: "Delete" }).click();
      await page.getByRole("button", { name: "Undo" }).waitFor();
    },
  ],
  ["account", (page) => open(page, "/account", "Sessions")],
  [
    "deleting the account",
    async (page) => {
      await page.getByRole("button", { name: "Delete account …" }).click();
      await page.getByRole("dialog").waitFor();
    },
  ],
  ["after an account was deleted", (page) => open(page, "/goodbye", "Account deleted")],
  ["locations", (page) => open(page, "/locations", "States")],
  ["a state", (page) => open(page, "/locations?state=20", "Districts")],
  [
    "a district",
    async (page) => {
      await open(page, "/locations?district=498", "Markets");
      await page.getByRole("img", { name: /^Map/ }).waitFor();
    },
    async (page) => {
      await page.reload();
      await page.getByRole("img", { name: /^Map/ }).waitFor();
    },
  ],
  [
    "a market",
    async (page) => {
      await page.locator(".column .records a").first().click();
      await page.getByRole("heading", { name: "Markets nearby" }).waitFor();
    },
    async (page) => {
      await page.reload();
      await page.getByRole("heading", { name: "Markets nearby" }).waitFor();
    },
  ],
  ["search", (page) => open(page, "/locations?q=lasalgoan", "Markets")],
  ["a PIN code", (page) => open(page, "/locations?q=411001", "Markets")],
  [
    "a search without results",
    async (page) => {
      await page.goto("/locations?q=qqqqxx");
      await page.getByText("No state, district or market matches").waitFor();
    },
  ],
  ["documentation", (page) => open(page, "/documentation", "Reading a result")],
  [
    "settings",
    async (page) => {
      await open(page, "/settings", "Settings");
      await page.getByRole("cell", { name: "127.0.0.1", exact: true }).waitFor();
    },
  ],
];

/** Scalar's pages: only their width is ours to judge. */
export const REFERENCES: readonly Stop[] = [
  ["reference of the text service", (page) => open(page, "/v1/docs", "Lodestone text")],
  ["reference of the directory", (page) => open(page, "/api/docs", "Lodestone location")],
];

export const SIGNED_OUT: readonly Stop[] = [
  ["no such page", (page) => open(page, "/kyes", "Page not found")],
  ["sign in", (page) => open(page, "/sign-in", "Sign in")],
  ["sign up", (page) => open(page, "/sign-up", "Create account")],
  ["welcome", (page) => open(page, "/welcome", "Welcome to Lodestone")],
];

export async function open(page: Page, path: string, heading: string): Promise<void> {
  await page.goto(path);
  await page.getByRole("heading", { name: heading }).first().waitFor();
}

async function pointAtDay(page: Page): Promise<void> {
  await page.locator(".u-over").hover();
  await page.locator(".chart-tooltip").waitFor();
}
