// Whole journeys in a real browser against the real program: accounts, keys, history and places, from end to end, on a
// desktop and on a phone, in both themes.
import { execFile } from "node:child_process";
import { join } from "node:path";
import { promisify } from "node:util";
import { describe, expect, test } from "vitest";
import { openAccounts } from "../contract/v1.ts";
import type { Program } from "../program.ts";
import {
  FOREIGN_HOST,
  follow,
  isBrowserHere,
  LOOKS,
  makeKey,
  PASSWORD,
  PATIENT_MS,
  STIFF_TEXT,
  signUp,
} from "./browser.ts";
import { useBrowser } from "./use-browser.ts";

describe.skipIf(!isBrowserHere)("journeys through the dashboard", { timeout: PATIENT_MS }, () => {
  const { visit, program } = useBrowser();

  describe.each(LOOKS)("$width px, $theme", (look) => {
    test("sign up, make a key, use it from another process, see it counted, revoke it", async () => {
      const { page } = await visit(look);
      await signUp(page);
      const key = await makeKey(page, "Essay form");
      expect(key).toMatch(/^ls_live_[0-9A-Za-z]{36}$/);
      await expect.poll(() => page.getByText("Origin: https://example.com").count()).toBe(1);
      await page.getByRole("button", { name: "Copy the key" }).click();
      expect(await page.evaluate(() => navigator.clipboard.readText())).toBe(key);

      expect(await callFromElsewhere(program(), key)).toMatch(/^checked /);

      await page.getByRole("button", { name: "I have copied it" }).click();
      expect(await page.getByTestId("secret").count()).toBe(0);
      await follow(page, "Usage");
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

      await follow(page, "Keys");
      await page.getByRole("button", { name: "Revoke Essay form" }).click();
      await page.getByRole("button", { name: "Revoke key" }).click();
      await page.getByText("1 inactive key").waitFor();
      expect(await callFromElsewhere(program(), key)).toBe("refused 401");
      await page.getByText("1 inactive key").click();
      await page.getByText("Refused requests of Essay form").click();
      await page.getByRole("cell", { name: "The key had been revoked" }).waitFor();
    });

    test("a rotated key and its successor both work, and the old one is shown as being replaced", async () => {
      const { page } = await visit(look);
      await signUp(page);
      const old = await makeKey(page, "Newsroom");
      await page.getByRole("button", { name: "I have copied it" }).click();
      await page.getByRole("button", { name: "Rotate Newsroom" }).click();
      await page.getByRole("button", { name: "Rotate key" }).click();
      await page.getByRole("heading", { name: "Your new key" }).waitFor();
      const next = await page.getByTestId("secret").innerText();
      expect(next).not.toBe(old);
      await expect.poll(() => page.getByText("Grace period", { exact: true }).count()).toBe(1);
      expect(await callFromElsewhere(program(), old)).toMatch(/^checked /);
      expect(await callFromElsewhere(program(), next)).toMatch(/^checked /);
    });

    test("a used-up quota is explained, with the time it returns", async () => {
      const { page } = await visit(look);
      const email = await signUp(page);
      const { accounts, close } = await openAccounts(program());
      const account = await accounts.enrolment.find(email);
      await accounts.enrolment.setQuota(account?.id ?? "", 1);
      await close();
      await page.getByLabel("Text to check").fill(STIFF_TEXT);
      await page.getByRole("button", { name: "Check", exact: true }).click();
      await page.getByRole("document", { name: "The text, sentence by sentence" }).waitFor();
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
      await follow(page, "Usage");
      await page.getByText("No checks left today.").waitFor();
      await page.getByText("No checks left that day").waitFor();
    });

    test("a second account sees nothing of the first, and ended sessions are out", async () => {
      const { page } = await visit(look);
      const email = await signUp(page);
      await makeKey(page, "The first one’s key");
      const { page: second } = await visit(look);
      await signUp(second);
      await follow(second, "Keys");
      await second.getByText("You have no keys yet.").waitFor();
      await follow(second, "Usage");
      await second.getByText("No checks in this period.").waitFor();
      expect(await second.content()).not.toContain("The first one");

      // The first one signs in elsewhere and ends that session from here.
      const { page: elsewhere } = await visit(look);
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
      await asked.getByText("will have to sign in again").waitFor();
      await asked.getByRole("button", { name: "Sign out", exact: true }).click();
      await page.getByRole("button", { name: /^Sign out .+/ }).waitFor({ state: "detached" });
      await follow(elsewhere, "Keys");
      await elsewhere.getByRole("heading", { name: "Sign in" }).waitFor();
    });

    test("a password is changed and an account deleted by its owner", async () => {
      const { page } = await visit(look);
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

    test("from state to district to market, and straight there by a misspelt name", async () => {
      const { page } = await visit(look);
      await page.goto("/");
      await follow(page, "Locations");
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
      await follow(page, "Locations");
      await page.getByRole("link", { name: "Goa" }).waitFor();
      await expect.poll(() => page.getByLabel("Search by name").inputValue()).toBe("");
      await page.goBack();
      await page.getByText("No results.").waitFor();
      await expect.poll(() => page.getByLabel("Search by name").inputValue()).toBe("zzzzqqqq");
    });

    test("results are kept when asked for, opened again, exported, and deleted as told", async () => {
      const { page } = await visit(look);
      await signUp(page);
      const check = async (text: string) => {
        await page.goto("/");
        await page.getByLabel("Text to check").fill(text);
        await page.getByRole("button", { name: "Check", exact: true }).click();
        await page.getByRole("heading", { name: "What counted" }).waitFor();
      };
      await check("A first text that nobody asked to keep.");
      await follow(page, "History");
      await page.getByText("the server forgets a text as soon as it has answered").waitFor();
      await page.getByLabel("Days").fill("7");
      await page.getByRole("button", { name: "Turn on" }).click();
      await page.getByText("No results yet.").waitFor();
      await check(`A second text, and this one is kept. ${STIFF_TEXT}`);
      await page.getByText("Kept for 7 days in your").waitFor();
      await page.getByRole("button", { name: "Rewrite", exact: true }).click();
      await page.getByRole("heading", { name: "Rewritten" }).waitFor();

      await follow(page, "History");
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

    test("a page opened by a foreign name must sign in before it checks anything", async () => {
      const { page, base } = await visit({ ...look, host: FOREIGN_HOST });
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
      await page
        .getByLabel("Email address")
        .fill(`foreign-${look.width}-${process.pid}@test.example`);
      await page.getByLabel("Password").fill(PASSWORD);
      await page.getByRole("button", { name: "Create account" }).click();
      await page.getByRole("heading", { name: "Check a text" }).waitFor();
      await expect
        .poll(() => page.getByLabel("Text to check").inputValue())
        .toBe("This must not be checked without an account.");
    });
  });

  test("who goes back at once comes back to the search, not to an empty page", async () => {
    const { page } = await visit();
    await page.goto("/locations?q=zzzzqqqq");
    await page.getByText("No results.").waitFor();
    await page.clock.install();
    await page.clock.pauseAt(Date.now() + 60_000);
    await follow(page, "Locations");
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
});

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
