// The guard alone, over real HTTP as behind a proxy that ends TLS, with a real store and a fixed clock: who is
// admitted, what refused callers are told, and when a check is counted.
import { once } from "node:events";
import { mkdtempSync, rmSync } from "node:fs";
import { type IncomingHttpHeaders, request as send } from "node:http";
import type { AddressInfo } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { FastifyReply, FastifyRequest } from "fastify";
import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { buildAccounts, buildClock, buildKey } from "../../testing/build-accounts.ts";
import type { Accounts } from "../accounts/accounts.ts";
import type { History } from "../history/history.ts";
import {
  buildServer,
  createClientReader,
  createLog,
  createMetrics,
  createRequestIds,
  noteError,
  type Server,
} from "../http/http.ts";
import { openStore, type Store } from "../store/store.ts";
import { createGuard, type Guard } from "./guard.ts";
import { sendError } from "./replies.ts";

const folder = mkdtempSync(join(tmpdir(), "lodestone-guard-"));
const clock = buildClock("2026-03-01T23:00:00Z");
const limits = { ratePerMinute: 5, concurrentPerKey: 2, badKeysPerMinute: 20 };
let store: Store;
let accounts: Accounts;
let guard: Guard;
let server: Server;
let port: number;
let accountId: string;
let key: string;
let rounds = 0;
/** Stands for a store that fails while a key is to be marked. */
let isMarkingBroken = false;
/** Something that happens while a key is looked up. */
let whileAdmitting = async () => {};
/** What was handed to the history, and for whom. */
let kept: unknown[] = [];
const logged: unknown[] = [];
/** What the route does once the caller is admitted. */
let route: (request: FastifyRequest, reply: FastifyReply) => Promise<unknown>;

beforeAll(async () => {
  store = await openStore({ dataDir: folder, clock: clock.read });
  accounts = buildAccounts(store, clock.read, limits);
  const refusePlainHttp: Accounts["refusePlainHttp"] = (request) =>
    isMarkingBroken ? Promise.reject(new Error("away")) : accounts.refusePlainHttp(request);
  const history = {
    keep: (caller: { accountId: string }, results: object[]) =>
      void kept.push({ accountId: caller.accountId, results }),
  } as unknown as History;
  const admit: Accounts["admit"] = async (request) => {
    const admission = await accounts.admit(request);
    await whileAdmitting();
    return admission;
  };
  guard = createGuard({
    accounts: { ...accounts, admit, refusePlainHttp },
    history,
    client: createClientReader(["127.0.0.1"]),
    clock: clock.read,
  });
  const log = createLog({ level: "silent" });
  log.error = (...words: unknown[]) => void logged.push(words);
  server = buildServer({
    log,
    metrics: createMetrics({ version: "0.0.0" }),
    nextRequestId: createRequestIds(),
    client: createClientReader([]),
  });
  await server.register(async (scope) => {
    scope.setErrorHandler((thrown, request, reply) =>
      sendError(request, reply, noteError(log, thrown, request)),
    );
    scope.get("/unguarded", (request, reply) => route(request, reply));
    await scope.register(async (guarded) => {
      guarded.addHook("onRequest", guard.requireHttps);
      guarded.get("/guarded", { onRequest: guard.admit }, (request, reply) =>
        route(request, reply),
      );
    });
  });
  await server.listen({ host: "127.0.0.1", port: 0 });
  port = (server.server.address() as AddressInfo).port;
});
afterAll(async () => {
  await server.close();
  await store.close();
  rmSync(folder, { recursive: true, force: true });
});
beforeEach(async () => {
  const made = await buildKey(accounts, `g${rounds++}@example.com`);
  ({ accountId, secret: key } = made);
  isMarkingBroken = false;
  whileAdmitting = async () => {};
  kept = [];
  logged.length = 0;
  route = async () => "passed";
  // A new minute for every test: nothing is left of the limits the one before used up.
  clock.now += 60_000;
});

type Reply = { status: number; headers: IncomingHttpHeaders; text: string };

