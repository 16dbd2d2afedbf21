// Whole journeys in a real browser against the real program: what people come for, from end to end.
import { execFile } from "node:child_process";
import { join } from "node:path";
import { promisify } from "node:util";
import { unzipSync } from "fflate";
import Pdf from "pdfkit";
import type { Browser } from "playwright-core";
import { afterAll, afterEach, beforeAll, describe, expect, test } from "vitest";
import { openAccounts } from "../contract/v1.ts";
import { type Program, startProgram } from "../program.ts";
import {
  FOREIGN_HOST,
  isBrowserHere,
  launchBrowser,
  makeKey,
  openPage,
  PASSWORD,
  PATIENT_MS,
  STIFF_TEXT,
  signUp,
  type Visit,
} from "./browser.ts";

describe.skipIf(!isBrowserHere)("journeys through the dashboard", { timeout: PATIENT_MS }, () => {
  let program: Program;
  let browser: Browser;
  const visits: Visit[] = [];
  beforeAll(async () => {
    [program, browser] = await Promise.all([startProgram({ WORKERS: "1" }), launchBrowser()]);
  });
  afterAll(async () => {
    await browser?.close();
    await program?.stop();
  });
  afterEach(async () => {
    // Whatever a journey was about: nothing broke on the way and nobody else was asked.
    const problems = visits.flatMap((visit) => visit.problems);
    for (const visit of visits.splice(0)) await visit.close();
    if (problems.length > 0) throw new Error(problems.join("\n"));
  });
  const visit = async (options?: Parameters<typeof openPage>[2]) => {
    const opened = await openPage(browser, program, options);
    visits.push(opened);
    return opened;
  };

  test("a new install can be tried at once, and its operator takes owner@localhost", async () => {
    const { page } = await visit();
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
    await expect.poll(() => page.getByRole("link", { name: "owner@localhost" }).count()).toBe(1);
    await expect.poll(() => page.getByText("You have no keys yet.").count()).toBe(1);

    // Taken once, it is nobody else's to take.
    const { page: other } = await visit();
    await other.goto("/sign-in");
    await other.getByLabel("Password").waitFor();
    expect(await other.getByText("Set up the first account").count()).toBe(0);
  });

  test("sign up, make a key, use it from another process, see it counted, revoke it", async () => {
    const { page } = await visit();
    await signUp(page);
    const key = await makeKey(page, "Essay form");
    expect(key).toMatch(/^ls_live_[0-9A-Za-z]{36}$/);
    await expect.poll(() => page.getByText("Origin: https://example.com").count()).toBe(1);
    await page.getByRole("button", { name: "Copy the key" }).click();
    expect(await page.evaluate(() => navigator.clipboard.readText())).toBe(key);

    expect(await callFromElsewhere(program, key)).toMatch(/^checked /);

    await page.getByRole("button", { name: "I have copied it" }).click();
    expect(await page.getByTestId("secret").count()).toBe(0);
    await page.getByRole("link", { name: "Usage", exact: true }).click();
    await page.getByText("used today").waitFor();
    await expect.poll(() => page.locator(".figure-value").first().innerText()).toBe("1");
    await page.getByText("Show as table").click();
    const today = new Date().toISOString().slice(0, 10);
    await expect.poll(() => page.getByRole("row", { name: `${today} 1` }).count()).toBe(1);

    const downloading = page.waitForEvent("download");
    await page.getByRole("button", { name: "Download CSV" }).click();
    const csv = await (await downloading).createReadStream();
    const lines = (await csv.toArray()).map(String).join("").split("\r\n");
    expect(lines[1]).toBe(`${today},check,detect,Essay form,example.com,${key.slice(-4)},1`);

    await page.getByRole("link", { name: "Keys", exact: true }).click();
    await page.getByRole("button", { name: "Revoke Essay form" }).click();
    await page.getByRole("button", { name: "Revoke key" }).click();
    await page.getByText("1 inactive key").waitFor();
    expect(await callFromElsewhere(program, key)).toBe("refused 401");
  });

  test("a rotated key and its successor both work, and the old one is shown as being replaced", async () => {
    const { page } = await visit();
    await signUp(page);
    const old = await makeKey(page, "Newsroom");
    await page.getByRole("button", { name: "I have copied it" }).click();
    await page.getByRole("button", { name: "Rotate Newsroom" }).click();
    await page.getByRole("button", { name: "Rotate key" }).click();
    await page.getByRole("heading", { name: "Your new key" }).waitFor();
    const next = await page.getByTestId("secret").innerText();
    expect(next).not.toBe(old);
    await expect.poll(() => page.getByText("Grace period", { exact: true }).count()).toBe(1);
    expect(await callFromElsewhere(program, old)).toMatch(/^checked /);
    expect(await callFromElsewhere(program, next)).toMatch(/^checked /);
  });

  test("check a text, see its segments, rewrite it, refuse one change, copy the rest", async () => {
    const { page } = await visit();
    await signUp(page);
    await page.getByLabel("Text to check").fill(STIFF_TEXT);
    await page.getByRole("button", { name: "Check", exact: true }).click();
    const marked = page.getByRole("document", { name: "The text, sentence by sentence" });
    await marked.waitFor();
    // Every character that was sent is shown again, marked or not.
    expect(await marked.evaluate((box) => box.textContent)).toBe(STIFF_TEXT);
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
    expect(copied).not.toBe(STIFF_TEXT);
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
      STIFF_TEXT,
    );
  });

  test("a used-up quota is explained, with the time it returns", async () => {
    const { page } = await visit();
    const email = await signUp(page);
    const { accounts, close } = await openAccounts(program);
    const account = await accounts.enrolment.find(email);
    await accounts.enrolment.setQuota(account?.id ?? "", 1);
    await close();
    await page.getByLabel("Text to check").fill("One check is all this account has for today.");
    await page.getByRole("button", { name: "Check", exact: true }).click();
    await page.getByRole("heading", { name: "What counted" }).waitFor();
    const explained = page.getByText(/No checks left today: .* Resets at 00:00 UTC/);
    await explained.waitFor();
    // Known before anything is sent: the notice is read out instead.
    let sent = 0;
    page.on("request", (request) => {
      if (request.url().endsWith("/dashboard/api/detect")) sent += 1;
    });
    await page.getByRole("button", { name: "Edit text" }).click();
    await page.getByRole("button", { name: "Check", exact: true }).click();
    await page.waitForFunction(() => document.activeElement?.id === "no-checks-left");
    await page.getByLabel("Text to check").press("Control+Enter");
    await page.waitForFunction(() => document.activeElement?.id === "no-checks-left");
    expect(sent).toBe(0);
    // A tab that does not know yet is refused by the service.
    const status = await page.evaluate(async () => {
      const reply = await fetch("/dashboard/api/detect", {
        method: "POST",
        headers: { "content-type": "application/json", "x-lodestone-dashboard": "1" },
        body: JSON.stringify({ content: "One more." }),
      });
      return reply.status;
    });
    expect(status).toBe(429);
    await page.getByRole("link", { name: "Usage", exact: true }).click();
    await page.getByText("No checks left today.").waitFor();
    await page.getByText("No checks left that day").waitFor();
  });

  test("a second account sees nothing of the first, and ended sessions are out", async () => {
    const { page } = await visit();
    const email = await signUp(page);
    await makeKey(page, "The first one’s key");
    const { page: second } = await visit();
    await signUp(second);
    await second.getByRole("link", { name: "Keys", exact: true }).click();
    await second.getByText("You have no keys yet.").waitFor();
    await second.getByRole("link", { name: "Usage", exact: true }).click();
    await second.getByText("No checks in this period.").waitFor();
    expect(await second.content()).not.toContain("The first one");

    // The first one signs in elsewhere and ends that session from here.
    const { page: elsewhere } = await visit();
    await elsewhere.goto("/sign-in?next=/usage");
    await elsewhere.getByLabel("Email address").fill(email);
    await elsewhere.getByLabel("Password").fill("not the password");
    await elsewhere.getByRole("button", { name: "Sign in" }).click();
    await elsewhere.getByText("Wrong email address or password.").waitFor();
    await elsewhere.getByLabel("Password").fill(PASSWORD);
    await elsewhere.getByRole("button", { name: "Sign in" }).click();
    await elsewhere.getByText("used today").waitFor();
    await page.goto("/account");
    await page.getByRole("button", { name: /^Sign out .+/ }).click();
    const asked = page.getByRole("dialog", { name: "Sign out this session?" });
    await asked.getByText("has to sign in again").waitFor();
    await asked.getByRole("button", { name: "Sign out", exact: true }).click();
    await page.getByRole("button", { name: /^Sign out .+/ }).waitFor({ state: "detached" });
    await elsewhere.getByRole("link", { name: "Keys", exact: true }).click();
    await elsewhere.getByRole("heading", { name: "Sign in" }).waitFor();
  });

  test("a password is changed and an account deleted by its owner", async () => {
    const { page } = await visit();
    const email = await signUp(page);
    await page.goto("/account");
    await page.getByLabel("Current password").fill(PASSWORD);
    await page.getByLabel("New password").fill("another four plain words");
    await page.getByRole("button", { name: "Change password" }).click();
    await page.getByText("Password changed.").waitFor();
    await page.getByRole("button", { name: "Delete account …" }).click();
    await page.getByLabel("Your password").fill(PASSWORD);
    await page.getByRole("button", { name: "Delete account", exact: true }).click();
    await page.getByText("The password is wrong.").waitFor();
    await page.getByLabel("Your password").fill("another four plain words");
    await page.getByRole("button", { name: "Delete account", exact: true }).click();
    await page.getByRole("heading", { name: "Account deleted" }).waitFor();
    await page.getByRole("link", { name: "Go to home page" }).click();
    await page.getByRole("heading", { name: "Check a text" }).waitFor();
    await page.goto("/sign-in");
    await page.getByLabel("Email address").fill(email);
    await page.getByLabel("Password").fill("another four plain words");
    await page.getByRole("button", { name: "Sign in" }).click();
    await page.getByText("Wrong email address or password.").waitFor();
  });

  test("everything on the check page can be done with the keyboard alone", async () => {
    const { page } = await visit();
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
    const isUsed = () => page.evaluate(() => document.activeElement?.getAttribute("aria-pressed"));
    expect(await isUsed()).toBe("false");
    await page.keyboard.press("Enter");
    expect(await isUsed()).toBe("true");
    await tabTo(page, "Copy text");
    await page.keyboard.press("Enter");
    await page.getByRole("button", { name: "Copied" }).waitFor();
  });

  test("an account, a key and the history are within reach of the keyboard alone", async () => {
    const { page } = await visit();
    await page.goto("/sign-up");
    await page.getByRole("heading", { name: "Create account" }).waitFor();
    await tabTo(page, "Email address");
    await page.keyboard.insertText(`keys-only-${process.pid}@test.example`);
    await tabTo(page, "Password");
    await page.keyboard.insertText(PASSWORD);
    await page.keyboard.press("Enter");
    await page.getByRole("heading", { name: "Check a text" }).waitFor();
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
    await tabTo(page, "History");
    await page.keyboard.press("Enter");
    await tabTo(page, "Days");
    await page.keyboard.press("Enter");
    await page.getByText("No results yet.").waitFor();
  });

  test("from state to district to market, and straight there by a misspelt name", async () => {
    const { page } = await visit();
    await page.goto("/");
    await page.getByRole("link", { name: "Locations", exact: true }).click();
    await page.getByRole("link", { name: "Maharashtra" }).click();
    await page.getByRole("link", { name: "Nashik" }).click();
    const markets = page.getByRole("region", { name: "Markets" });
    await markets.getByText("Lasalgaon APMC", { exact: true }).waitFor();
    await markets.getByRole("button", { name: /copy the id of Lasalgaon APMC$/ }).click();
    const id = await page.evaluate(() => navigator.clipboard.readText());
    expect(id).toMatch(/^\d+$/);
    // The call that is shown gives what is shown.
    const path = await page.getByRole("link", { name: /^GET \/api/ }).getAttribute("href");
    const reply = await page.request.get(path ?? "");
    const { data } = (await reply.json()) as { data: Array<{ id: number; name: string }> };
    expect(data.find(({ name }) => name === "Lasalgaon APMC")?.id).toBe(Number(id));

    await page.getByLabel("Search by name").pressSequentially("lasalgoan");
    const results = page.getByRole("region", { name: "Results" });
    await results.getByText("Lasalgaon APMC", { exact: true }).waitFor();
    expect(page.url()).toContain("/locations?q=lasalgoan");
    await page.getByLabel("Search by name").fill("zzzzqqqq");
    await page.getByText("No results.").waitFor();
    // The page is what its address says, also when a link or the way back changes it.
    await page.waitForURL("**/locations?q=zzzzqqqq");
    await page.getByRole("link", { name: "Locations", exact: true }).click();
    await page.getByRole("link", { name: "Goa" }).waitFor();
    await expect.poll(() => page.getByLabel("Search by name").inputValue()).toBe("");
    await page.goBack();
    await page.getByText("No results.").waitFor();
    await expect.poll(() => page.getByLabel("Search by name").inputValue()).toBe("zzzzqqqq");
  });

  test("results are kept when asked for, opened again, exported, and deleted as told", async () => {
    const { page } = await visit();
    await signUp(page);
    const check = async (text: string) => {
      await page.goto("/");
      await page.getByLabel("Text to check").fill(text);
      await page.getByRole("button", { name: "Check", exact: true }).click();
      await page.getByRole("heading", { name: "What counted" }).waitFor();
    };
    await check("A first text that nobody asked to keep.");
    await page.getByRole("link", { name: "History", exact: true }).click();
    await page.getByText("the server forgets a text as soon as it has answered").waitFor();
    await page.getByLabel("Days").fill("7");
    await page.getByRole("button", { name: "Turn on" }).click();
    await page.getByText("No results yet.").waitFor();
    await check(`A second text, and this one is kept. ${STIFF_TEXT}`);
    await page.getByText("Kept for 7 days in your").waitFor();
    await page.getByRole("button", { name: "Rewrite", exact: true }).click();
    await page.getByRole("heading", { name: "Rewritten" }).waitFor();

    await page.getByRole("link", { name: "History", exact: true }).click();
    const kept = page.locator(".kept-list li");
    await kept.first().waitFor();
    expect(await kept.count()).toBe(2);
    expect(await page.getByText("A first text").count()).toBe(0);
    const downloading = page.waitForEvent("download");
    await page.getByRole("button", { name: "Download JSON" }).click();
    const json = await (await downloading).createReadStream();
    const { results } = JSON.parse((await json.toArray()).map(String).join(""));
    expect(results.map(({ endpoint }: { endpoint: string }) => endpoint)).toEqual([
      "regenerate",
      "detect",
    ]);

    await kept.last().getByRole("link").click();
    const marked = page.getByRole("document", { name: "The text, sentence by sentence" });
    await marked.waitFor();
    expect(await marked.evaluate((box) => box.textContent)).toBe(results[1].content);
    await page.getByRole("button", { name: "Delete …" }).click();
    const asked = page.getByRole("dialog", { name: "Delete this result?" });
    await asked.getByText("A second text").waitFor();
    await asked.getByRole("button", { name: "Delete", exact: true }).click();
    await page.getByRole("heading", { name: "History", exact: true }).waitFor();
    await kept.first().waitFor();
    expect(await kept.count()).toBe(1);

    await page.getByRole("button", { name: "Turn off …" }).click();
    await page.getByRole("button", { name: "Delete all", exact: true }).click();
    await page.getByText("the server forgets a text as soon as it has answered").waitFor();
    expect(await kept.count()).toBe(0);
    // The browser itself never held any of it.
    expect(await page.evaluate(() => JSON.stringify(localStorage))).toBe("{}");
  });

  test("several files are checked, sorted, downloaded, opened and reported at one check each", async () => {
    const { page } = await visit();
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
      { name: "broken.pdf", mimeType: "application/pdf", buffer: Buffer.from("%PDF-1.4 no more") },
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

    await page.getByRole("link", { name: "Usage", exact: true }).click();
    await page.getByText("used today").waitFor();
    await expect.poll(() => page.locator(".figure-value").first().innerText()).toBe("3");
    await page.getByRole("link", { name: "History", exact: true }).click();
    await page.getByRole("link", { name: "letter.pdf" }).click();
    await marked.waitFor();
    expect((await downloadedBy(page, "PDF")).toString("latin1")).toMatch(/^%PDF-/);
    // The list of files has waited, and is gone for whoever comes next.
    await page.getByRole("link", { name: "Check a text" }).click();
    await page.getByRole("link", { name: "Files", exact: true }).click();
    await page.getByText("3 of 4 files checked").waitFor();
    await page.getByRole("button", { name: "Sign out" }).click();
    await page.getByRole("link", { name: "Files", exact: true }).click();
    await page.getByText("Drop files here").waitFor();
    expect(await page.getByText("letter.pdf").count()).toBe(0);
  });

  test("dropped files find their place, and those beyond the quota say so", async () => {
    const { page } = await visit();
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
    const { accounts, close } = await openAccounts(program);
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

  test("who goes back at once comes back to the search, not to an empty page", async () => {
    const { page } = await visit();
    await page.goto("/locations?q=zzzzqqqq");
    await page.getByText("No results.").waitFor();
    await page.clock.install();
    await page.clock.pauseAt(Date.now() + 60_000);
    await page.getByRole("link", { name: "Locations", exact: true }).click();
    // Every pause between the two clicks is tried, by a clock that stands still meanwhile.
    for (let ms = 0; ms < 200; ms += 10) {
      await page.clock.runFor(ms);
      await page.evaluate(() => history.back());
      await page.clock.runFor(400);
      await page.getByText("No results.").waitFor();
      expect(page.url()).toContain("/locations?q=zzzzqqqq");
      await page.evaluate(() => history.forward());
      await page.waitForURL("**/locations");
    }
  });

  test("a page opened by a foreign name must sign in before it checks anything", async () => {
    const { page, base } = await visit({ host: FOREIGN_HOST });
    await page.goto("/");
    await page.getByText("to check a text").waitFor();
    await page.getByLabel("Text to check").fill("This must not be checked without an account.");
    const status = await page.evaluate(async (url) => {
      const reply = await fetch(`${url}/dashboard/api/detect`, {
        method: "POST",
        headers: { "content-type": "application/json", "x-lodestone-dashboard": "1" },
        body: JSON.stringify({ content: "This must not be checked." }),
      });
      return reply.status;
    }, base);
    expect(status).toBe(401);
    // Check leads to the sign-in, and the text is still there afterwards.
    await page.getByRole("button", { name: "Check", exact: true }).click();
    await page.getByText("Sign in to see this page.").waitFor();
    await page.getByRole("link", { name: "Create account" }).click();
    await page.getByLabel("Email address").fill(`foreign-${process.pid}@test.example`);
    await page.getByLabel("Password").fill(PASSWORD);
    await page.getByRole("button", { name: "Create account" }).click();
    await page.getByRole("heading", { name: "Check a text" }).waitFor();
    await expect
      .poll(() => page.getByLabel("Text to check").inputValue())
      .toBe("This must not be checked without an account.");
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

/** Another process with another client: what a customer's program would do. */
async function callFromElsewhere(program: Program, key: string): Promise<string> {
  const client = new URL("../../client/client.ts", import.meta.url).href;
  const script = `
    const { createClient } = await import(${JSON.stringify(client)});
    const [, url, apiKey, text] = process.argv;
    const { authenticity } = createClient({ baseUrl: url, apiKey, origin: "https://example.com" });
    const result = await authenticity.detect(text).then(
      (answer) => "checked " + answer.verdict,
      (error) => "refused " + error.status,
    );
    process.stdout.write(result);
  `;
  const ca = join(program.dataDir, "tls/ca.pem");
  const words = ["--input-type=module", "-e", script, program.https, key, STIFF_TEXT];
  const { stdout } = await promisify(execFile)(process.execPath, words, {
    env: { ...process.env, NODE_EXTRA_CA_CERTS: ca },
  });
  return stdout;
}

type Page = Visit["page"];

/** The name a screen reader would say for what has the focus. */
function focusedName(page: Page): Promise<string> {
  return page.evaluate(() => {
    const element = document.activeElement as HTMLInputElement | null;
    if (element === null || element === document.body) return "";
    const label = element.getAttribute("aria-label") ?? element.labels?.[0]?.textContent;
    return (label ?? element.textContent ?? "").trim();
  });
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
