// Every page for everybody: accessibility (axe-core) in both themes, on a phone, and with hostile names.
import type { Browser } from "playwright-core";
import { afterAll, afterEach, beforeAll, describe, expect, test } from "vitest";
import { openAccounts } from "../contract/v1.ts";
import { type Program, startProgram } from "../program.ts";
import { findFaults, findFaultsInThemes } from "./axe.ts";
import {
  isBrowserHere,
  launchBrowser,
  makeKey,
  openPage,
  PATIENT_MS,
  STIFF_TEXT,
  signUp,
  type Visit,
} from "./browser.ts";
import { open, REFERENCES, SIGNED_OUT, STOPS, type Stop } from "./stops.ts";

const SCREEN = { width: 1280, height: 860 };
const PHONE = { width: 390, height: 860 };

describe.skipIf(!isBrowserHere)("pages of the dashboard", { timeout: PATIENT_MS }, () => {
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
    const problems = visits.flatMap((visit) => visit.problems);
    for (const visit of visits.splice(0)) await visit.close();
    if (problems.length > 0) throw new Error(problems.join("\n"));
  });
  const visit = async (options?: Parameters<typeof openPage>[2]) => {
    const opened = await openPage(browser, program, options);
    visits.push(opened);
    return opened;
  };

  test("no page has a fault for assistive technology in either theme, on a screen or a phone, or is wider than a phone", {
    timeout: 2 * PATIENT_MS,
  }, async () => {
    const { page } = await visit({ width: PHONE.width });
    const faults: string[] = [];
    const look = async (stops: readonly Stop[], isJudged = true) => {
      for (const [name, go, widen] of stops) {
        await go(page);
        const width = await page.evaluate(() => document.documentElement.scrollWidth);
        if (width > PHONE.width) faults.push(`${name}: ${width} px wide`);
        if (!isJudged) continue;
        const onPhone = await findFaultsInThemes(page);
        await page.setViewportSize(SCREEN);
        await widen?.(page);
        const onScreen = await findFaultsInThemes(page);
        await page.setViewportSize(PHONE);
        faults.push(...onPhone.map((fault) => `${name}, on a phone, ${fault}`));
        faults.push(...onScreen.map((fault) => `${name}, ${fault}`));
      }
    };
    await look(SIGNED_OUT);
    await signUp(page);
    await makeKey(page, "A key");
    await look([...STOPS, ...SIGNED_OUT.slice(0, 1)]);
    await look(REFERENCES, false);
    expect(faults).toEqual([]);
  });

  test("the search for such faults would find one", async () => {
    const { page } = await visit();
    await open(page, "/sign-in", "Sign in");
    await page.evaluate(() => {
      document.querySelector("label")?.remove();
      const heading = document.querySelector("h1");
      if (heading !== null) heading.style.color = "#bbb";
    });
    const faults = (await findFaults(page)).map((fault) => fault.split(" ")[0]);
    expect(faults.toSorted()).toEqual(["color-contrast", "label"]);
  });

  test("on a phone the menu leads everywhere", async () => {
    const { page } = await visit({ width: PHONE.width });
    await signUp(page);
    await open(page, "/", "Check a text");
    await expect
      .poll(() => page.getByRole("link", { name: "Usage", exact: true }).isVisible())
      .toBe(false);
    await page.getByRole("button", { name: "Menu" }).click();
    await page.getByRole("link", { name: "Usage", exact: true }).click();
    await page.getByText("used today").waitFor();
  });

  test("hostile names and texts are shown as they are and do nothing", async () => {
    const { page } = await visit();
    const email = await signUp(page);
    const names = [
      `<script>document.title="taken"</script>`,
      `"><img src=x onerror=document.title='taken'>`,
      "\u202Eevil\u202C \u2066name\u2069 \u200F",
      "'; drop table accounts; --",
      "=HYPERLINK(1)",
    ];
    for (const name of names) await makeKey(page, name);
    await page.goto("/keys");
    await page.getByRole("heading", { name: names[0] ?? "", exact: true }).waitFor();
    const shown = await page.locator(".key h2").allTextContents();
    expect(shown).toEqual(names.toReversed());
    // The direction of one name must not spill over to what stands beside it.
    await expect.poll(() => page.locator(".key h2 > bdi").count()).toBe(names.length);

    await page.getByRole("button", { name: "Create key" }).click();
    await page.getByLabel("Name", { exact: true }).fill("n".repeat(10_000));
    await page.getByLabel("Domain").fill("example.com");
    await page.getByRole("button", { name: "Create key" }).click();
    await page.getByText("A name has at most 100 characters.").waitFor();
    await page.getByLabel("Name", { exact: true }).fill("");
    await page.getByLabel("Domain").fill("<script>.example");
    await page.getByRole("button", { name: "Create key" }).click();
    await page.getByText("This is not a host name such as example.com.").waitFor();

    // Names that only the command line would let through, and checks under them.
    const { accounts, close } = await openAccounts(program);
    const accountId = (await accounts.enrolment.find(email))?.id ?? "";
    for (const key of await accounts.keys.list(accountId)) {
      const caller = await accounts.callerFor(accountId);
      if (caller === null) throw new Error("The account no longer exists.");
      const reserved = await accounts.quota.reserve(
        { ...caller, keyId: key.id },
        { endpoint: "detect" },
      );
      if (reserved.ok) await reserved.check.count();
    }
    await close();
    await page.goto("/usage");
    await page.getByRole("combobox", { name: /^Group by/ }).selectOption("key");
    await page.getByText("Show as table").click();
    await expect.poll(() => page.getByRole("columnheader", { name: /<script>/ }).count()).toBe(1);

    await page.goto("/history");
    await page.getByRole("button", { name: "Turn on" }).click();
    await page.getByText("No results yet.").waitFor();
    // Prose enough for a verdict: only what was counted is kept.
    const prose = Array.from({ length: 3 }, () => STIFF_TEXT).join("\n\n");
    const text = `${names.join("\n\n")}\n\n${"x".repeat(10_000)} & <b>bold</b>\n\n${prose}`;
    await page.goto("/");
    await page.getByLabel("Text to check").fill(text);
    await page.getByRole("button", { name: "Check", exact: true }).click();
    const marked = page.getByRole("document", { name: "The text, sentence by sentence" });
    await marked.waitFor();
    expect(await marked.evaluate((box) => box.textContent)).toBe(text);
    expect(await page.title()).toBe("Check a text · Lodestone");
    const width = await page.evaluate(() => document.documentElement.scrollWidth);
    expect(width).toBeLessThanOrEqual(1280);

    await page.goto("/history");
    const kept = page.locator(".kept-text a > bdi");
    await kept.waitFor();
    expect(await kept.textContent()).toContain(names[0]);
    await kept.click();
    await marked.waitFor();
    expect(await marked.evaluate((box) => box.textContent)).toBe(text);
    expect(await page.title()).toBe("History · Lodestone");

    await page.goto(`/locations?q=${encodeURIComponent(names[1] ?? "")}`);
    await page
      .getByText(/No results|result/)
      .first()
      .waitFor();
    expect(await page.title()).toBe("Explore locations · Lodestone");
  });

  test("the choice of appearance is kept", async () => {
    const { page } = await visit({ theme: "light" });
    await page.goto("/");
    const paper = () => page.evaluate(() => getComputedStyle(document.body).backgroundColor);
    await page.getByRole("heading", { name: "Check a text" }).waitFor();
    const light = await paper();
    await page.getByLabel("Appearance").selectOption("dark");
    expect(await paper()).not.toBe(light);
    await page.reload();
    await page.getByRole("heading", { name: "Check a text" }).waitFor();
    expect(await paper()).not.toBe(light);
    // Pages without the dashboard's script follow it, and lead back.
    for (const [path, heading] of [
      ["/v1/docs", "Lodestone text"],
      ["/api/docs", "Lodestone location"],
      ["/kyes", "Page not found"],
    ] as const) {
      await open(page, path, heading);
      expect(await paper()).not.toBe(light);
      await page.getByRole("banner").getByRole("link", { name: "Home" }).waitFor();
    }
    await page.getByRole("link", { name: "Go to home page" }).click();
    await page.getByRole("heading", { name: "Check a text" }).waitFor();
  });

  test("a server that went away is told, not shown as an empty page", async () => {
    const { page } = await visit();
    await signUp(page);
    await page.goto("/locations");
    await page.getByRole("link", { name: "Goa" }).waitFor();
    await page.context().setOffline(true);
    await page.getByLabel("Search by name").fill("pune");
    await page.getByText("The server can't be reached.").waitFor();
    await page.context().setOffline(false);
    await page.getByRole("button", { name: "Try again" }).click();
    await page.getByText("Pune APMC").first().waitFor();
  });
});

describe.skipIf(!isBrowserHere)(
  "a dashboard with sign-up closed and one service",
  { timeout: PATIENT_MS },
  () => {
    test("closed sign-up is explained, and there is no page of locations or of a history", async () => {
      const settings = {
        SIGNUP: "closed",
        SERVICES: "authenticity",
        HISTORY_DAYS_MAX: "0",
        WORKERS: "1",
      };
      const [program, browser] = await Promise.all([startProgram(settings), launchBrowser()]);
      try {
        const { page, problems } = await openPage(browser, program);
        await page.goto("/sign-up");
        await page.getByText("Sign-up is closed on this server").waitFor();
        expect(await page.getByRole("button", { name: "Create account" }).count()).toBe(0);
        expect(await page.getByRole("link", { name: "Locations" }).count()).toBe(0);
        expect(await page.getByRole("link", { name: "History" }).count()).toBe(0);
        expect((await page.goto("/locations"))?.status()).toBe(404);
        expect(problems).toEqual([]);
      } finally {
        await browser.close();
        await program.stop();
      }
    });
  },
);
