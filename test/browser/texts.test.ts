// Whole journeys in a real browser against the real program: texts and files, with the mouse and with the keyboard
// alone, on a desktop and on a phone, in both themes.
import { unzipSync } from "fflate";
import Pdf from "pdfkit";
import type { Page } from "playwright-core";
import { describe, expect, test } from "vitest";
import { openAccounts } from "../contract/v1.ts";
import { startProgram } from "../program.ts";
import {
  follow,
  isBrowserHere,
  LOOKS,
  openMenu,
  PASSWORD,
  PATIENT_MS,
  STIFF_TEXT,
  signOut,
  signUp,
} from "./browser.ts";
import { useBrowser } from "./use-browser.ts";

/** Prose in the manner of a machine, a table, and a few plain sentences: several of its phrases are rewritten. */
const MACHINE_TEXT =
  "It is important to note that the committee made a decision to conduct an investigation into the " +
  "matter. Due to the fact that many schools were absent, the results were subsequently utilized. In " +
  "today's rapidly evolving educational landscape, effective communication plays a pivotal role in " +
  "fostering collaboration, ensuring that every student has the opportunity to thrive. Moreover, it " +
  "underscores the importance of inclusive policies that address the diverse needs of learners and " +
  "their families.\n\n| year | boats |\n|---|---|\n| 2019 | 14 |\n\n" +
  "The ferry was late again, so we sat on the wall by the ticket office and counted gulls. My aunt " +
  "had packed boiled eggs, which rolled around in the bag and cracked one by one. Nobody minded.";