function ask(changed: Record<string, string | string[] | null> = {}, path = "/guarded") {
  const given = {
    "x-api-key": key,
    origin: "https://example.com",
    "x-forwarded-proto": "https",
    ...changed,
  };
  const headers = Object.entries(given).flatMap(([name, value]) =>
    value === null ? [] : [[name, value] as const],
  );
  const asked = send({ port, path, agent: false, headers: Object.fromEntries(headers) });
  const reply = new Promise<Reply>((resolve, reject) => {
    asked.on("error", reject);
    asked.on("response", async (response) => {
      let text = "";
      for await (const chunk of response) text += chunk;
      resolve({ status: response.statusCode ?? 0, headers: response.headers, text });
    });
  });
  reply.catch(() => {});
  asked.end();
  return { asked, reply };
}

const get = (changed?: Parameters<typeof ask>[0], path?: string) => ask(changed, path).reply;
const typeOf = ({ text }: Reply) => JSON.parse(text).error.type;
const used = async () => (await accounts.callerFor(accountId))?.used;
const exposedAt = async () => (await accounts.keys.list(accountId))[0]?.exposedAt;

/** A route that makes one check of what `work` does. */
const metered =
  (work: (signal: AbortSignal) => Promise<unknown> = async () => "done") =>
  (request: FastifyRequest, reply: FastifyReply) =>
    guard.metered(request, reply, {
      endpoint: "detect",
      body: "a text",
      work: () => work(guard.requester(request).signal),
      isCharged: (result) => result !== "free",
      kept: (result) => ({ content: "a text", result }) as never,
    });

/** The same for many; `succeed` says how many did. */
const many =
  (checks: number, succeed: (granted: number) => number = (granted) => granted) =>
  (request: FastifyRequest, reply: FastifyReply) =>
    guard.meteredMany(request, reply, {
      endpoint: "detect/batch",
      body: "texts",
      checks,
      work: async ({ granted }) => ({ result: granted, charged: succeed(granted) }),
      kept: (result, counted) => [{ content: `${result} ${counted}` } as never],
    });

describe("plain HTTP", () => {
  test("is refused in a sentence of its own, and the key is shown as exposed", async () => {
    const reply = await get({ "x-forwarded-proto": "http" });
    expect([reply.status, typeOf(reply)]).toEqual([403, "https_required_error"]);
    expect(await exposedAt()).toBe(clock.now);
  });

  test("is refused alike when the store can't mark the key", async () => {
    isMarkingBroken = true;
    const reply = await get({ "x-forwarded-proto": "http" });
    expect([reply.status, typeOf(reply)]).toEqual([403, "https_required_error"]);
  });

  test("marks no key when two were sent", async () => {
    const reply = await get({ "x-forwarded-proto": "http", "x-api-key": [key, key] });
    expect(reply.status).toBe(403);
    expect(await exposedAt()).toBeNull();
  });

  test("a key that came over HTTPS is not exposed", async () => {
    expect((await get()).text).toBe("passed");
    expect(await exposedAt()).toBeNull();
  });
});

describe("headers", () => {
  /** Fills up to `total` headers; Node adds Host and Connection of its own. */
  const fillTo = (total: number) => ({ "x-filler": Array<string>(total - 5).fill("1") });

  test("up to 200 are read; more are refused, since Node would drop some unseen", async () => {
    expect((await get(fillTo(200))).status).toBe(200);
    const reply = await get(fillTo(201));
    expect(reply.status).toBe(431);
  });

  test("are found however they are written, and one of the same length is another", async () => {
    expect((await get({ "x-api-key": null, "X-Api-KEY": key })).status).toBe(200);
    expect((await get({ "x-api-key": null, "x-api-kay": key })).status).toBe(401);
  });

  test("a key or an Origin given twice is refused", async () => {
    expect((await get({ "x-api-key": [key, key] })).status).toBe(401);
    const twice = ["https://example.com", "https://example.com"];
    expect((await get({ origin: twice })).status).toBe(401);
    expect((await get({ origin: null })).status).toBe(401);
    expect((await get({ "x-api-key": null })).status).toBe(401);
  });
});

