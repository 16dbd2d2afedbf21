// Progress of a check or a rewrite: reported to the page that waits for it, and to nobody else.
import { rmSync } from "node:fs";
import { afterAll, beforeAll, expect, test } from "vitest";
import { buildDashboard, type TestDashboard } from "../../testing/build-dashboard.ts";
import { buildTinyModel } from "../../testing/tiny-model.ts";

const TEXT = "The ferry was late again, so we sat on the wall. ".repeat(15);
let modelDir: string;
let dashboard: TestDashboard;
/** Makes the detector wait until the test has looked. */
let begun = Promise.withResolvers<void>();
let gate = Promise.withResolvers<void>();
const shares: number[] = [];
beforeAll(async () => {
  modelDir = await buildTinyModel();
  dashboard = await buildDashboard({
    modelDir,
    wrapDetector: (detector) => ({
      ...detector,
      async detect(text, { onProgress, ...options } = {}) {
        const watch = (share: number) => {
          shares.push(share);
          onProgress?.(share);
        };
        const detection = await detector.detect(text, { ...options, onProgress: watch });
        onProgress?.(0.4);
        begun.resolve();
        await gate.promise;
        return detection;
      },
    }),
  });
});
afterAll(async () => {
  await dashboard.close();
  rmSync(modelDir, { recursive: true });
});

const api = (path: string) => `/dashboard/api${path}`;

async function signUp(email: string): Promise<string> {
  const body = { email, password: "four plain words here" };
  const { cookie } = await dashboard.call({ method: "POST", path: api("/sign-up"), body });
  return cookie ?? "";
}

test("a check's progress is its own account's to see, and gone with it", async () => {
  const owner = await signUp("owner-of-check@test.example");
  const stranger = await signUp("stranger@test.example");
  const shareFor = async (cookie: string | undefined, key = "one-check") =>
    (await dashboard.call({ path: api(`/progress?check=${key}`), cookie })).body.share;
  expect(await shareFor(owner)).toBeNull();
  const checking = dashboard.call({
    method: "POST",
    path: api("/detect"),
    cookie: owner,
    body: { content: TEXT },
    headers: { "idempotency-key": "one-check" },
  });
  await begun.promise;
  expect(await shareFor(owner)).toBe(0.4);
  expect(await shareFor(owner, "another")).toBeNull();
  expect(await shareFor(stranger)).toBeNull();
  expect(await shareFor(undefined)).toBeNull();
  const afar = { host: "lodestone.example" };
  const path = api("/progress?check=one-check");
  expect((await dashboard.call({ path, headers: afar })).status).toBe(401);
  gate.resolve();
  expect((await checking).status).toBe(200);
  expect(await shareFor(owner)).toBeNull();
  // The detector tells it window by window, up to the end.
  expect(shares.length).toBeGreaterThan(1);
  expect(shares).toEqual(shares.toSorted((a, b) => a - b));
  expect(shares.at(-1)).toBe(1);
});

test("a rewrite's progress is told in the same way", async () => {
  begun = Promise.withResolvers<void>();
  gate = Promise.withResolvers<void>();
  const cookie = await signUp("rewriter@test.example");
  const share = async () =>
    (await dashboard.call({ path: api("/progress?check=one-rewrite"), cookie })).body.share;
  const rewriting = dashboard.call({
    method: "POST",
    path: api("/regenerate"),
    cookie,
    body: { content: TEXT },
    headers: { "idempotency-key": "one-rewrite" },
  });
  await begun.promise;
  expect(await share()).toBeGreaterThan(0);
  expect(await share()).toBeLessThan(1);
  gate.resolve();
  expect((await rewriting).status).toBe(200);
  expect(await share()).toBeNull();
});
