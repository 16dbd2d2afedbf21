// Names in other languages, points, PIN codes and codes as callers see them, over real HTTP, each reply
// checked against the OpenAPI document.
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

async function get(path: string, headers: Record<string, string> = {}) {
  const reply = await fetch(program.http + path, { headers });
  const text = await reply.text();
  const type = reply.headers.get("content-type");
  const body = type?.includes("json") ? JSON.parse(text) : text;
  if (body.message !== "Endpoint not found") {
    check("GET", path.split("?")[0] ?? "", reply.status, type, body);
  }
  return { status: reply.status, headers: reply.headers, body };
}

const error = (message: string) =>
  expect.objectContaining({
    status: "error",
    message,
    code: expect.any(String),
    doc_url: expect.stringMatching(/^http:.*\/errors#[a-z_]+$/),
    timestamp: expect.stringMatching(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d$/),
  });

describe("search in other scripts", () => {
  test.each([
    ["पुणे", "districts", "Pune"],
    ["లాసల్‌గావ్", "markets", "Lasalgaon APMC"],
    ["ಹುಬ್ಬಳ್ಳಿ", "markets", "Hubli (Amaragol) APMC"],
    ["লখনউ", "districts", "Lucknow"],
  ])("%s finds, in %s, %s", async (q, kind, name) => {
    const { status, body } = await get(`/api/search?q=${encodeURIComponent(q)}`);
    expect(status).toBe(200);
    expect(body.query).toBe(q);
    expect(body.data[kind][0].name).toBe(name);
  });

  test("100 characters of any script are allowed, 101 are not", async () => {
    const ask = (length: number) => get(`/api/search?q=${encodeURIComponent("प".repeat(length))}`);
    expect((await ask(100)).status).toBe(200);
    expect((await ask(101)).body.message).toContain("'q'");
  });
});

describe("names in a language", () => {
  test("lang adds local_name where one is known, and the name stays what it is", async () => {
    const { body } = await get("/api/states?lang=hi");
    const { body: plain } = await get("/api/states");
    expect(body.data.find((state: { id: number }) => state.id === 20)).toMatchObject({
      name: "Maharashtra",
      local_name: "महाराष्ट्र",
    });
    const without = body.data.map((state: object) => ({ ...state, local_name: undefined }));
    expect(without).toEqual(
      plain.data.map((state: object) => ({ ...state, local_name: undefined })),
    );
    expect(plain.data[0]).not.toHaveProperty("local_name");
  });

  test("on lists, parts, search, single records, nearby and PIN codes", async () => {
    const hasName = expect.objectContaining({ local_name: expect.any(String) });
    for (const path of [
      "/api/states/20/districts?lang=hi",
      "/api/states/20/districts?lang=hi&limit=50",
      "/api/nearby?lat=20&lon=73.8&lang=hi&kind=district",
    ]) {
      expect((await get(path)).body.data).toContainEqual(hasName);
    }
    const { body: found } = await get("/api/search?q=nashik&lang=hi");
    expect(found.data.districts[0]).toEqual(hasName);
    const { body: one } = await get("/api/districts/361?lang=hi");
    expect(one.data.state).toEqual(hasName);
    const { body: pin } = await get("/api/pincodes/422001?lang=hi");
    expect(pin.data.districts[0]).toEqual(hasName);
    expect(pin.data.districts[0].state).toEqual(hasName);
  });

  test("names nobody checked are shown with names=all only", async () => {
    const { body: checked } = await get("/api/states?lang=as");
    const { body: all } = await get("/api/states?lang=as&names=all");
    const count = (list: Array<{ local_name?: string }>) =>
      list.filter(({ local_name }) => local_name !== undefined).length;
    expect(count(all.data)).toBe(31);
    expect(count(checked.data)).toBeLessThan(count(all.data));
    const { body: state } = await get("/api/states/1");
    const { body: whole } = await get("/api/states/1?names=all");
    const checks = (list: Array<{ checked: string }>) => new Set(list.map((one) => one.checked));
    expect([...checks(state.data.local_names)]).not.toContain("no");
    expect([...checks(whole.data.local_names)]).toContain("no");
  });

  test("lang=auto takes the browser's language, and caches are told", async () => {
    const { body, headers } = await get("/api/states?lang=auto", {
      "accept-language": "de,mr-IN;q=0.9,hi;q=0.8",
    });
    expect(body.data[19].local_name).toBe("महाराष्ट्र");
    expect(headers.get("vary")).toBe("accept-encoding, accept-language");
    const { body: english, headers: others } = await get("/api/states?lang=auto", {
      "accept-language": "en-IN,hi;q=0.5",
    });
    expect(english.data[19]).not.toHaveProperty("local_name");
    expect(others.get("etag")).not.toBe(headers.get("etag"));
    const again = await get("/api/states?lang=auto", {
      "accept-language": "en",
      "if-none-match": headers.get("etag") ?? "",
    });
    expect(again.status).toBe(200);
    // A search is kept by its URL; one by the browser's language must not be.
    for (const [language, name] of [
      ["hi", "लखनऊ"],
      ["ta", expect.stringMatching(/^[\u0b80-\u0bff]+$/)],
    ]) {
      for (const _ of [1, 2, 3]) {
        const { body: found } = await get("/api/search?q=lucknow&lang=auto", {
          "accept-language": String(language),
        });
        expect(found.data.districts[0].local_name).toEqual(name);
      }
    }
  });

  test("languages lists every language with its names and counts", async () => {
    const { body } = await get("/api/languages");
    expect(body.count).toBe(13);
    const hindi = body.data.find(({ lang }: { lang: string }) => lang === "hi");
    expect(hindi).toMatchObject({
      name: "Hindi",
      native_name: "हिन्दी",
      script: "Deva",
      counts: { states: 36 },
    });
    expect(hindi.shown.districts).toBeLessThanOrEqual(hindi.counts.districts);
    for (const { lang } of body.data)
      expect((await get(`/api/states?lang=${lang}`)).status).toBe(200);
  });

  test.each([
    ["/api/states?lang=xx", "lang"],
    ["/api/states?lang=", "lang"],
    ["/api/states?lang=en", "lang"],
    ["/api/states?lang=%zz", "lang"],
    ["/api/states/20/districts?lang=klingon", "lang"],
    ["/api/districts/364/markets?lang=1", "lang"],
    ["/api/search?q=pune&lang=zz", "lang"],
    ["/api/markets/164?lang=zz", "lang"],
    ["/api/pincodes/411001?lang=zz", "lang"],
    ["/api/states?lang=hi&names=some", "names"],
    ["/api/states?names=", "names"],
    ["/api/states?fields=colour", "fields"],
    ["/api/search?q=pune&fields=", "fields"],
    ["/api/states?fields=location,colour", "fields"],
  ])("%s is 400 and says which", async (path, name) => {
    const { status, body } = await get(path);
    expect(status).toBe(400);
    expect(body).toEqual(error(expect.stringContaining(`Query parameter '${name}' `)));
  });
});

describe("where places are", () => {
  const point = {
    latitude: expect.any(Number),
    longitude: expect.any(Number),
    precision: expect.stringMatching(/^(market|town|pincode|district)$/),
  };

  test("fields=location adds the point on lists and search; null where none is known", async () => {
    const { body: markets } = await get("/api/districts/364/markets?fields=location");
    for (const market of markets.data) expect(market).toMatchObject(point);
    const { body: districts } = await get("/api/states/20/districts?fields=location&limit=2");
    expect(districts).toMatchObject({ count: 2, total: expect.any(Number) });
    expect(districts.data[0]).toMatchObject({ ...point, precision: "district" });
    const { body: states } = await get("/api/states?fields=location");
    expect(states.data[0]).toMatchObject({ latitude: null, longitude: null, precision: null });
    const { body: found } = await get("/api/search?q=pune&fields=location");
    expect(found.data.markets[0]).toMatchObject(point);
  });

  test("single records have their point, codes and local names", async () => {
    const { body: market } = await get("/api/markets/164");
    expect(market.data).toMatchObject({ name: "Pune APMC", ...point });
    const { body: district } = await get("/api/districts/364");
    expect(district.data).toMatchObject({
      ...point,
      lgd_code: 490,
      census_code: "521",
      iso: null,
      wikidata: expect.stringMatching(/^Q\d+$/),
    });
    const { body: state } = await get("/api/states/20");
    expect(state.data).toMatchObject({ census_code: "27", iso: "IN-MH", wikidata: "Q1191" });
    expect(state.data.local_names).toContainEqual({
      lang: "hi",
      name: "महाराष्ट्र",
      checked: expect.any(String),
    });
  });

  test("nearby gives districts and markets by distance", async () => {
    const { status, body } = await get("/api/nearby?lat=18.52&lon=73.86");
    expect(status).toBe(200);
    expect(body.count).toBe(14);
    const distances = body.data.map((each: { distance_km: number }) => each.distance_km);
    expect(distances).toEqual([...distances].sort((a, b) => a - b));
    expect(Math.max(...distances)).toBeLessThanOrEqual(50);
    expect(body.data[0]).toMatchObject({ kind: "market", state_name: "Maharashtra", ...point });
    const { body: few } = await get("/api/nearby?lat=18.52&lon=73.86&kind=district&limit=1");
    expect(few.data).toMatchObject([{ kind: "district", name: "Pune" }]);
    const { body: wide } = await get("/api/nearby?lat=18.52&lon=73.86&radius_km=500&limit=1000");
    expect(wide.count).toBeGreaterThan(500);
    const { body: sea } = await get("/api/nearby?lat=0&lon=-30.5");
    expect(sea).toMatchObject({ data: [], count: 0 });
  });

  test.each([
    ["", "Query parameter 'lat' is required"],
    ["lat=18", "Query parameter 'lon' is required"],
    ["lat=&lon=73", "Query parameter 'lat' is required"],
    ["lat=91&lon=73", "Query parameter 'lat' must be degrees from -90 to 90"],
    ["lat=18&lon=-180.1", "Query parameter 'lon' must be degrees from -180 to 180"],
    ["lat=abc&lon=73", "Query parameter 'lat' must be degrees from -90 to 90"],
    ["lat=1e1&lon=73", "Query parameter 'lat' must be degrees from -90 to 90"],
    ["lat=NaN&lon=73", "Query parameter 'lat' must be degrees from -90 to 90"],
    [
      "lat=18&lon=73&radius_km=0",
      "Query parameter 'radius_km' must be a number above 0, at most 500",
    ],
    [
      "lat=18&lon=73&radius_km=501",
      "Query parameter 'radius_km' must be a number above 0, at most 500",
    ],
    [
      "lat=18&lon=73&radius_km=-5",
      "Query parameter 'radius_km' must be a number above 0, at most 500",
    ],
    ["lat=18&lon=73&limit=0", "Query parameter 'limit' must be a whole number from 1 to 1000"],
    ["lat=18&lon=73&kind=city", expect.stringContaining("Query parameter 'kind' ")],
    ["lat=%00&lon=73", "Query parameter 'lat' must not contain a NUL character"],
  ])("nearby?%s is 400 and says which", async (query, message) => {
    const { status, body } = await get(`/api/nearby?${query}`);
    expect(status).toBe(400);
    expect(body).toEqual(error(message));
  });

  test("a PIN code gives its districts with their markets", async () => {
    const { body } = await get("/api/pincodes/411001");
    expect(body.data.pincode).toBe("411001");
    expect(body.data.districts).toMatchObject([{ id: 364, name: "Pune", state: { id: 20 } }]);
    expect(body.data.districts[0].markets).toContainEqual({ id: 164, name: "Pune APMC" });
  });

  test("the markets of a PIN code stand nearest first, those without a point of their own last", async () => {
    const { body } = await get("/api/pincodes/411001");
    const { body: near } = await get(
      "/api/nearby?lat=18.52&lon=73.86&kind=district&limit=1&fields=location",
    );
    const { latitude, longitude } = near.data[0];
    const { body: all } = await get(
      `/api/nearby?lat=${latitude}&lon=${longitude}&kind=market&radius_km=500&limit=1000`,
    );
    const ownPoint = all.data.filter(
      (each: { district_id: number; precision: string }) =>
        each.district_id === 364 && each.precision !== "district",
    );
    const ids = body.data.districts[0].markets.map(({ id }: { id: number }) => id);
    expect(ids.slice(0, ownPoint.length)).toEqual(ownPoint.map(({ id }: { id: number }) => id));
    expect(ids.length).toBeGreaterThanOrEqual(ownPoint.length);
  });

  test("an unknown PIN code is 404; what is no six digits is 400", async () => {
    const { status, body } = await get("/api/pincodes/100000");
    expect(status).toBe(404);
    expect(body).toEqual(error("Pincode not found"));
    for (const text of ["12", "4110011", "011001", "41100a", "४११००१", "-11001", "411001.0"]) {
      const wrong = await get(`/api/pincodes/${encodeURIComponent(text)}`);
      expect(wrong.status).toBe(400);
      expect(wrong.body).toEqual(error("A PIN code must be six digits"));
    }
  });

  test("each answer may be kept and asked for again by its tag", async () => {
    for (const path of [
      "/api/nearby?lat=18&lon=73",
      "/api/pincodes/411001",
      "/api/languages",
      "/api/states?lang=hi&fields=location",
    ]) {
      const { headers } = await get(path);
      const etag = headers.get("etag") ?? "";
      expect(headers.get("cache-control")).toBe("public, max-age=300");
      expect((await get(path, { "if-none-match": etag })).status).toBe(304);
    }
  });

  test("other methods are refused", async () => {
    for (const path of ["/api/nearby", "/api/pincodes/411001", "/api/languages"]) {
      const reply = await fetch(program.http + path, { method: "POST", body: "x" });
      expect(reply.status).toBe(405);
      expect(reply.headers.get("allow")).toBe("GET, HEAD, OPTIONS");
    }
  });

  test("any bytes as a query string give 200 or 400 in the right shape", async () => {
    const pieces = fc.constantFrom(
      ..."lat= lon= 18.5 73 -91 & = % %00 %41 lang= hi auto xx names=all fields=location kind=market".split(
        " ",
      ),
      ..."radius_km= limit= 5 1e9 NaN Infinity प %E0%A4%AA + , q= offset=".split(" "),
    );
    const paths = ["nearby", "states", "search", "markets/164", "pincodes/411001", "languages"];
    await fc.assert(
      fc.asyncProperty(
        fc.constantFrom(...paths),
        fc.array(pieces, { maxLength: 14, size: "max" }),
        async (path, parts) => {
          const { status, body } = await get(`/api/${path}?${parts.join("")}`);
          expect([200, 400]).toContain(status);
          expect(body.status).toBe(status === 200 ? "success" : "error");
        },
      ),
      { numRuns: 400, seed: 9 },
    );
  });
});

describe("the data set as a whole", () => {
  test("dataset names the attribution and counts what was added", async () => {
    const { body } = await get("/api/dataset");
    expect(body.data.attribution).toContain("GeoNames data (CC BY 4.0)");
    expect(body.data.counts).toMatchObject({ local_names: 3815, points: 5038, pincodes: 18_881 });
  });

  test("the export has points, codes, local names and PIN codes, also as GeoJSON", async () => {
    const { body, headers } = await get("/api/export?format=geojson");
    expect(headers.get("content-type")).toBe("application/geo+json; charset=utf-8");
    expect(headers.get("content-disposition")).toContain(".geojson");
    expect(body.features).toHaveLength(36 + 718 + 4320);
    const pune = body.features.find(({ id }: { id: string }) => id === "market/164");
    expect(pune).toMatchObject({
      type: "Feature",
      geometry: { type: "Point", coordinates: [expect.any(Number), expect.any(Number)] },
      properties: { kind: "market", id: 164, name: "Pune APMC", precision: expect.any(String) },
    });
    expect(pune.geometry.coordinates[0]).toBeGreaterThan(pune.geometry.coordinates[1]);
    const { body: json } = await get("/api/export");
    const district = json.data.districts.find(({ id }: { id: number }) => id === 364);
    expect(district.pincodes).toContain("411001");
    expect(district).toMatchObject({ census_code: "521", latitude: expect.any(Number) });
  });
});
