// Search as people and apps use it: names with their context, words that say nothing, short forms, PIN
// codes and the forms of the answer, over real HTTP, each reply checked against the OpenAPI document.
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

async function get(path: string) {
  const reply = await fetch(program.http + path);
  const body = await reply.json();
  const type = reply.headers.get("content-type");
  check("GET", path.split("?")[0] ?? "", reply.status, type, body);
  return { status: reply.status, type, body };
}

const search = async (q: string, more = "") =>
  (await get(`/api/search?q=${encodeURIComponent(q)}${more}`)).body;
type Kind = "states" | "districts" | "markets";
const firstNames = (body: { data: Record<Kind, { name: string }[]> }, kind: Kind, count = 3) =>
  body.data[kind].slice(0, count).map(({ name }) => name);

describe("a name with its context", () => {
  test.each([
    ["azadpur delhi", "markets", "Azadpur APMC"],
    ["Lasalgaon, Nashik, Maharashtra", "markets", "Lasalgaon APMC"],
    ["maharashtra nashik lasalgaon", "markets", "Lasalgaon APMC"],
    ["Lasalgaon - Maharashtra - India", "markets", "Lasalgaon APMC"],
    ["amritsar punjab", "districts", "Amritsar"],
    ["amritsar punjab", "markets", "Amritsar APMC"],
    ["Aurangabad Bihar", "districts", "Aurangabad"],
    ["lasalgoan nasik", "markets", "Lasalgaon APMC"],
    ["lasalgaon maharastra", "markets", "Lasalgaon APMC"],
    ["लासलगांव नाशिक", "markets", "Lasalgaon APMC"],
    ["आज़ादपुर दिल्ली", "markets", "Azadpur APMC"],
    ["लासलगांव Maharashtra", "markets", "Lasalgaon APMC"],
  ] as const)("%s finds, in %s, %s first", async (q, kind, name) => {
    expect(firstNames(await search(q), kind, 1)).toEqual([name]);
  });

  test("a hit says how it matched, and what holds every word stands first", async () => {
    const { data } = await search("azadpur delhi");
    expect(data.markets[0]).toMatchObject({ name: "Azadpur APMC", match: "all" });
    expect(data.states[0]).toMatchObject({ name: "NCT of Delhi", match: "partial" });
    expect(data.states[0].score).toBeLessThan(data.markets[0].score);
    const { data: misspelt } = await search("lasalgoan nashik");
    expect(misspelt.markets[0]).toMatchObject({ match: "misspelt" });
    for (const hits of Object.values(data) as Array<Array<{ score: number }>>) {
      const scores = hits.map(({ score }) => score);
      expect(scores).toEqual([...scores].sort((a, b) => b - a));
    }
  });

  test("of two places of one name the context chooses", async () => {
    const stateOf = async (q: string) =>
      (await search(q, "&kind=district")).data.districts[0].state_name;
    expect(await stateOf("aurangabad bihar")).toBe("Bihar");
    expect(await stateOf("aurangabad maharashtra")).toBe("Maharashtra");
    expect(await stateOf("bilaspur himachal")).toBe("Himachal Pradesh");
  });
});

describe("words that say nothing of the place", () => {
  test.each([
    ["pune market yard", "Pune APMC"],
    ["indore mandi", "Indore APMC"],
    ["indore mandi bhav today", "Indore APMC"],
    ["onion price in lasalgaon", "Lasalgaon APMC"],
    ["onion lasalgaon", "Lasalgaon APMC"],
    ["पुणे मंडी भाव", "Pune APMC"],
  ])("%s finds %s first", async (q, name) => {
    expect(firstNames(await search(q), "markets", 1)).toEqual([name]);
  });

  test("unknown words and commodities are dropped, which the answer says", async () => {
    const body = await search("onion lasalgaon xyzzyq");
    expect(body.dropped.toSorted()).toEqual(["onion", "xyzzyq"]);
    expect(body.data.markets[0]).toMatchObject({ name: "Lasalgaon APMC", match: "all" });
    expect((await search("pune market")).dropped).toEqual([]);
    expect((await search("xyzzyq")).dropped).toEqual(["xyzzyq"]);
  });

  test("an answer is empty only when no word is known", async () => {
    expect((await search("qqxyzzy wwxyzzy")).total).toEqual({
      states: 0,
      districts: 0,
      markets: 0,
    });
    for (const q of [
      "qqxyzzy lasalgaon",
      "qqxyzzy punjab wwxyzzy",
      "qqxyzzy mandi",
      "qqxyzzy apmc wwxyzzy",
    ]) {
      const { total } = await search(q);
      expect(total.states + total.districts + total.markets).toBeGreaterThan(0);
    }
  });
});

describe("names reach what belongs to them", () => {
  test.each([
    ["bengaluru", "Bangalore"],
    ["bombay", "Mumbai"],
    ["gurugram", "Gurgaon"],
    ["mysuru", "Mysore"],
    ["poona", "Pune"],
    ["vizag", "Visakhapatnam"],
    ["kochi", "Ernakulam"],
    ["cochin", "Ernakulam"],
  ])("%s finds the markets of %s", async (q, district) => {
    const { data } = await search(q, "&kind=market");
    expect(data.markets[0].district_name).toBe(district);
    expect(data.markets[0].match).toBe("all");
  });

  test("a name of a district that no market carries finds the markets in it", async () => {
    const { data } = await search("Nilgiris", "&kind=market&limit=5");
    expect(data.markets.length).toBeGreaterThan(0);
  });
});

