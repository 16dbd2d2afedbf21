// The location directory as its callers see it: every row of the specification and of the contract,
// over real HTTP, each reply checked against the OpenAPI document.
import { brotliDecompressSync, gunzipSync } from "node:zlib";
import fc from "fast-check";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { type Program, startProgram } from "../program.ts";
import { createReplyChecker, type ReplyChecker } from "./openapi.ts";

let program: Program;
let check: ReplyChecker;

beforeAll(async () => {
  program = await startProgram({ SERVICES: "locations" });
  check = createReplyChecker(await (await fetch(`${program.http}/api/openapi.json`)).json());
});
afterAll(() => program.stop());

const TIMESTAMP = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d$/;

async function get(path: string, headers: Record<string, string> = {}) {
  const reply = await fetch(program.http + path, { headers });
  const text = await reply.text();
  const type = reply.headers.get("content-type");
  const body = type?.startsWith("application/json") ? JSON.parse(text) : text;
  // A path that is no endpoint is in no document; its shape is checked here.
  if (body.message === "Endpoint not found") {
    expect(body).toEqual({
      status: "error",
      message: "Endpoint not found",
      code: "endpoint_not_found",
      doc_url: `${program.http}/errors#endpoint_not_found`,
      timestamp: expect.stringMatching(TIMESTAMP),
    });
  } else {
    check("GET", path.split("?")[0] ?? "", reply.status, type, body);
  }
  return { reply, status: reply.status, headers: reply.headers, body };
}

