// The dashboard with the keyboard alone, on a desktop and in a window as narrow as a phone.
import type { Page } from "playwright-core";
import { describe, expect, test } from "vitest";
import { isBrowserHere, LOOKS, PASSWORD, PATIENT_MS, STIFF_TEXT } from "./browser.ts";
import { useBrowser } from "./use-browser.ts";

describe.skipIf(!isBrowserHere)("the dashboard by keyboard", { timeout: PATIENT_MS }, () => {
  const { visit } = useBrowser();

  describe.each(LOOKS)("$width px, $theme", (look) => {
    test("everything on the check page can be done with the keyboard alone", async () => {
      const { page } = await visit(look);
      await page.goto("/");
      await page.getByRole("heading", { name: "Check a text" }).waitFor();
      await page.keyboard.press("Tab");
      expect(await focusedName(page)).toBe("Skip to content");
      await tabTo(page, "Text to check");
      await page.keyboard.insertText(STIFF_TEXT);
      await tabTo(page, "Check");
      await page.keyboard.press("Enter");
      await page.getByRole("heading", { name: "What counted" }).waitFor();
      await tabTo(page, "Next");
      await page.keyboard.press("Enter");
      await page.getByText(/^Sentence 1 of/).waitFor();
      await tabTo(page, "Rewrite");
      await page.keyboard.press("Enter");
      await page.getByRole("heading", { name: "Rewritten" }).waitFor();
      await tabUntil(page, (name) => name.includes(" → ") && name.length < 200);
      await page.keyboard.press("Space");
      const isUsed = () =>
        page.evaluate(() => document.activeElement?.getAttribute("aria-pressed"));
      expect(await isUsed()).toBe("false");
      await page.keyboard.press("Enter");
      expect(await isUsed()).toBe("true");
      await tabTo(page, "Copy text");
      await page.keyboard.press("Enter");
      await page.getByRole("button", { name: "Copied" }).waitFor();
    });

    test("an account, a key and the history are within reach of the keyboard alone", async () => {
      const { page } = await visit(look);
      await page.goto("/sign-up");
      await page.getByRole("heading", { name: "Create account" }).waitFor();
      await tabTo(page, "Email address");
      await page.keyboard.insertText(`keys-only-${look.width}-${process.pid}@test.example`);
      await tabTo(page, "Password");
      await page.keyboard.insertText(PASSWORD);
      await page.keyboard.press("Enter");
      await page.getByRole("heading", { name: "Check a text" }).waitFor();
      const isNarrow = look.width < 600;
      if (isNarrow) await openMenuByKey(page);
      await tabTo(page, "Keys");
      await page.keyboard.press("Enter");
      await page.getByText("You have no keys yet.").waitFor();
      await tabTo(page, "Create key");
      await page.keyboard.press("Enter");
      await tabTo(page, "Domain");
      await page.keyboard.insertText("example.com");
      await page.keyboard.press("Enter");
      // Where the key appears the reading goes on, and one step leads to its copy.
      await page.getByRole("heading", { name: "Your new key" }).waitFor();
      expect(await focusedName(page)).toBe("Your new key");
      await tabTo(page, "Copy the key");
      await page.keyboard.press("Enter");
      await page.waitForFunction(() =>
        navigator.clipboard.readText().then((text) => text.startsWith("ls_live_")),
      );
      await tabTo(page, "I have copied it");
      await page.keyboard.press("Enter");
      await tabTo(page, "Revoke example.com");
      await page.keyboard.press("Enter");
      await page.getByRole("dialog").waitFor();
      await page.keyboard.press("Escape");
      await page.getByRole("dialog").waitFor({ state: "detached" });
      if (isNarrow) await openMenuByKey(page);
      await tabTo(page, "History");
      await page.keyboard.press("Enter");
      await tabTo(page, "Days");
      await page.keyboard.press("Enter");
      await page.getByText("No results yet.").waitFor();
    });
  });
});

/** The name a screen reader would say for what has the focus. */
function focusedName(page: Page): Promise<string> {
  return page.evaluate(() => {
    const element = document.activeElement as HTMLInputElement | null;
    if (element === null || element === document.body) return "";
    const label = element.getAttribute("aria-label") ?? element.labels?.[0]?.textContent;
    return (label ?? element.textContent ?? "").trim();
  });
}

/** The navigation of a phone is behind a button. */
async function openMenuByKey(page: Page): Promise<void> {
  await tabTo(page, "Menu");
  await page.keyboard.press("Enter");
}

function tabTo(page: Page, name: string): Promise<void> {
  return tabUntil(page, (focused) => focused === name);
}

async function tabUntil(page: Page, isThere: (name: string) => boolean): Promise<void> {
  const seen: string[] = [];
  for (let count = 0; count < 60; count += 1) {
    const name = await focusedName(page);
    if (isThere(name)) return;
    seen.push(name.slice(0, 30));
    await page.keyboard.press("Tab");
  }
  throw new Error(`The keyboard does not lead there; it led to ${seen.join(" | ")}.`);
}
