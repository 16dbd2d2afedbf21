// Accounts and what they keep, in a real browser at both widths and in both themes: a forgotten password, the second
// factor, test keys, the history at a glance, and links to single results.
import { unzipSync } from "fflate";
import { Secret, TOTP } from "otpauth";
import type { Browser, Download, Page } from "playwright-core";
import { afterAll, afterEach, beforeAll, describe, expect, test } from "vitest";
import { call, FORM, form } from "../contract/v1.ts";
import { type Program, startProgram } from "../program.ts";
import { startSmtp } from "../services/smtp.ts";
import { findFaultsInThemes } from "./axe.ts";
import {
  FOREIGN_HOST,
  isBrowserHere,
  LOOKS,
  launchBrowser,
  openPage,
  PASSWORD,
  PATIENT_MS,
  STIFF_TEXT,
  signOut,
  signUp,
  type Visit,
} from "./browser.ts";

describe.skipIf(!isBrowserHere)("accounts in a browser", { timeout: PATIENT_MS }, () => {
  let program: Program;
  let browser: Browser;
  let smtp: Awaited<ReturnType<typeof startSmtp>>;
  const visits: Visit[] = [];
  beforeAll(async () => {
    smtp = await startSmtp({ user: "lodestone", pass: "mail password" });
    [program, browser] = await Promise.all([
      startProgram({
        WORKERS: "1",
        SMTP_URL: smtp.url,
        MAIL_FROM: "lodestone@lodestone.example",
        PUBLIC_URL: "https://lodestone.example",
      }),
      launchBrowser(),
    ]);
  });
  afterAll(async () => {
    await browser?.close();
    await program?.stop();
    await smtp?.stop();
  });
  afterEach(async () => {
    const problems = visits.flatMap((visit) => visit.problems);
    for (const visit of visits.splice(0)) await visit.close();
    if (problems.length > 0) throw new Error(problems.join("\n"));
  });
  const visit = async (options?: Parameters<typeof openPage>[2]) => {
    const opened = await openPage(browser, program, options);
    visits.push(opened);
    return opened.page;
  };

  // Else the second try would create a live key for every endpoint.
  test("a key's type and endpoints stay as chosen when the form is corrected", async () => {
    const page = await visit();
    await signUp(page);
    await page.goto("/keys");
    await page.getByRole("button", { name: "Create key" }).click();
    await page.getByRole("radio", { name: /^Test/ }).check();
    await page.getByText("Limits", { exact: true }).click();
    await page.getByRole("checkbox", { name: /^Rewrite/ }).uncheck();
    await page.getByLabel("Expires").selectOption("In 30 days");
    await page.getByLabel("Domain", { exact: true }).fill("not a domain");
    await page.getByRole("button", { name: "Create key" }).click();
    await page.getByRole("alert").waitFor();
    await page.getByLabel("Domain", { exact: true }).fill("example.com");
    await page.getByRole("button", { name: "Create key" }).click();
    await page.getByRole("heading", { name: "Your new key" }).waitFor();
    expect(await page.getByTestId("secret").innerText()).toMatch(/^ls_test_/);
    await page.getByText("detect, detect/batch, report, jobs").waitFor();
  });

  describe.each(LOOKS)("$width px, $theme", (look) => {
    test("a forgotten password: a link by mail sets a new one, once", async () => {
      const page = await visit(look);
      const email = await signUp(page);
      await signOut(page);
      await page.goto("/sign-in");
      await page.getByRole("link", { name: "Forgot your password?" }).click();
      await page.getByLabel("Email address").fill(email);
      expect(await findFaultsInThemes(page)).toEqual([]);
      await page.getByRole("button", { name: "Send link" }).click();
      await page.getByText("a link is on its way").waitFor();
      const { to, content } = await smtp.nextMail();
      expect(to).toEqual([email]);
      const [, token = ""] = /#([\w-]{43})/.exec(content.replaceAll("=\r\n", "")) ?? [];

      await page.goto(`/reset-password#${token}`);
      await page.getByText(`For ${email}.`).waitFor();
      // The secret has left the address bar; a reload knows it still.
      expect(new URL(page.url()).hash).toBe("");
      await page.reload();
      await page.getByLabel("New password").fill("password1234");
      await page.getByRole("button", { name: "Set password" }).click();
      await page.getByText("This one is too common").waitFor();
      await page.getByLabel("New password").fill(`${PASSWORD} and more`);
      expect(await findFaultsInThemes(page)).toEqual([]);
      await page.getByRole("button", { name: "Set password" }).click();
      await page.getByText("All sessions were signed out.").waitFor();
      await page.getByRole("link", { name: "Sign in with the new password" }).click();
      await enterPassword(page, email, `${PASSWORD} and more`);
      await page.getByRole("heading", { name: "Check a text" }).waitFor();

      const other = await visit(look);
      await other.goto(`/reset-password#${token}`);
      await other.getByText("This link no longer works").waitFor();
      expect(await findFaultsInThemes(other)).toEqual([]);
    });

    test("the second factor: turned on with an app, asked for at sign-in, turned off", async () => {
      const page = await visit(look);
      const email = await signUp(page);
      await page.goto("/account");
      await page.getByRole("button", { name: "Turn on …" }).click();
      await page.getByLabel("Your password").fill(PASSWORD);
      await page.getByRole("button", { name: "Continue" }).click();
      await page.getByRole("img", { name: "QR code for your authenticator app" }).waitFor();
      expect(await findFaultsInThemes(page)).toEqual([]);
      const key = await page.locator(".second-factor-key code").innerText();
      const totp = new TOTP({ secret: Secret.fromBase32(key.replaceAll(" ", "")) });
      await page.getByLabel("Code", { exact: true }).fill("000000");
      await page.getByRole("button", { name: "Turn on", exact: true }).click();
      await page.getByText("The code is wrong or has already been used.").waitFor();
      await page.getByLabel("Code", { exact: true }).fill(totp.generate());
      await page.getByRole("button", { name: "Turn on", exact: true }).click();
      const codes = page.getByRole("list", { name: "Recovery codes" }).getByRole("listitem");
      await codes.first().waitFor();
      expect(await codes.count()).toBe(10);
      const recovery = (await codes.allInnerTexts()).map((code) => code.trim());
      expect(await findFaultsInThemes(page)).toEqual([]);
      await page.getByRole("button", { name: "I have saved them" }).click();
      await page.getByText("You have 10 of 10 recovery codes left.").waitFor();

      await signOut(page);
      await page.goto("/sign-in");
      await enterPassword(page, email, PASSWORD);
      await page.getByRole("heading", { name: "Two-factor authentication" }).waitFor();
      await expect
        .poll(() => page.evaluate(() => document.activeElement?.getAttribute("name")))
        .toBe("code");
      expect(await findFaultsInThemes(page)).toEqual([]);
      await page.getByLabel("Code", { exact: true }).fill("000000");
      await page.getByRole("button", { name: "Sign in", exact: true }).click();
      await page.getByText("The code is wrong or has already been used.").waitFor();
      await page.getByLabel("Code", { exact: true }).fill(recovery[0] ?? "");
      await page.getByRole("button", { name: "Sign in", exact: true }).click();
      await page.getByRole("heading", { name: "Check a text" }).waitFor();

      await page.goto("/account");
      await page.getByText("You have 9 of 10 recovery codes left.").waitFor();
      await page.getByRole("button", { name: "Turn off …" }).click();
      await page.getByLabel("Your password").fill(PASSWORD);
      await page.getByLabel("Code", { exact: true }).fill(recovery[1] ?? "");
      expect(await findFaultsInThemes(page)).toEqual([]);
      await page.getByRole("button", { name: "Turn off", exact: true }).click();
      await page.getByRole("button", { name: "Turn on …" }).waitFor();
    });

    test("a test key with limits answers as the documentation says", async () => {
      const page = await visit(look);
      await signUp(page);
      await page.goto("/keys");
      await page.getByRole("button", { name: "Create key" }).click();
      await page.getByLabel("Domain", { exact: true }).fill("example.com");
      await page.getByRole("radio", { name: /^Test/ }).check();
      await page.getByText("Limits", { exact: true }).click();
      await page.getByLabel("Checks per day").fill("5");
      await page.getByRole("checkbox", { name: /^Rewrite/ }).uncheck();
      expect(await findFaultsInThemes(page)).toEqual([]);
      await page.getByRole("button", { name: "Create key" }).click();
      await page.getByRole("heading", { name: "Your new key" }).waitFor();
      const apiKey = await page.getByTestId("secret").innerText();
      expect(apiKey).toMatch(/^ls_test_\w{36}$/);
      await page.getByText("content=test:ai").waitFor();
      await page.getByRole("button", { name: "I have copied it" }).click();
      await page.getByText("0 of 5").waitFor();
      await page.getByText("detect, detect/batch, report").waitFor();
      expect(await findFaultsInThemes(page)).toEqual([]);

      const headers = {
        "x-api-key": apiKey,
        origin: "https://example.com",
        "content-type": FORM,
      };
      const ask = async (path: string, content: string) => {
        const { status, body } = await call(program, { path, headers, body: form(content) });
        return [status, body.verdict ?? body.error.type];
      };
      expect(await ask("/v1/detect", "test:ai")).toEqual([200, "AI-generated"]);
      expect(await ask("/v1/detect", "anything")).toEqual([200, "Human-written"]);
      expect(await ask("/v1/detect", "test:quota")).toEqual([429, "quota_exceeded_error"]);
      expect(await ask("/v1/regenerate", "test:ai")).toEqual([403, "permission_error"]);
      // Nothing of it was counted.
      await page.reload();
      await page.getByText("0 of 5").waitFor();
    });

    test("the history is searched, a row undone, reports saved, a result shared and revoked", async () => {
      const page = await visit(look);
      await signUp(page);
      await page.goto("/history");
      await page.getByRole("button", { name: "Turn on" }).click();
      await page.getByText("No results yet.").waitFor();
      for (const text of [STIFF_TEXT, `Second things first. ${STIFF_TEXT}`]) {
        await page.goto("/");
        await page.getByLabel("Text to check").fill(text);
        await page.getByRole("button", { name: "Check", exact: true }).click();
        await page.getByRole("heading", { name: "What counted" }).waitFor();
        await page.getByText(/^Checked on \d/).waitFor();
        await page.getByRole("button", { name: "New check" }).click();
      }
      await page.goto("/history");
      const rows = page.locator(".kept-list li");
      await expect.poll(() => rows.count()).toBe(2);
      await expect.poll(() => page.locator(".verdict-badge").count()).toBe(2);
      expect(await findFaultsInThemes(page)).toEqual([]);
      await page.getByRole("searchbox", { name: "Search results" }).fill("second THINGS");
      await page.getByText("1 of 2 results").waitFor();
      expect(await rows.count()).toBe(1);
      await page.getByRole("combobox", { name: "Verdict" }).selectOption("Rewrites");
      await page.getByText("0 of 2 results").waitFor();
      await page.getByRole("combobox", { name: "Verdict" }).selectOption("All results");
      await page.getByText("1 of 2 results").waitFor();

      const report = await download(page, () => rows.getByRole("button", { name: /^Report/ }));
      expect((await bytesOf(report)).subarray(0, 5).toString()).toBe("%PDF-");
      const zip = await download(page, () =>
        page.getByRole("button", { name: "All reports (ZIP)" }),
      );
      expect(Object.keys(unzipSync(await bytesOf(zip)))).toHaveLength(2);

      await rows.getByRole("button", { name: /^Delete/ }).click();
      await page.getByRole("dialog").getByRole("button", { name: "Delete" }).click();
      await page.getByText("0 of 1 results").waitFor();
      expect(await findFaultsInThemes(page)).toEqual([]);
      await page.getByRole("button", { name: "Undo" }).click();
      await page.getByText("1 of 2 results").waitFor();

      await rows.getByRole("link").click();
      await page.getByRole("button", { name: "Create link" }).click();
      const link = await page.getByTestId("share-link").innerText();
      expect(await findFaultsInThemes(page)).toEqual([]);
      const { pathname, hash } = new URL(link);
      expect([pathname, hash.length]).toEqual(["/shared", 44]);

      // Somebody else, elsewhere, with no account.
      const guest = await visit({ ...look, host: FOREIGN_HOST });
      const asked: string[] = [];
      guest.on("request", (request) => asked.push(request.url()));
      await guest.goto(`/shared${hash}`);
      await guest.getByText("This read-only link expires in 7 days.").waitFor();
      await guest.getByRole("heading", { name: "The text", exact: true }).waitFor();
      expect(await guest.getByRole("button", { name: "PDF" }).count()).toBe(0);
      expect(asked.filter((url) => url.includes(hash.slice(1)))).toEqual([]);
      expect(await findFaultsInThemes(guest)).toEqual([]);

      await page.getByRole("button", { name: "Revoke …" }).click();
      await page.getByRole("button", { name: "Revoke link" }).click();
      await expect
        .poll(() => page.getByRole("list", { name: "Links to this result" }).count())
        .toBe(0);
      await guest.reload();
      await guest.getByText("This link does not work").waitFor();
      expect(await findFaultsInThemes(guest)).toEqual([]);
    });
  });
});

async function enterPassword(page: Page, email: string, password: string): Promise<void> {
  await page.getByLabel("Email address").fill(email);
  await page.getByLabel("Password").fill(password);
  await page.getByRole("button", { name: "Sign in", exact: true }).click();
}

async function download(
  page: Page,
  button: () => ReturnType<Page["getByRole"]>,
): Promise<Download> {
  const downloading = page.waitForEvent("download");
  await button().click();
  return downloading;
}

async function bytesOf(file: Download): Promise<Buffer> {
  return Buffer.concat(await (await file.createReadStream()).toArray());
}