const error = (message: string) =>
  expect.objectContaining({
    status: "error",
    message,
    code: expect.any(String),
    doc_url: expect.stringMatching(/^http:.*\/errors#[a-z_]+$/),
    timestamp: expect.stringMatching(TIMESTAMP),
  });

describe("the seven endpoints", () => {
  test("health names the service, its version and its endpoints", async () => {
    const { status, body } = await get("/api/health");
    expect(status).toBe(200);
    expect(body).toEqual({
      status: "healthy",
      service: expect.any(String),
      version: expect.stringMatching(/^\d+\.\d+\.\d+$/),
      timestamp: expect.stringMatching(TIMESTAMP),
      endpoints: {
        states: "/api/states",
        districts: "/api/states/<state_id>/districts",
        markets: "/api/states/<state_id>/districts/<district_id>/markets",
        stats: "/api/stats",
      },
    });
  });

  test.each(["/api/", "/api"])("%s lists what there is to ask for", async (path) => {
    const reply = await fetch(program.http + path);
    expect(reply.status).toBe(200);
    const { data, ...rest } = await reply.json();
    expect(rest).toEqual({
      status: "success",
      count: data.length,
      documentation: "/api/docs",
      openapi: "/api/openapi.json",
      timestamp: expect.stringMatching(TIMESTAMP),
    });
    const { paths } = await (await fetch(`${program.http}/api/openapi.json`)).json();
    const listed = data.map((endpoint: { path: string }) => endpoint.path);
    expect(listed.toSorted()).toEqual(Object.keys(paths).toSorted());
    expect(data).toContainEqual({
      method: "GET",
      path: "/api/states/{state_id}/districts",
      summary: "Districts of a state",
    });
  });

  test("the time stamp is now, in UTC", async () => {
    const { body } = await get("/api/stats");
    const ageMs = Date.now() - Date.parse(`${body.timestamp}Z`);
    expect(Math.abs(ageMs)).toBeLessThan(5000);
  });

  test("walking the whole tree finds every record once, in ascending order, and agrees with the counts", async () => {
    const { body: stats } = await get("/api/stats");
    expect(stats.data).toEqual({ states: 36, districts: 718, markets: 4320 });
    const { body: states } = await get("/api/states");
    expect(states.count).toBe(36);
    const districtIds: number[] = [];
    const marketIds: number[] = [];
    for (const state of states.data) {
      const { body: districts } = await get(`/api/states/${state.id}/districts`);
      expect(districts.state_id).toBe(state.id);
      expect(districts.count).toBe(districts.data.length);
      expectAscending(districts.data);
      for (const district of districts.data) {
        districtIds.push(district.id);
        const path = `/districts/${district.id}/markets`;
        const { body: markets } = await get(`/api/states/${state.id}${path}`);
        expect(markets).toMatchObject({ state_id: state.id, district_id: district.id });
        expect(markets.count).toBe(markets.data.length);
        expectAscending(markets.data);
        const { body: alone } = await get(`/api${path}`);
        expect(alone.data).toEqual(markets.data);
        expect(alone.district_id).toBe(district.id);
        expect(alone).not.toHaveProperty("state_id");
        marketIds.push(...markets.data.map((market: { id: number }) => market.id));
      }
    }
    expectAscending(states.data);
    expect(new Set(districtIds).size).toBe(stats.data.districts);
    expect(districtIds).toHaveLength(stats.data.districts);
    expect(new Set(marketIds).size).toBe(stats.data.markets);
    expect(marketIds).toHaveLength(stats.data.markets);
  });

  test("a district without markets is an empty list, not an error", async () => {
    const { body: all } = await get("/api/export");
    const withMarkets = new Set(
      all.data.markets.map((each: { district_id: number }) => each.district_id),
    );
    const empty = all.data.districts.filter((each: { id: number }) => !withMarkets.has(each.id));
    expect(empty).toHaveLength(53);
    const { id } = empty[0];
    const { status, body } = await get(`/api/districts/${id}/markets`);
    expect(status).toBe(200);
    expect(body).toMatchObject({ data: [], count: 0, district_id: id });
  });

  test("search answers with all three kinds and echoes the query untrimmed", async () => {
    const { status, body } = await get("/api/search?q=%20Pune%20");
    expect(status).toBe(200);
    expect(body.query).toBe(" Pune ");
    expect(body.data.districts[0]).toMatchObject({
      id: 364,
      name: "Pune",
      state_name: "Maharashtra",
    });
    expect(body.data.markets[0]).toEqual({
      id: 164,
      name: "Pune APMC",
      district_id: 364,
      district_name: "Pune",
      state_name: "Maharashtra",
      match: "all",
      score: 1,
    });
    const names = body.data.markets.map((market: { name: string }) => market.name);
    expect(names).toContain("Pune(Moshi) APMC");
    expect(Object.keys(body.data)).toEqual(["states", "districts", "markets"]);
  });
});

describe("unknown records and paths", () => {
  test.each([
    ["/api/states/999", "State not found"],
    ["/api/states/999/districts", "State not found"],
    ["/api/states/999/districts/364/markets", "State not found"],
    ["/api/states/20/districts/99999/markets", "District not found"],
    // Pune belongs to Maharashtra (20), not to Kerala (17).
    ["/api/states/17/districts/364/markets", "District not found"],
    ["/api/districts/99999/markets", "District not found"],
    ["/api/districts/99999", "District not found"],
    ["/api/markets/99999", "Market not found"],
    ["/api/states/2147483647", "State not found"],
  ])("%s is 404 %s", async (path, message) => {
    const { status, body } = await get(path);
    expect(status).toBe(404);
    expect(body).toEqual(error(message));
  });

  test.each([
    "abc",
    "0",
    "-1",
    "01",
    "+1",
    "1.0",
    "1e3",
    "1.5",
    "2147483648",
    "99999999999999999999",
    "%31x",
    "%zz",
    "%00",
    "١",
  ])("the id %s is no whole number written plainly: the path matches no endpoint", async (id) => {
    for (const path of [
      `/api/states/${id}`,
      `/api/states/${id}/districts`,
      `/api/states/20/districts/${id}/markets`,
      `/api/districts/${id}/markets`,
      `/api/markets/${id}`,
    ]) {
      const reply = await fetch(program.http + path);
      expect(reply.status).toBe(404);
      expect(await reply.json()).toMatchObject(error("Endpoint not found"));
      expect(reply.headers.get("access-control-allow-origin")).toBe("*");
    }
  });

  test.each(["/api/nope", "/api/states/", "/api/States", "/api/states/20/nope", "/api//states"])(
    "%s is no endpoint",
    async (path) => {
      const { status, body } = await get(path);
      expect(status).toBe(404);
      expect(body).toEqual(error("Endpoint not found"));
    },
  );
});

describe("methods", () => {
  test.each(["POST", "PUT", "PATCH", "DELETE", "PROPFIND"])(
    "%s is refused with 405 and the allowed ones, whatever the body",
    async (method) => {
      const reply = await fetch(`${program.http}/api/states`, {
        method,
        // oxlint-disable-next-line unicorn/no-invalid-fetch-options -- The method is never GET here.
        body: "<xml/>",
        headers: { "content-type": "application/xml" },
      });
      expect(reply.status).toBe(405);
      expect(reply.headers.get("allow")).toBe("GET, HEAD, OPTIONS");
      expect(await reply.json()).toEqual(error("Method not allowed"));
    },
  );

  test("an unknown path stays 404 whatever the method", async () => {
    for (const path of ["/api/nope", "/api/states/abc/districts"]) {
      const reply = await fetch(program.http + path, { method: "POST", body: "x" });
      expect(reply.status).toBe(404);
      expect(await reply.json()).toEqual(error("Endpoint not found"));
    }
  });

  test("HEAD gives GET's headers without a body", async () => {
    const got = await fetch(`${program.http}/api/states`);
    const head = await fetch(`${program.http}/api/states`, { method: "HEAD" });
    expect(head.status).toBe(200);
    expect(await head.text()).toBe("");
    for (const name of ["content-length", "content-type", "etag", "cache-control"]) {
      expect(head.headers.get(name)).toBe(got.headers.get(name));
    }
  });

  test("OPTIONS tells a browser what is allowed, from any origin", async () => {
    const reply = await fetch(`${program.http}/api/search`, {
      method: "OPTIONS",
      headers: { origin: "https://app.example", "access-control-request-method": "GET" },
    });
    expect(reply.status).toBe(204);
    expect(reply.headers.get("access-control-allow-origin")).toBe("*");
    expect(reply.headers.get("access-control-allow-methods")).toBe("GET, HEAD, OPTIONS");
  });
});

describe("what a search may ask", () => {
  test.each(["", "?q=", "?q=%20%09", "?Q=pune", "?q"])("search%s: q is required", async (query) => {
    const { status, body } = await get(`/api/search${query}`);
    expect(status).toBe(400);
    expect(body).toEqual(error("Query parameter 'q' is required"));
  });

  test.each([
    [`q=${"x".repeat(101)}`, "q"],
    ["q=%zz", "q"],
    ["q=%ff%fe", "q"],
    ["q=a%00b", "q"],
    ["q=pune&limit=0", "limit"],
    ["q=pune&limit=1001", "limit"],
    ["q=pune&limit=ten", "limit"],
    ["q=pune&limit=", "limit"],
    ["q=pune&limit=1.5", "limit"],
    ["q=pune&limit=-1", "limit"],
    ["q=pune&offset=-1", "offset"],
    ["q=pune&kind=city", "kind"],
    ["q=pune&kind=", "kind"],
    ["q=pune&state_id=abc", "state_id"],
    ["q=pune&state_id=0", "state_id"],
    ["q=pune&district_id=1e3", "district_id"],
  ])("search?%s is 400 and says which", async (query, name) => {
    const { status, body } = await get(`/api/search?${query}`);
    expect(status).toBe(400);
    expect(body.message).toContain(`'${name}'`);
  });

  test("exactly 100 characters are allowed", async () => {
    expect((await get(`/api/search?q=${"x".repeat(100)}`)).status).toBe(200);
  });

  test("a query with no letter or digit finds nothing", async () => {
    const { status, body } = await get("/api/search?q=%3F%21%20-");
    expect(status).toBe(200);
    expect(body.data).toEqual({ states: [], districts: [], markets: [] });
    expect(body.total).toEqual({ states: 0, districts: 0, markets: 0 });
  });

  test("of a repeated q the first counts; unknown parameters are ignored", async () => {
    const { body } = await get("/api/search?q=pune&q=nagpur&colour=red");
    expect(body.query).toBe("pune");
    expect(body.data.districts[0].name).toBe("Pune");
  });

  test("plus signs and escapes are blanks and letters", async () => {
    const { body } = await get("/api/search?q=west+bengal");
    expect(body.query).toBe("west bengal");
    expect(body.data.states[0].name).toBe("West Bengal");
  });

  test("at most 100 of each kind, limit changes that, total tells the truth", async () => {
    const { body } = await get("/api/search?q=a");
    expect(body.data.markets).toHaveLength(100);
    expect(body.total.markets).toBeGreaterThan(1000);
    const { body: few } = await get("/api/search?q=a&limit=3");
    expect(few.data.markets).toEqual(body.data.markets.slice(0, 3));
    expect(few.total).toEqual(body.total);
    const { body: next } = await get("/api/search?q=a&limit=3&offset=2");
    expect(next.data.markets).toEqual(body.data.markets.slice(2, 5));
    const { body: many } = await get("/api/search?q=a&limit=1000");
    expect(many.data.markets).toHaveLength(1000);
  });

  test("kind, state_id and district_id narrow the search", async () => {
    const { body: kinds } = await get("/api/search?q=pune&kind=district");
    expect(kinds.data.districts).toHaveLength(1);
    expect(kinds.data.markets).toEqual([]);
    const { body: state } = await get("/api/search?q=pune&state_id=17");
    expect(state.data.districts).toEqual([]);
    const { body: district } = await get("/api/search?q=pune&district_id=364&kind=market,district");
    expect(district.data.markets.length).toBeGreaterThan(0);
    for (const market of district.data.markets) expect(market.district_id).toBe(364);
    const { body: nowhere } = await get("/api/search?q=pune&state_id=9999");
    expect(nowhere.total).toEqual({ states: 0, districts: 0, markets: 0 });
  });

  test("other names find the record, whose own name is given with the one that hit", async () => {
    const { body: state } = await get("/api/search?q=Orissa");
    expect(state.data.states[0]).toMatchObject({ name: "Odisha", matched: "Orissa" });
    const { body: district } = await get("/api/search?q=Bengaluru");
    expect(district.data.districts[0]).toMatchObject({ name: "Bangalore" });
    expect(district.data.districts[0].matched).toContain("Bengaluru");
    const { body: own } = await get("/api/search?q=Odisha");
    expect(own.data.states[0]).not.toHaveProperty("matched");
  });

  test("misspellings find every kind", async () => {
    expect((await get("/api/search?q=Maharastra")).body.data.states[0].name).toBe("Maharashtra");
    expect((await get("/api/search?q=Bangaluru")).body.data.districts[0].name).toBe("Bangalore");
    const { body } = await get("/api/search?q=Lasalgoan");
    expect(body.data.markets[0].name).toContain("Lasalgaon");
  });

  test("same-named districts are told apart by their state", async () => {
    const { body } = await get("/api/search?q=Aurangabad&kind=district");
    const states = body.data.districts.map((each: { state_name: string }) => each.state_name);
    expect(states).toEqual(expect.arrayContaining(["Bihar", "Maharashtra"]));
  });

  test("any text as q gives 200 or 400 in the right shape", async () => {
    await fc.assert(
      fc.asyncProperty(fc.string({ unit: "binary", maxLength: 130, size: "max" }), async (text) => {
        const { status, body } = await get(`/api/search?q=${encodeURIComponent(text)}`);
        expect([200, 400]).toContain(status);
        expect(body.status).toBe(status === 200 ? "success" : "error");
      }),
      { numRuns: 300, seed: 7 },
    );
  });

  test("any bytes as a query string give 200 or 400 in the right shape", async () => {
    const pieces = fc.constantFrom(
      "q=",
      "limit=",
      "&",
      "=",
      "%",
      "%2",
      "%41",
      "+",
      "a",
      "ü",
      ";",
      "?",
      "%c3%bc",
      "kind=state",
      "offset=1",
      "%00",
    );
    await fc.assert(
      fc.asyncProperty(fc.array(pieces, { maxLength: 12, size: "max" }), async (parts) => {
        const { status } = await get(`/api/search?${parts.join("")}`);
        expect([200, 400]).toContain(status);
      }),
      { numRuns: 300, seed: 8 },
    );
  });

  test("the same question gets the same answer", async () => {
    const [first, second] = [await get("/api/search?q=nag"), await get("/api/search?q=nag")];
    expect(second.body.data).toEqual(first.body.data);
  });
});

describe("parts of lists", () => {
  test("limit and offset give a part and add the total", async () => {
    const { body: whole } = await get("/api/states");
    expect(whole).not.toHaveProperty("total");
    const { body: part } = await get("/api/states?limit=5&offset=10");
    expect(part).toMatchObject({ count: 5, total: 36 });
    expect(part.data).toEqual(whole.data.slice(10, 15));
    const { body: rest } = await get("/api/states?offset=30");
    expect(rest).toMatchObject({ count: 6, total: 36 });
    const { body: beyond } = await get("/api/states/20/districts?offset=1000");
    expect(beyond).toMatchObject({ data: [], count: 0, state_id: 20 });
    const { body: markets } = await get("/api/districts/364/markets?limit=2");
    expect(markets.count).toBe(2);
    expect(markets.total).toBeGreaterThan(2);
  });

  test.each(["limit=0", "limit=1001", "limit=x", "offset=-1", "offset=1.5", "limit=%zz"])(
    "a list with %s is 400",
    async (query) => {
      expect((await get(`/api/states?${query}`)).status).toBe(400);
    },
  );

  test("unknown parameters leave a list whole", async () => {
    const { body } = await get("/api/states?page=2");
    expect(body.count).toBe(36);
    expect(body).not.toHaveProperty("total");
  });
});

describe("single records", () => {
  test("each comes with its parents and other names", async () => {
    const { body: state } = await get("/api/states/7");
    expect(state.data).toMatchObject({ id: 7, name: "Chattisgarh", lgd_code: 22 });
    expect(state.data.aliases).toContain("Chhattisgarh");
    const { body: district } = await get("/api/districts/364");
    expect(district.data).toMatchObject({ name: "Pune", state: { id: 20, name: "Maharashtra" } });
    const { body: market } = await get("/api/markets/164");
    expect(market.data).toMatchObject({
      name: "Pune APMC",
      district: { id: 364 },
      state: { id: 20, name: "Maharashtra" },
    });
    expect(market.data).not.toHaveProperty("retired");
  });
});

describe("the data set as a whole", () => {
  test("dataset names source, date, version, counts and licence", async () => {
    const { body } = await get("/api/dataset");
    expect(body.data).toMatchObject({
      source: expect.stringContaining("AGMARKNET"),
      date: expect.stringMatching(/^\d{4}-\d\d-\d\d$/),
      version: expect.stringMatching(/^[0-9a-f]{16}$/),
      counts: { states: 36, districts: 718, markets: 4320 },
    });
    expect(body.data.licence.length).toBeGreaterThan(10);
  });

  test("export gives every record in all three formats", async () => {
    const { body: json } = await get("/api/export");
    expect(json.data.states).toHaveLength(36);
    expect(json.data.districts).toHaveLength(718);
    expect(json.data.markets).toHaveLength(4320);
    const { body: lines } = await get("/api/export?format=ndjson");
    const rows = lines
      .trimEnd()
      .split("\n")
      .map((line: string) => JSON.parse(line));
    expect(rows).toHaveLength(36 + 718 + 4320);
    expect(rows.at(-1)).toMatchObject({ kind: "market", district_name: expect.any(String) });
    const { body: csv, headers } = await get("/api/export?format=csv");
    expect(csv.trimEnd().split("\r\n")).toHaveLength(1 + 36 + 718 + 4320);
    expect(csv.split("\r\n")[0]).toBe(
      "kind,id,name,lgd_code,state_id,state_name,district_id,district_name,aliases,alias_sources,census_code,iso,wikidata,latitude,longitude,precision,names,pincodes,display_name",
    );
    expect(headers.get("content-disposition")).toContain(".csv");
    expect((await get("/api/export?format=xml")).status).toBe(400);
  });
});

describe("caching and compression", () => {
  const paths = [
    "/api/states",
    "/api/states/20/districts",
    "/api/search?q=pune",
    "/api/stats",
    "/api/export",
    "/api/markets/164",
  ];

  test.each(paths)("%s carries a weak tag and answers 304 to it", async (path) => {
    const { headers } = await get(path);
    const etag = headers.get("etag") ?? "";
    expect(etag).toMatch(/^W\/"[^"]+"$/);
    expect(headers.get("cache-control")).toBe("public, max-age=300");
    expect(headers.get("vary")).toBe("accept-encoding");
    for (const tag of [etag, `"other", ${etag}`, etag.slice(2), "*"]) {
      const again = await get(path, { "if-none-match": tag });
      expect(again.status).toBe(304);
      expect(again.body).toBe("");
      expect(again.headers.get("etag")).toBe(etag);
    }
    expect((await get(path, { "if-none-match": 'W/"other"' })).status).toBe(200);
  });

  test("errors and health are not to be kept", async () => {
    for (const path of ["/api/health", "/api/states/999", "/api/search"]) {
      const { headers } = await get(path);
      expect(headers.get("cache-control")).toBe("no-store");
      expect(headers.get("etag")).toBeNull();
    }
  });

  test.each(["/api/states", "/api/search?q=a", "/api/export"])(
    "%s is compressed when asked, and means the same",
    async (path) => {
      const plain = await raw(path, "identity");
      expect(plain.encoding).toBeNull();
      const gzip = await raw(path, "gzip");
      expect(gzip.encoding).toBe("gzip");
      const br = await raw(path, "gzip, br;q=0.9");
      expect(br.encoding).toBe("br");
      const without = (bytes: Buffer) => ({ ...JSON.parse(bytes.toString()), timestamp: "" });
      expect(without(gunzipSync(gzip.bytes))).toEqual(without(plain.bytes));
      expect(without(brotliDecompressSync(br.bytes))).toEqual(without(plain.bytes));
      expect(br.bytes.length).toBeLessThan(plain.bytes.length / 2);
      expect((await raw(path, "br;q=0, gzip;q=0")).encoding).toBeNull();
    },
  );

  async function raw(path: string, accept: string) {
    const { request } = await import("node:http");
    return new Promise<{ encoding: string | null; bytes: Buffer }>((resolve, reject) => {
      request(program.http + path, { headers: { "accept-encoding": accept } }, (reply) => {
        const chunks: Buffer[] = [];
        reply.on("data", (chunk: Buffer) => chunks.push(chunk));
        reply.on("end", () =>
          resolve({
            encoding: reply.headers["content-encoding"] ?? null,
            bytes: Buffer.concat(chunks),
          }),
        );
      })
        .on("error", reject)
        .end();
    });
  }
});

test("every answer may be read by any page and carries a request id", async () => {
  for (const path of ["/api/states", "/api/nope", "/api/search", "/api/health"]) {
    const { headers } = await get(path);
    expect(headers.get("access-control-allow-origin")).toBe("*");
    expect(headers.get("x-request-id")).toMatch(/^[\w-]+-[0-9a-z]+$/);
    expect(headers.get("x-content-type-options")).toBe("nosniff");
  }
});

test("the same answers come over HTTPS", async () => {
  const { request } = await import("node:https");
  const body = await new Promise<string>((resolve, reject) => {
    request(`${program.https}/api/stats`, { ca: program.ca }, (reply) => {
      let text = "";
      reply.on("data", (chunk) => (text += chunk));
      reply.on("end", () => resolve(text));
    })
      .on("error", reject)
      .end();
  });
  expect(JSON.parse(body).data).toEqual({ states: 36, districts: 718, markets: 4320 });
});

function expectAscending(records: Array<{ id: number }>): void {
  const ids = records.map((record) => record.id);
  expect(ids).toEqual([...ids].sort((a, b) => a - b));
}
