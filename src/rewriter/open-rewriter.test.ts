import { afterEach, expect, test } from "vitest";
import { buildDetection, RESOURCES } from "../../testing/build-rewriter.ts";
import type { DetectOptions } from "../detector/detector.ts";
import { RELEASED_MODELS } from "../release.ts";
import { type OpenRewriter, openRewriter } from "./open-rewriter.ts";
import { createRewriter } from "./rewrite.ts";

const TEXT =
  "Furthermore, it is important to note that the committee utilized a wide variety of methods in order " +
  "to facilitate the implementation of the plan. In addition, the report was written prior to the " +
  "meeting, and it is worth noting that the vast majority of members were in agreement.";
const detect = async (text: string) => buildDetection(text === TEXT ? 0.97 : 0.9);

let opened: OpenRewriter | null = null;
afterEach(() => opened?.close());

test("the thread gives the very answer the rewriter gives", async () => {
  opened = openRewriter({ modelDir: RELEASED_MODELS, detect });
  const own = await createRewriter({ resources: RESOURCES, detect }).rewrite(TEXT);
  expect(await opened.rewrite(TEXT)).toEqual(own);
  expect(own.regenerated).toBe(true);
});

test("a long text leaves the server's own thread free", async () => {
  opened = openRewriter({ modelDir: RELEASED_MODELS, detect });
  await opened.rewrite(TEXT);
  let turns = 0;
  const timer = setInterval(() => (turns += 1), 1);
  // A second of work for the other thread.
  const long = `${TEXT}\n\n`.repeat(12);
  await opened.rewrite(long);
  clearInterval(timer);
  expect(turns).toBeGreaterThan(10);
});

test("the detector's own error reaches the caller, and the next text is answered", async () => {
  const overloaded = Object.assign(new Error("full"), { code: "overloaded" });
  let isFull = true;
  opened = openRewriter({
    modelDir: RELEASED_MODELS,
    detect: async (text) => {
      if (isFull) throw overloaded;
      return detect(text);
    },
  });
  await expect(opened.rewrite(TEXT)).rejects.toBe(overloaded);
  isFull = false;
  expect((await opened.rewrite(TEXT)).regenerated).toBe(true);
});

test("a caller who leaves is not waited for", async () => {
  opened = openRewriter({ modelDir: RELEASED_MODELS, detect });
  const leaving = new AbortController();
  const asked = opened.rewrite(TEXT, { signal: leaving.signal });
  leaving.abort(new Error("gone"));
  await expect(asked).rejects.toThrow("gone");
});

test("every question to the detector counts for the account the rewrite is for", async () => {
  const accounts = new Set<string | undefined>();
  const noting = (text: string, { account }: { account?: string } = {}) => {
    accounts.add(account);
    return detect(text);
  };
  opened = openRewriter({ modelDir: RELEASED_MODELS, detect: noting });
  await opened.rewrite(TEXT, { account: "acc_1" });
  await createRewriter({ resources: RESOURCES, detect: noting }).rewrite(TEXT, {
    account: "acc_1",
  });
  expect([...accounts]).toEqual(["acc_1"]);
});

test("how much is done is told as it grows, through every stage", async () => {
  const reading = async (text: string, { onProgress }: DetectOptions = {}) => {
    for (const share of [0.5, 1]) onProgress?.(share);
    return detect(text);
  };
  opened = openRewriter({ modelDir: RELEASED_MODELS, detect: reading });
  const shares: number[] = [];
  await opened.rewrite(TEXT, { onProgress: (share) => shares.push(share) });
  expect(shares).toEqual(shares.toSorted((a, b) => a - b));
  // Of reading the text, of each of its two sentences, and of reading the result.
  expect(shares.length).toBeGreaterThanOrEqual(6);
  expect(shares[0]).toBeGreaterThan(0);
  expect(shares.at(-1)).toBeLessThanOrEqual(1);
});

test("closing in the middle of a text fails that rewrite and ends its thread; later ones are refused", async () => {
  for (let round = 0; round < 3; round++) {
    const rewriter = openRewriter({ modelDir: RELEASED_MODELS, detect });
    let isUnderWay = () => {};
    const underWay = new Promise<void>((resolve) => (isUnderWay = resolve));
    const failed = rewriter
      .rewrite(`${TEXT}\n\n`.repeat(20), { onProgress: (share) => share > 0.2 && isUnderWay() })
      .catch((error: unknown) => error);
    await underWay;
    const closing = rewriter.close();
    await expect(rewriter.rewrite(TEXT)).rejects.toThrow("The rewriter is closed.");
    await closing;
    expect(await failed).toMatchObject({ message: "The rewriter is closed." });
    await expect(rewriter.rewrite(TEXT)).rejects.toThrow("The rewriter is closed.");
  }
});
