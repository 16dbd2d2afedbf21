// A user of the dashboard who disconnects or presses Stop: the work is cancelled, neither charged nor kept, and not
// logged as an error.
import { once } from "node:events";
import { rmSync } from "node:fs";
import { type ClientRequest, request as send } from "node:http";
import type { AddressInfo } from "node:net";
import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import { encodeFile } from "../../client/multipart.ts";
import { buildDashboard, type TestDashboard } from "../../testing/build-dashboard.ts";
import { buildTinyModel } from "../../testing/tiny-model.ts";
import { type Detection, DetectorError } from "../detector/detector.ts";
import type { FileOutcome } from "../files/files.ts";
import { OWN_HEADER } from "./same-site.ts";

const TEXT = "The ferry was late again, so we sat on the wall and counted gulls. ".repeat(4);
let modelDir: string;
let dashboard: TestDashboard;
let port: number;
let people = 0;
let cookie = "";
let accountId = "";

/** The next text or file to be processed, held until the test releases it. */
type Held<T> = { signal: AbortSignal | undefined; end: PromiseWithResolvers<T> };
let onDetect: ((held: Held<Detection>) => void) | null = null;
let onFile: ((held: Held<FileOutcome>) => void) | null = null;

beforeAll(async () => {
  modelDir = await buildTinyModel();
  dashboard = await buildDashboard({
    modelDir,
    ratePerMinute: 3,
    wrapDetector: (detector) => ({
      ...detector,
      detect(text, options) {
        if (onDetect === null) return detector.detect(text, options);
        const held = { signal: options?.signal, end: Promise.withResolvers<Detection>() };
        onDetect(held);
        return held.end.promise;
      },
    }),
    wrapFiles: (reader) => ({
      ...reader,
      read(bytes, label, options) {
        if (onFile === null) return reader.read(bytes, label, options);
        const held = { signal: options?.signal, end: Promise.withResolvers<FileOutcome>() };
        onFile(held);
        return held.end.promise;
      },
    }),
  });
  await dashboard.server.listen({ host: "127.0.0.1", port: 0 });
  ({ port } = dashboard.server.server.address() as AddressInfo);
});
afterAll(async () => {
  await dashboard.close();
  rmSync(modelDir, { recursive: true });
});
beforeEach(async () => {
  onDetect = null;
  onFile = null;
  dashboard.logged.length = 0;
  const body = { email: `leaver-${++people}@test.example`, password: "four plain words here" };
  const made = await dashboard.call({ method: "POST", path: "/dashboard/api/sign-up", body });
  cookie = made.cookie ?? "";
  accountId = (await dashboard.accounts.enrolment.find(body.email))?.id ?? "";
  await dashboard.history.switchOn(accountId, 7);
});

/** A request as the page makes it, over a connection that can be cut. */
function ask(path: string, body: string | Buffer, type = "application/json"): ClientRequest {
  const asked = send({
    port,
    path: `/dashboard/api${path}`,
    method: "POST",
    agent: false,
    headers: {
      host: "localhost:8443",
      "x-forwarded-proto": "https",
      [OWN_HEADER]: "1",
      "sec-fetch-site": "same-origin",
      "content-type": type,
      cookie,
    },
  });
  asked.on("error", () => {});
  asked.end(body);
  return asked;
}

const used = async () => (await dashboard.accounts.callerFor(accountId))?.used;
async function kept() {
  await dashboard.history.settled();
  return dashboard.history.count(accountId);
}
/** The server has handled the abort: a whole request was answered after it. */
const caughtUp = () => dashboard.call({ path: "/dashboard/api/state", cookie });

test.each(["/detect", "/regenerate", "/report"])(
  "%s: whoever leaves while the text is read pays nothing, keeps nothing, and is no fault",
  async (path) => {
    const held = new Promise<Held<Detection>>((resolve) => (onDetect = resolve));
    const asked = ask(path, JSON.stringify({ content: TEXT }));
    const { signal, end } = await held;
    const aborted = once(signal as AbortSignal, "abort");
    asked.destroy();
    await aborted;
    end.reject(signal?.reason);
    await caughtUp();
    expect([await used(), await kept(), dashboard.logged]).toEqual([0, 0, []]);
  },
);

test("an answer that is ready when nobody waits for it any more is neither charged nor kept", async () => {
  const held = new Promise<Held<Detection>>((resolve) => (onDetect = resolve));
  const asked = ask("/detect", JSON.stringify({ content: TEXT }));
  const { signal, end } = await held;
  const aborted = once(signal as AbortSignal, "abort");
  asked.destroy();
  await aborted;
  end.resolve({ verdict: "Uncertain", segments: [], warnings: [] } as unknown as Detection);
  // A whole check afterwards: had the one before been counted, it would be by now.
  onDetect = null;
  const body = { content: TEXT };
  await dashboard.call({ method: "POST", path: "/dashboard/api/detect", body, cookie });
  expect([await used(), await kept(), dashboard.logged]).toEqual([1, 1, []]);
});

test("reading a file ends with the connection", async () => {
  const held = new Promise<Held<FileOutcome>>((resolve) => (onFile = resolve));
  const { contentType, data } = await encodeFile(new Blob([TEXT]), "a.txt", {});
  const asked = ask("/detect", Buffer.from(await data.arrayBuffer()), contentType);
  const { signal, end } = await held;
  expect(signal).toBeDefined();
  const aborted = once(signal as AbortSignal, "abort");
  asked.destroy();
  await aborted;
  end.reject(signal?.reason);
  await caughtUp();
  expect([await used(), await kept(), dashboard.logged]).toEqual([0, 0, []]);
});

test("beyond the rate a file is not even read", async () => {
  let read = 0;
  onFile = ({ end }) => {
    read++;
    end.resolve({ ok: false, reason: "refused", fault: "no_text", message: "The file is empty." });
  };
  const { contentType, data } = await encodeFile(new Blob([""]), "a.txt", {});
  const body = Buffer.from(await data.arrayBuffer());
  const statuses: (number | undefined)[] = [];
  for (let at = 0; at < 5; at++) {
    const [response] = await once(ask("/detect", body, contentType), "response");
    response.resume();
    statuses.push(response.statusCode);
  }
  expect(statuses).toEqual([400, 400, 400, 429, 429]);
  expect(read).toBe(3);
});

test("work that an orderly stop cuts off is an overload, and no internal error in the log", async () => {
  const held = new Promise<Held<Detection>>((resolve) => (onDetect = resolve));
  const answered = once(ask("/detect", JSON.stringify({ content: TEXT })), "response");
  (await held).end.reject(new DetectorError("closed", "the detector is closed"));
  const [response] = await answered;
  response.resume();
  expect([response.statusCode, response.headers["retry-after"]]).toEqual([503, "1"]);
  expect([await used(), dashboard.logged]).toEqual([0, []]);
});
