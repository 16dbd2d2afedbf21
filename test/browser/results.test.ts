// What a result shows and how it is kept: one number, the reasons behind it, and nothing is lost in between.
import { describe, expect, test } from "vitest";
import {
  follow,
  isBrowserHere,
  LOOKS,
  PATIENT_MS,
  STIFF_TEXT,
  signOut,
  signUp,
  type Visit,
} from "./browser.ts";
import { useBrowser } from "./use-browser.ts";

type Page = Visit["page"];

const GERMAN =
  "Der Zug kam wieder zu spät, also setzten wir uns auf die Mauer neben dem Schalter und zählten die Möwen. " +
  "Meine Tante hatte gekochte Eier eingepackt, die in der Tasche herumrollten und eins nach dem anderen " +
  "zerbrachen. Niemand hat sich darüber beschwert, und am Ende fuhren wir doch noch an den See, wo es den ganzen " +
  "Nachmittag regnete, bis wir nass und müde wieder nach Hause gingen.";

describe.skipIf(!isBrowserHere)("results on the dashboard", { timeout: PATIENT_MS }, () => {
  const { visit: open } = useBrowser();
  const visit = async (options?: Parameters<typeof open>[0]) => {
    const opened = await open(options);
    await opened.page.goto("/");
    await opened.page.getByRole("heading", { name: "Check a text" }).waitFor();
    return opened;
  };

  describe.each(LOOKS)("$width px, $theme", (look) => {
    test("a text has one AI probability: when checked, rewritten, checked again and in the history", async () => {
      const { page } = await visit(look);
      await signUp(page);
      await page.goto("/history");
      await page.getByRole("button", { name: "Turn on" }).click();
      await page.getByText("No results yet.").waitFor();
      await page.goto("/");
      await example(page, "Written by an AI");
      await check(page);
      const first = await probabilityOf(page);
      await page.getByText("Details", { exact: true }).click();
      await expect.poll(() => page.getByTestId("raw-score").innerText()).toMatch(/^\d+ %$/);
      await page.getByRole("button", { name: "Rewrite", exact: true }).click();
      await page.getByRole("heading", { name: "Rewritten" }).waitFor();
      const figures = page.getByRole("row", { name: /^AI probability/ });
      const [before, after] = (await figures.innerText()).match(/\d+ %/g) ?? [];
      expect(before).toBe(first);
      await page.getByRole("button", { name: "Check this version" }).click();
      await page.getByRole("heading", { name: "What counted" }).waitFor();
      expect(await probabilityOf(page)).toBe(after);
      await follow(page, "History");
      await page.locator(".kept-list li").nth(2).waitFor();
      const outcomes = await page.locator(".kept-outcome").allInnerTexts();
      expect(outcomes[0]).toContain(`${after} AI probability`);
      expect(outcomes[1]).toMatch(new RegExp(`^Rewritten\\s+${first} AI probability before$`));
      expect(outcomes[2]).toContain(`${first} AI probability`);
    });

    test("the three examples get the verdict they stand for, and the mixed one its share", async () => {
      const { page } = await visit(look);
      const verdicts = {
        "Written by a person": /^(?:Likely h|H)uman-written$/,
        "Written by an AI": /^(?:Likely )?AI-generated$/,
        "Half and half": /^Mixed$/,
      };
      for (const [name, verdict] of Object.entries(verdicts)) {
        await example(page, name);
        await check(page);
        await expect.poll(() => page.locator(".verdict-name").innerText()).toMatch(verdict);
        if (name !== "Half and half") await page.getByRole("button", { name: "New check" }).click();
      }
      const name = page.locator(".verdict-name");
      expect(await name.getAttribute("class")).toContain("unsure");
      const share = await page.getByText(/^\d+ % of the words read like an AI’s$/).innerText();
      expect(await page.locator(".gauge").count()).toBe(0);
      const bar = page.getByRole("img", {
        name: new RegExp(`^${Number.parseInt(share, 10)} per cent`),
      });
      await bar.waitFor();
      // The stretch that is named leads to its first sentence.
      await page.getByRole("button", { name: /^Sentences \d+–\d+$/ }).click();
      const chosen = page.locator("mark.chosen");
      await expect.poll(() => chosen.innerText()).toContain("Community gardens");
    });

    test("a result says why: phrases in the text, evidence of a sentence, signs of the whole", async () => {
      const { page } = await visit(look);
      await example(page, "Written by an AI");
      await check(page);
      const why = page.getByRole("region", { name: "Why" });
      await why
        .getByText(/in a million words of AI texts, [\d.,]+ in human ones/)
        .first()
        .waitFor();
      await why
        .getByText(/most human texts of this length/)
        .first()
        .waitFor();
      await expect.poll(() => page.locator(".highlighted .phrase.ai").count()).toBeGreaterThan(2);
      const phrase = why.getByRole("button").first();
      const words = (await phrase.innerText()).replace(/[‘’]/g, "");
      await phrase.click();
      const sentence = page.locator(".chosen-sentence");
      await expect.poll(() => sentence.innerText()).toContain(`‘${words}’`);
      await expect.poll(() => sentence.innerText()).toMatch(/The score comes mostly from/);
      await expect.poll(() => page.locator("mark.chosen").innerText()).toContain(words);
    });

    test("draft and result outlive a reload, and Back leads from result to result to the editor", async () => {
      const { page } = await visit(look);
      const editor = page.getByLabel("Text to check");
      await editor.fill("A draft that is not finished.");
      await page.reload();
      await expect.poll(() => editor.inputValue()).toBe("A draft that is not finished.");
      await editor.fill(STIFF_TEXT);
      await check(page);
      await page.reload();
      const marked = page.getByRole("document", { name: "The text, sentence by sentence" });
      await marked.waitFor();
      expect(await marked.evaluate((box) => box.textContent)).toBe(STIFF_TEXT);
      await page.getByRole("button", { name: "Rewrite", exact: true }).click();
      await page.getByRole("heading", { name: "Rewritten" }).waitFor();
      await page.goBack();
      await marked.waitFor();
      await page.goForward();
      await page.getByRole("heading", { name: "Rewritten" }).waitFor();
      await page.goBack();
      await marked.waitFor();
      await page.goBack();
      await expect.poll(() => editor.inputValue()).toBe(STIFF_TEXT);
      await page.goForward();
      await marked.waitFor();
      await page.getByRole("button", { name: "New check" }).click();
      await expect.poll(() => editor.inputValue()).toBe("");
      await page.waitForFunction(() => document.activeElement?.tagName === "TEXTAREA");
      // Another page in between changes nothing.
      await follow(page, "Documentation");
      await page.getByRole("heading", { name: "Documentation" }).waitFor();
      await page.goBack();
      await editor.waitFor();
      await page.goBack();
      await marked.waitFor();
      expect(await page.evaluate(() => JSON.stringify(localStorage))).toBe("{}");
    });

    test("nothing of a text stays in the tab after signing out", async () => {
      const { page } = await visit(look);
      await signUp(page);
      await page.getByLabel("Text to check").fill(STIFF_TEXT);
      await check(page);
      expect(await page.evaluate(() => JSON.stringify(sessionStorage))).toContain("ferry");
      await signOut(page);
      await page.getByRole("link", { name: "Sign in" }).first().waitFor();
      expect(await page.evaluate(() => JSON.stringify(sessionStorage))).toBe("{}");
      await page.goBack();
      await page.getByLabel("Text to check").waitFor();
      expect(await page.getByText("The ferry was late").count()).toBe(0);
    });

    test("an Uncertain gives its own reason, and so does a text that is not rewritten", async () => {
      const { page } = await visit(look);
      const verdict = page.getByRole("region", { name: "Uncertain" });
      await page.getByLabel("Text to check").fill(GERMAN);
      await check(page);
      await verdict.getByText("The detector is not validated for German").waitFor();
      // Nothing was measured, and nothing is shown as if it were.
      expect(await page.locator(".gauge, .highlighted mark").count()).toBe(0);
      await page.getByRole("button", { name: "Rewrite", exact: true }).click();
      await page.getByRole("heading", { name: "Nothing was changed" }).waitFor();
      await page.getByText("Only English prose is rewritten").waitFor();
      await page.getByRole("button", { name: "New check" }).click();
      await page.getByLabel("Text to check").fill("Seven words are too few to judge.");
      await check(page);
      await verdict.getByText("Under 50 words of prose: too little to judge reliably.").waitFor();
      await verdict.getByText("Needs at least 50 words of prose; this text has 7 words.").waitFor();
    });

    test("an opened file is an entry of the history, and clearing asks first", async () => {
      const { page } = await visit(look);
      await page.getByRole("link", { name: "Files", exact: true }).click();
      await page
        .getByLabel("Choose files")
        .setInputFiles([
          { name: "essay.txt", mimeType: "text/plain", buffer: Buffer.from(STIFF_TEXT) },
        ]);
      await page.getByRole("button", { name: "essay.txt", exact: true }).click();
      await page.getByRole("heading", { name: "What counted" }).waitFor();
      await page.goBack();
      await page.getByText("1 of 1 file checked").waitFor();
      await page.getByRole("button", { name: "Clear list" }).click();
      const asked = page.getByRole("dialog", { name: "Clear the list?" });
      await asked.waitFor();
      const { middle, window } = await asked.evaluate((box) => {
        const { top, bottom } = box.getBoundingClientRect();
        return { middle: (top + bottom) / 2, window: innerHeight / 2 };
      });
      expect(Math.abs(middle - window)).toBeLessThan(2);
      await asked.getByRole("button", { name: "Cancel" }).click();
      await page.getByText("1 of 1 file checked").waitFor();
      await page.getByRole("button", { name: "Clear list" }).click();
      await asked.getByRole("button", { name: "Clear list" }).click();
      await page.getByText("1 of 1 file checked").waitFor({ state: "detached" });
    });
  });

  test("on a phone every step brings its outcome into sight, and the focus with it", async () => {
    const { page } = await visit({ width: 390, theme: "dark" });
    await page.getByLabel("Text to check").fill(STIFF_TEXT);
    await check(page);
    await isAtTop(page, "#verdict");
    await page.getByRole("button", { name: "Rewrite", exact: true }).click();
    await page.getByRole("heading", { name: "Rewritten" }).waitFor();
    await isAtTop(page, "#rewrite");
    await page.getByRole("button", { name: "Check this version" }).click();
    await page.getByRole("heading", { name: "What counted" }).waitFor();
    await isAtTop(page, "#verdict");
  });

  test("on a phone the chosen sentence stands whole below what is said of it", async () => {
    const { page } = await visit({ width: 390 });
    await example(page, "Written by an AI");
    await check(page);
    await page.getByRole("region", { name: "Why" }).getByRole("button").first().click();
    await page.locator("mark.chosen").waitFor();
    await page.waitForFunction(() => {
      const said = document.querySelector(".walk")?.getBoundingClientRect();
      const mark = document.querySelector("mark.chosen")?.getBoundingClientRect();
      if (said === undefined || mark === undefined) return false;
      return mark.top >= said.bottom && mark.bottom <= innerHeight;
    });
  });

  test("a long rewrite shows how much is done, and is stopped at no cost", async () => {
    const { page } = await visit();
    await signUp(page);
    const long = Array.from({ length: 40 }, (_, at) => `Part ${at + 1}. ${STIFF_TEXT}`).join(
      "\n\n",
    );
    await page.getByLabel("Text to check").fill(long);
    await page.getByRole("button", { name: "Rewrite", exact: true }).click();
    await page.getByRole("progressbar", { name: "Trying edits", exact: true }).waitFor();
    await page.getByText(/^[1-9]\d? % done\./).waitFor();
    await page.getByRole("button", { name: "Stop" }).click();
    await page.getByRole("button", { name: "Rewrite", exact: true }).waitFor();
    await follow(page, "Usage");
    await page.getByText("used today").waitFor();
    await expect.poll(() => page.locator(".figure-value").first().innerText()).toBe("0");
  });

  test("Ctrl+Enter checks; a long check shows its progress and can be stopped at no cost", async () => {
    const { page } = await visit();
    await signUp(page);
    const editor = page.getByLabel("Text to check");
    const long = Array.from({ length: 90 }, (_, at) => `Part ${at + 1}. ${STIFF_TEXT}`).join(
      "\n\n",
    );
    await editor.fill(long);
    await editor.press("Control+Enter");
    await page.getByRole("progressbar", { name: "Reading the text, estimated" }).waitFor();
    await page.getByText(/A text of this length usually takes about \d+ s/).waitFor();
    await expect.poll(() => page.evaluate(() => document.activeElement?.id)).toBe("stop");
    await page.getByRole("button", { name: "Stop" }).click();
    await page.getByRole("button", { name: "Check", exact: true }).waitFor();
    await expect.poll(() => editor.inputValue()).toBe(long);
    await follow(page, "Usage");
    await page.getByText("used today").waitFor();
    await expect.poll(() => page.locator(".figure-value").first().innerText()).toBe("0");
  });
});

async function example(page: Page, name: string): Promise<void> {
  await page.getByRole("button", { name, exact: true }).click();
  await page.waitForFunction(() => (document.querySelector("textarea")?.value.length ?? 0) > 500);
}

async function check(page: Page): Promise<void> {
  await page.getByRole("button", { name: "Check", exact: true }).click();
  await page.getByRole("heading", { name: "What counted" }).waitFor();
}

/** The number beside the verdict, such as `97 %`. */
function probabilityOf(page: Page): Promise<string> {
  return page.locator(".gauge-figure strong").innerText();
}

/** Waits until the element has the focus and stands in the upper half of the window. */
async function isAtTop(page: Page, selector: string): Promise<void> {
  await page.waitForFunction((wanted) => {
    const element = document.querySelector(wanted);
    const { top = -1 } = element?.getBoundingClientRect() ?? {};
    return element === document.activeElement && top >= 0 && top < innerHeight / 2;
  }, selector);
}