describe("limits", () => {
  test("every admitted answer says what is left of the minute and the day", async () => {
    const { headers } = await get();
    expect(headers["ratelimit-policy"]).toBe('"minute";q=5;w=60, "day";q=50;w=86400');
    expect(headers.ratelimit).toMatch(/^"minute";r=4;t=60, "day";r=50;t=\d+$/);
  });

  test("a stranger is told nothing of limits", async () => {
    const reply = await get({ origin: "https://evil.example" });
    expect([reply.status, typeOf(reply)]).toEqual([401, "authentication_error"]);
    expect(reply.headers).not.toHaveProperty("ratelimit");
    expect(reply.headers).not.toHaveProperty("retry-after");
  });

  test("too many in a minute are 429 with the time until the next", async () => {
    for (let count = 0; count < 5; count++) expect((await get()).status).toBe(200);
    clock.now += 20_000;
    const reply = await get();
    expect([reply.status, typeOf(reply)]).toEqual([429, "rate_limit_error"]);
    expect(reply.text).toContain("slow down");
    expect(reply.headers["retry-after"]).toBe("40");
    expect(reply.headers.ratelimit).toMatch(/^"minute";r=0;t=40, "day";r=50;/);
  });

  test("too many bad keys are 429 with a time to wait, and nothing else", async () => {
    for (let count = 0; count < 20; count++) await get({ "x-api-key": "bad" });
    const reply = await get({ "x-api-key": "bad" });
    expect([reply.status, typeOf(reply)]).toEqual([429, "rate_limit_error"]);
    expect(reply.headers["retry-after"]).toBe("60");
    expect(reply.headers).not.toHaveProperty("ratelimit");
    // Counted by the address the proxy names, not by the proxy's.
    const elsewhere = await get({ "x-api-key": "bad", "x-forwarded-for": "203.0.113.9" });
    expect(elsewhere.status).toBe(401);
    expect((await get()).status).toBe(200);
  });

  test("a place is held until the answer has gone, also when the client leaves before", async () => {
    const answers = Promise.withResolvers<string>();
    const inside = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
    let entered = 0;
    route = () => {
      inside[entered++]?.resolve();
      return answers.promise;
    };
    const [first, second] = [ask(), ask()];
    await Promise.all(inside.map(({ promise }) => promise));
    const third = await get();
    expect([third.status, typeOf(third)]).toEqual([429, "rate_limit_error"]);
    expect(third.text).toContain("at once");
    expect(third.headers["retry-after"]).toBe("1");
    expect(third.headers.ratelimit).toMatch(/^"minute";r=3;/);
    second.asked.destroy();
    await expect(second.reply).rejects.toThrow("socket hang up");
    answers.resolve("passed");
    expect((await first.reply).status).toBe(200);
    const after = [await get(), await get()];
    expect(after.map(({ status }) => status)).toEqual([200, 200]);
  });
});