describe.skipIf(!isBrowserHere)("texts and files on the dashboard", { timeout: PATIENT_MS }, () => {
  const { visit, program } = useBrowser();

  describe.each(LOOKS)("$width px, $theme", (look) => {
    test("a new install can be tried at once, and its operator takes owner@localhost", async () => {
      const fresh = await startProgram({ WORKERS: "1" });
      const { page } = await visit(look, fresh);
      await page.goto("/");
      await page.getByLabel("Text to check").fill("A short text is enough to see that it works.");
      await page.getByRole("button", { name: "Check", exact: true }).click();
      await page.getByRole("heading", { name: "What counted" }).waitFor();
      await expect
        .poll(() =>
          page.getByText("Needs at least 50 words of prose; this text has 10 words.").count(),
        )
        .toBe(1);

      await page.getByRole("link", { name: "Set up the first account" }).click();
      await page.getByLabel("New password").fill(PASSWORD);
      await page.getByRole("button", { name: "Claim account" }).click();
      await page.getByRole("heading", { name: "Keys", exact: true }).waitFor();
      await openMenu(page);
      await expect.poll(() => page.getByRole("link", { name: "owner@localhost" }).count()).toBe(1);
      await expect.poll(() => page.getByText("You have no keys yet.").count()).toBe(1);

      // Once claimed, nobody else can claim it.
      const { page: other } = await visit(look, fresh);
      await other.goto("/sign-in");
      await other.getByLabel("Password").waitFor();
      expect(await other.getByText("Set up the first account").count()).toBe(0);
      await fresh.stop();
    });

    test("check a text, see its segments, rewrite it, refuse one change, copy the rest", async () => {
      const { page } = await visit(look);
      await signUp(page);
      await page.getByLabel("Text to check").fill(MACHINE_TEXT);
      await page.getByRole("button", { name: "Check", exact: true }).click();
      const marked = page.getByRole("document", { name: "The text, sentence by sentence" });
      await marked.waitFor();
      // Every character that was sent is shown again, marked or not.
      expect(await marked.evaluate((box) => box.textContent)).toBe(MACHINE_TEXT);
      await expect.poll(() => marked.locator("mark").count()).toBeGreaterThan(5);
      await expect.poll(() => marked.locator("mark.gray").count()).toBeGreaterThan(0);
      await page.getByRole("button", { name: "Next", exact: true }).click();
      await page.getByText(/^Sentence 1 of \d+:/).waitFor();
      await expect.poll(() => page.getByText("it does not show who wrote it").count()).toBe(1);

      await page.getByRole("button", { name: "Rewrite", exact: true }).click();
      await page.getByRole("heading", { name: "Rewritten" }).waitFor();
      const changes = page.locator(".change-list input");
      const count = await changes.count();
      expect(count).toBeGreaterThan(1);
      const text = page.getByRole("group", { name: "The text with its changes" });
      const first = text.getByRole("button").first();
      const from = (await first.locator("del").allInnerTexts()).join("");
      await first.click();
      await page.getByText(`${count - 1} of ${count} accepted`).waitFor();
      expect(await first.getAttribute("aria-pressed")).toBe("false");

      await page.getByRole("button", { name: "Copy text" }).click();
      await page.getByRole("button", { name: "Copied" }).waitFor();
      const copied = await page.evaluate(() => navigator.clipboard.readText());
      expect(copied).not.toBe(MACHINE_TEXT);
      expect(copied).toContain(from);
      expect(copied).toContain("| 2019 | 14 |");

      await page.getByRole("combobox", { name: /^Show/ }).selectOption("sides");
      await expect
        .poll(() => page.getByRole("heading", { name: "Before", exact: true }).count())
        .toBe(1);
      await expect.poll(() => page.locator(".sides ins").count()).toBeGreaterThan(0);

      await page.getByRole("button", { name: "Reject all" }).click();
      await page.getByText(`0 of ${count} accepted`).waitFor();
      await page.getByRole("button", { name: "Copy text" }).click();
      await page.waitForFunction(
        (original) => navigator.clipboard.readText().then((now) => now === original),
        MACHINE_TEXT,
      );
    });

    test("several files are checked, sorted, downloaded, opened and reported at one check a verdict", async () => {
      const { page } = await visit(look);
      await signUp(page);
      await page.goto("/history");
      await page.getByRole("button", { name: "Turn on" }).click();
      await page.getByText("No results yet.").waitFor();
      await page.goto("/");
      await page.getByLabel("Open files").setInputFiles([
        { name: "essay.txt", mimeType: "text/plain", buffer: Buffer.from(STIFF_TEXT) },
        {
          name: "=sum.md",
          mimeType: "text/markdown",
          buffer: Buffer.from("# Gulls\n\nTwo of them."),
        },
        { name: "letter.pdf", mimeType: "application/pdf", buffer: await makePdf(STIFF_TEXT) },
        {
          name: "broken.pdf",
          mimeType: "application/pdf",
          buffer: Buffer.from("%PDF-1.4 no more"),
        },
      ]);
      await page.getByRole("heading", { name: "Check files" }).waitFor();
      await page.getByText("3 of 4 files checked").waitFor();
      const row = (name: string) => page.getByRole("row", { name });
      await expect.poll(() => row("broken.pdf").innerText()).toContain("The PDF is damaged");
      await expect.poll(() => row("=sum.md").innerText()).toContain("short text");
      await page.getByRole("button", { name: "Words" }).click();
      const names = () => page.locator(".file-name").allInnerTexts();
      await expect.poll(async () => (await names()).slice(-2)).toEqual(["=sum.md", "broken.pdf"]);
      await page.getByRole("button", { name: "Words" }).click();
      await expect.poll(async () => (await names())[0]).toBe("=sum.md");
      await expect.poll(() => page.locator("[aria-sort=ascending]").innerText()).toContain("Words");
      const csv = await downloadedBy(page, "Download CSV");
      expect(csv.toString()).toMatch(
        /^file,verdict,probability,words,warnings,problem\r\n'=sum\.md,/,
      );

      expect(await page.locator(".verdict-badge").count()).toBe(3);
      // A damaged file would only fail again.
      expect(await page.getByRole("button", { name: "Try again" }).count()).toBe(0);
      const report = await downloadedBy(page, "Report on letter.pdf");
      expect(report.subarray(0, 5).toString()).toBe("%PDF-");
      const reports = unzipSync(await downloadedBy(page, "All reports (ZIP)"));
      expect(Object.keys(reports)).toEqual([
        "001-essay.txt.pdf",
        "002-=sum.md.pdf",
        "003-letter.pdf.pdf",
      ]);

      await page.getByRole("button", { name: "letter.pdf", exact: true }).click();
      const marked = page.getByRole("document", { name: "The text, sentence by sentence" });
      await marked.waitFor();
      await expect.poll(() => marked.innerText()).toContain("The ferry was late again");
      const verdict = await page.locator(".verdict-name").innerText();
      expect((await downloadedBy(page, "HTML")).toString()).toContain(verdict);
      expect((await downloadedBy(page, "PDF")).toString("latin1")).toMatch(/^%PDF-/);

      await follow(page, "Usage");
      await page.getByText("used today").waitFor();
      // The short one had no verdict and cost nothing.
      await expect.poll(() => page.locator(".figure-value").first().innerText()).toBe("2");
      await follow(page, "History");
      await page.getByRole("link", { name: "letter.pdf" }).click();
      await marked.waitFor();
      expect((await downloadedBy(page, "PDF")).toString("latin1")).toMatch(/^%PDF-/);
      // The list of files has waited, and is gone for whoever comes next.
      await follow(page, "Check a text");
      await page.getByRole("link", { name: "Files", exact: true }).click();
      await page.getByText("3 of 4 files checked").waitFor();
      await signOut(page);
      await page.getByRole("link", { name: "Files", exact: true }).click();
      await page.getByText("Drop files here").waitFor();
      expect(await page.getByText("letter.pdf").count()).toBe(0);
    });

    test("dropped files find their place, and those beyond the quota say so", async () => {
      const { page } = await visit(look);
      const email = await signUp(page);
      const drop = async (selector: string, files: Record<string, string>) => {
        const data = await page.evaluateHandle((entries) => {
          const transfer = new DataTransfer();
          for (const [name, text] of entries) transfer.items.add(new File([text], name));
          return transfer;
        }, Object.entries(files));
        await page.dispatchEvent(selector, "drop", { dataTransfer: data });
      };
      await drop("textarea", { "one.txt": "One plain text goes into the editor." });
      await page.waitForFunction(() => document.querySelector("textarea")?.value.startsWith("One"));
      const { accounts, close } = await openAccounts(program());
      await accounts.enrolment.setQuota((await accounts.enrolment.find(email))?.id ?? "", 1);
      await close();
      await drop("textarea", { "a.txt": STIFF_TEXT, "b.txt": STIFF_TEXT, "c.txt": STIFF_TEXT });
      await page.getByText("1 of 3 files checked").waitFor();
      await expect.poll(() => page.getByText("No checks left today.").count()).toBe(2);
      await page.getByText("No checks left today: the 1 check of your account is used.").waitFor();
      // Beside its place a file is not opened in place of the page.
      await drop("h1", { "stray.txt": "stray" });
      await expect.poll(() => page.getByRole("heading", { name: "Check files" }).count()).toBe(1);
    });
  });

  test("a long text is taken with a sign of progress, and the page stays usable", async () => {
    const { page } = await visit();
    await page.goto("/");
    const long = Array.from({ length: 80 }, (_, at) => `Part ${at + 1}. ${STIFF_TEXT}`).join(
      "\n\n",
    );
    expect(long.length).toBeGreaterThan(50_000);
    await page.getByLabel("Text to check").fill(long);
    await page.getByRole("button", { name: "Check", exact: true }).click();
    await page
      .getByText("Reading the text")
      .or(page.getByRole("heading", { name: "What counted" }))
      .first()
      .waitFor();
    await page.getByRole("heading", { name: "What counted" }).waitFor();
    const marked = page.getByRole("document", { name: "The text, sentence by sentence" });
    expect(await marked.evaluate((box) => box.textContent?.length)).toBe(long.length);
    await page.getByRole("button", { name: "Previous" }).click();
    await page.getByText(/^Sentence (\d+) of \1:/).waitFor();
  });
});

/** A real PDF of one page. */
async function makePdf(text: string): Promise<Buffer> {
  const pdf = new Pdf();
  pdf.text(text);
  pdf.end();
  return Buffer.concat(await pdf.toArray());
}

async function downloadedBy(page: Page, button: string): Promise<Buffer> {
  const downloading = page.waitForEvent("download");
  await page.getByRole("button", { name: button, exact: true }).click();
  const file = await (await downloading).createReadStream();
  return Buffer.concat(await file.toArray());
}