describe("short forms", () => {
  test.each([
    ["UP", "Uttar Pradesh"],
    ["U.P.", "Uttar Pradesh"],
    ["mp", "Madhya Pradesh"],
    ["TN", "Tamil Nadu"],
    ["J&K", "Jammu and Kashmir"],
    ["यूपी", "Uttar Pradesh"],
    ["एमपी", "Madhya Pradesh"],
  ])("%s is %s before anything that begins like it", async (q, state) => {
    const { data } = await search(q);
    expect(data.states[0]).toMatchObject({ name: state, match: "all" });
    const best = Math.max(...data.districts.map(({ score }: { score: number }) => score), 0);
    expect(data.states[0].score).toBeGreaterThan(best);
  });

  test("a short form is a context like any other", async () => {
    expect(firstNames(await search("agra up"), "markets", 1)).toEqual(["Agra APMC"]);
    expect(firstNames(await search("24 pgs south"), "districts", 1)[0]).toContain("24 Parganas");
  });
});

describe("PIN codes in q", () => {
  test.each(["411001", "411 001", " 411001 "])("%j gives its district and markets", async (q) => {
    const { data } = await search(q);
    expect(data.states).toEqual([]);
    expect(data.districts).toMatchObject([{ name: "Pune" }]);
    expect(data.markets.length).toBeGreaterThan(5);
    for (const market of data.markets) expect(market.district_name).toBe("Pune");
  });

  test("three digits give their districts", async () => {
    const { data } = await search("411");
    expect(data.districts.map(({ name }: { name: string }) => name)).toContain("Pune");
    expect(data.markets).toEqual([]);
  });

  test("a PIN code beside a name is a context", async () => {
    expect(firstNames(await search("lasalgaon 422306"), "markets", 1)).toEqual(["Lasalgaon APMC"]);
    expect((await search("999999")).dropped).toEqual(["999999"]);
  });
});

describe("the spelling shown", () => {
  test("name stays the source's; display_name stands where that is plainly wrong", async () => {
    const wrong = { name: "Chattisgarh", display_name: "Chhattisgarh" };
    expect((await get("/api/states/7")).body.data).toMatchObject(wrong);
    expect((await get("/api/states")).body.data[6]).toMatchObject(wrong);
    const { data } = await search("Chhattisgarh");
    expect(data.states[0]).toMatchObject(wrong);
    expect((await get("/api/states/20")).body.data).not.toHaveProperty("display_name");
    expect((await get("/api/export")).body.data.states[6]).toMatchObject(wrong);
  });
});

describe("forms of the answer", () => {
  test.each([
    "/api/states?format=geojson",
    "/api/states/20/districts?format=geojson&limit=2",
    "/api/districts/364/markets?format=geojson&lang=hi",
    "/api/search?q=pune&format=geojson",
  ])("%s is a collection of features", async (path) => {
    const { status, type, body } = await get(path);
    expect(status).toBe(200);
    expect(type).toBe("application/geo+json; charset=utf-8");
    expect(body.type).toBe("FeatureCollection");
    const { body: plain } = await get(path.replace(/format=geojson&?/, ""));
    const { states, districts, markets } = plain.data;
    const records = Array.isArray(plain.data) ? plain.data : [...states, ...districts, ...markets];
    const properties = body.features.map(
      (feature: { properties: { kind: string } }) => feature.properties,
    );
    for (const one of properties) expect(["state", "district", "market"]).toContain(one.kind);
    const withoutKind = records.map((record: object) => expect.objectContaining(record));
    expect(properties).toEqual(withoutKind);
  });

  test("a market's feature has its point", async () => {
    const { body } = await get("/api/search?q=azadpur%20delhi&kind=market&format=geojson");
    const [feature] = body.features;
    const { body: record } = await get(`/api/markets/${feature.properties.id}`);
    expect(feature.geometry.coordinates).toEqual([record.data.longitude, record.data.latitude]);
  });

  test("geocodejson is one list of all kinds, the best first, with addresses", async () => {
    const { type, body } = await get("/api/search?q=azadpur%20delhi&format=geocodejson&limit=2");
    expect(type).toBe("application/geo+json; charset=utf-8");
    expect(body.geocoding).toMatchObject({ version: "0.1.0", query: "azadpur delhi" });
    expect(body.features).toHaveLength(2);
    expect(body.features[0].properties.geocoding).toMatchObject({
      type: "locality",
      kind: "market",
      name: "Azadpur APMC",
      county: "Delhi",
      state: "NCT of Delhi",
      country: "India",
      label: "Azadpur APMC, Delhi, NCT of Delhi, India",
      match: "all",
    });
  });

  test.each([
    "/api/states?format=xml",
    "/api/states?format=",
    "/api/states?format=geocodejson",
    "/api/search?q=pune&format=csv",
    "/api/districts/364/markets?format=GeoJSON",
  ])("%s is 400 and says which", async (path) => {
    const { status, body } = await get(path);
    expect(status).toBe(400);
    expect(body.message).toMatch(/^Query parameter 'format' must be one of json, geojson/);
  });
});