describe("a check", () => {
  test("is counted before the answer goes out, and kept for the account", async () => {
    route = metered(async () => `worked at ${await used()}`);
    const reply = await get();
    expect(JSON.parse(reply.text)).toEqual({ result: "worked at 0", counted: true });
    expect(reply.headers.ratelimit).toContain('"day";r=49;');
    expect(await used()).toBe(1);
    expect(kept).toEqual([
      {
        accountId,
        results: [{ endpoint: "detect", content: "a text", result: "worked at 0" }],
      },
    ]);
  });

  test("a route that forgot to admit fails, and lets nobody work for nothing", async () => {
    route = metered();
    const reply = await get({}, "/unguarded");
    expect(reply.status).toBe(500);
    expect(
      JSON.stringify(logged.map((words) => String((words as { err: Error }[])[0]?.err))),
    ).toContain("must be admitted first");
  });

  test("a day's last check spent is 429 until midnight, and the work is not begun", async () => {
    await accounts.enrolment.setQuota(accountId, 1);
    route = metered();
    expect((await get()).status).toBe(200);
    let isBegun = false;
    route = metered(async () => {
      isBegun = true;
    });
    const untilMidnight = (Date.parse("2026-03-02T00:00:00Z") - clock.now) / 1000;
    const reply = await get();
    expect([reply.status, typeOf(reply)]).toEqual([429, "quota_exceeded_error"]);
    expect(reply.headers["retry-after"]).toBe(String(untilMidnight));
    expect(reply.headers.ratelimit).toBe(`"minute";r=3;t=60, "day";r=0;t=${untilMidnight}`);
    expect(isBegun).toBe(false);
    expect(kept).toHaveLength(1);
  });

  test("work that fails costs nothing and leaves the check to the next", async () => {
    await accounts.enrolment.setQuota(accountId, 1);
    route = metered(async () => {
      throw new Error("broken");
    });
    expect((await get()).status).toBe(500);
    expect([await used(), kept]).toEqual([0, []]);
    route = metered();
    expect((await get()).status).toBe(200);
  });

  test("a key whose account is deleted while it works is as good as none", async () => {
    route = metered(async () => {
      await accounts.enrolment.remove(accountId, "operator");
    });
    const reply = await get();
    expect([reply.status, typeOf(reply)]).toEqual([401, "authentication_error"]);
    expect(reply.headers).not.toHaveProperty("ratelimit");
    expect(reply.headers).not.toHaveProperty("ratelimit-policy");
    expect(kept).toEqual([]);
  });

  test("the last check taken by another copy meanwhile is 429, and the result is not given", async () => {
    await accounts.enrolment.setQuota(accountId, 1);
    const other = await openStore({ dataDir: folder, clock: clock.read });
    try {
      const copy = buildAccounts(other, clock.read);
      route = metered(async () => {
        const caller = await copy.callerFor(accountId);
        if (!caller) throw new Error("no caller");
        const reserved = await copy.quota.reserve(caller, { endpoint: "detect" });
        if (reserved.ok) await reserved.check.count();
        return "the result";
      });
      const reply = await get();
      expect([reply.status, typeOf(reply)]).toEqual([429, "quota_exceeded_error"]);
      expect(reply.headers.ratelimit).toContain('"day";r=0;');
      expect(reply.text).not.toContain("the result");
      expect([await used(), kept]).toEqual([1, []]);
    } finally {
      await other.close();
    }
  });
});

describe("many checks at once", () => {
  test("work is told how many may succeed, and pays for those that did", async () => {
    await accounts.enrolment.setQuota(accountId, 3);
    route = many(5, () => 2);
    expect(JSON.parse((await get()).text)).toEqual({ result: 3, counted: 2 });
    expect(await used()).toBe(2);
    expect(kept).toEqual([{ accountId, results: [{ endpoint: "detect/batch", content: "3 2" }] }]);
  });

  test("that all came to nothing cost nothing and leave their checks", async () => {
    await accounts.enrolment.setQuota(accountId, 2);
    route = many(2, () => 0);
    expect(JSON.parse((await get()).text)).toEqual({ result: 2, counted: 0 });
    expect([await used(), kept]).toEqual([0, []]);
    route = many(2);
    expect(JSON.parse((await get()).text)).toEqual({ result: 2, counted: 2 });
  });

  test("a repetition is answered as often as was paid, never more, and kept once", async () => {
    route = many(4, () => 2);
    await get({ "idempotency-key": "again" });
    route = many(4, (granted) => granted + 1);
    // Two were paid for; a third that succeeds now is not given out.
    expect(JSON.parse((await get({ "idempotency-key": "again" })).text)).toEqual({
      result: 4,
      counted: 2,
    });
    route = many(4, () => 1);
    expect(JSON.parse((await get({ "idempotency-key": "again" })).text).counted).toBe(1);
    expect(await used()).toBe(2);
    expect(kept).toHaveLength(1);
  });
});

