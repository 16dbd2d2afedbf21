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

type Page = Visit["page"];

/** Every page and state to test: how to get there, and what shows that it is reached. */
const STOPS: Array<[name: string, go: (page: Page) => Promise<void>]> = [
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
      await page.locator(".u-over").hover();
      await page.locator(".chart-tooltip").waitFor();
      await page.getByText("Show as table").click();
      await page.getByRole("combobox", { name: /^Group by/ }).selectOption("endpoint");
    },
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
  ],
  [
    "a market",
    async (page) => {
      await page.locator(".column .records a").first().click();
      await page.getByRole("heading", { name: "Markets nearby" }).waitFor();
    },
  ],
  ["search", (page) => open(page, "/locations?q=lasalgoan", "Markets")],
  ["a PIN code", (page) => open(page, "/locations?q=411001", "PIN code 411001")],
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
const REFERENCES: typeof STOPS = [
  ["reference of the text service", (page) => open(page, "/v1/docs", "Lodestone text")],
  ["reference of the directory", (page) => open(page, "/api/docs", "Lodestone location")],
];

const SIGNED_OUT: typeof STOPS = [
  ["no such page", (page) => open(page, "/kyes", "Page not found")],
  ["sign in", (page) => open(page, "/sign-in", "Sign in")],
  ["sign up", (page) => open(page, "/sign-up", "Create account")],
  ["welcome", (page) => open(page, "/welcome", "Welcome to Lodestone")],
];

async function open(page: Page, path: string, heading: string): Promise<void> {
  await page.goto(path);
  await page.getByRole("heading", { name: heading }).first().waitFor();
}

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

  test("no page has a fault for assistive technology, in either theme", async () => {
    const { page } = await visit();
    const faults: string[] = [];
    const look = async (stops: typeof STOPS) => {
      for (const [name, go] of stops) {
        await go(page);
        const found = await findFaultsInThemes(page);
        faults.push(...found.map((fault) => `${name}, ${fault}`));
      }
    };
    await look(SIGNED_OUT);
    await signUp(page);
    await makeKey(page, "A key");
    await look(STOPS);
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

  test("on a phone no page is wider than the screen or has such a fault, and the menu leads everywhere", async () => {
    const { page } = await visit({ width: 390 });
    await signUp(page);
    await makeKey(page, "A key");
    const faults: string[] = [];
    for (const [name, go] of [...STOPS, ...REFERENCES, ...SIGNED_OUT.slice(0, 1)]) {
      await go(page);
      const width = await page.evaluate(() => document.documentElement.scrollWidth);
      if (width > 390) faults.push(`${name}: ${width} px wide`);
      if (REFERENCES.some(([reference]) => reference === name)) continue;
      faults.push(...(await findFaultsInThemes(page)).map((fault) => `${name}, ${fault}`));
    }
    expect(faults).toEqual([]);
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
    const text = `${names.join("\n\n")}\n\n${"x".repeat(10_000)} & <b>bold</b> ${STIFF_TEXT}`;
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