describe("an Idempotency-Key", () => {
  test("makes a repetition free; with another body it is refused", async () => {
    route = metered();
    const header = { "idempotency-key": "once" };
    const replies = [await get(header), await get(header)];
    expect(replies.map(({ status }) => status)).toEqual([200, 200]);
    expect(await used()).toBe(1);
    route = (request, reply) =>
      guard.metered(request, reply, {
        endpoint: "detect",
        body: "another text",
        work: async () => "",
        isCharged: () => true,
        kept: () => ({}) as never,
      });
    const other = await get(header);
    expect(other.status).toBe(400);
    expect(JSON.parse(other.text).error).toBe("Idempotency-Key was used with another body.");
  });

  test.each([
    ["of 255 characters", "~".repeat(255), 200],
    ["of 256 characters", "~".repeat(256), 400],
    ["with a space", "a b", 400],
    ["that is empty", "", 400],
    ["given twice", ["a", "a"], 400],
  ])("%s", async (_name, value, status) => {
    route = metered();
    const reply = await get({ "idempotency-key": value });
    expect(reply.status).toBe(status);
    if (status === 400)
      expect(JSON.parse(reply.text).error).toBe(
        "Idempotency-Key must be 1 to 255 visible ASCII characters, given once.",
      );
  });
});

describe("a client that goes away", () => {
  test("stops the work, pays nothing and is no fault of ours", async () => {
    const begun = Promise.withResolvers<AbortSignal>();
    const failed = Promise.withResolvers<unknown>();
    route = (request, reply) => {
      const done = metered(async (signal) => {
        begun.resolve(signal);
        await once(signal, "abort");
        return "too late";
      })(request, reply);
      done.catch(failed.resolve);
      return done;
    };
    const { asked } = ask();
    const signal = await begun.promise;
    expect(signal.aborted).toBe(false);
    asked.destroy();
    expect(await failed.promise).toMatchObject({
      code: "malformed_request",
      message: "The client disconnected.",
    });
    expect([await used(), kept, logged]).toEqual([0, [], []]);
  });

  test("while its key is looked up leaves its place to others", async () => {
    const gone = Promise.withResolvers<void>();
    const begun = Promise.withResolvers<void>();
    server.server.once("request", (request) => request.socket.once("close", () => gone.resolve()));
    whileAdmitting = () => {
      begun.resolve();
      return gone.promise;
    };
    const { asked } = ask();
    await begun.promise;
    asked.destroy();
    await gone.promise;
    whileAdmitting = async () => {};
    // Of two places one is held, and the other must be free.
    const inside = Promise.withResolvers<void>();
    const answer = Promise.withResolvers<string>();
    route = async (_request, reply) => {
      if (!reply.raw.destroyed) inside.resolve();
      return answer.promise;
    };
    const held = ask();
    await inside.promise;
    route = async () => "passed";
    const other = await get();
    answer.resolve("passed");
    expect([other.status, (await held.reply).status]).toEqual([200, 200]);
  });

  test("before the work begins never starts it, and its place is free again", async () => {
    const failed = Promise.withResolvers<unknown>();
    let isBegun = false;
    const entered = Promise.withResolvers<void>();
    route = async (request, reply) => {
      entered.resolve();
      await once(reply.raw, "close");
      const done = metered(async () => {
        isBegun = true;
      })(request, reply);
      done.catch(failed.resolve);
      return done;
    };
    const { asked } = ask();
    await entered.promise;
    asked.destroy();
    expect(await failed.promise).toMatchObject({ message: "The client disconnected." });
    expect([isBegun, await used()]).toEqual([false, 0]);
    route = metered();
    expect((await Promise.all([get(), get()])).map(({ status }) => status)).toEqual([200, 200]);
  });

  test("work that is done leaves no listener behind on the connection", async () => {
    let counts: number[] = [];
    route = async (request, reply) => {
      const before = reply.raw.listenerCount("close");
      await metered()(request, reply);
      counts = [before, reply.raw.listenerCount("close")];
      return "passed";
    };
    await get();
    expect(counts[1]).toBe(counts[0]);
  });
});
