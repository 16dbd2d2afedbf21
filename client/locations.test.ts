// The directory's calls against the real service, and its streams against a server that breaks them.
import { afterAll, afterEach, beforeAll, expect, test, vi } from "vitest";
import { type Program, startProgram } from "../test/program.ts";
import {
  BadRequestError,
  ConnectionError,
  createClient,
  createLocations,
  type ExportedRecord,
  InvalidResponseError,
  NotFoundError,
  type ResponseInfo,
  TimeoutError,
} from "./client.ts";
import { type ScriptedServer, type Step, startScriptedServer } from "./testing/scripted-server.ts";

let program: Program;
let baseUrl = "";
beforeAll(async () => {
  program = await startProgram({ SERVICES: "locations" });
  baseUrl = program.http;
});
afterAll(() => program.stop());

const servers: ScriptedServer[] = [];
afterEach(async () => {
  for (const server of servers.splice(0)) await server.stop();
});
async function serve(script: Step[]) {
  const server = await startScriptedServer(script);
  servers.push(server);
  return server;
}

test("the whole tree can be walked and agrees with the counts", async () => {
  const { locations } = createClient({ baseUrl });
  const { data: counts } = await locations.getStats();
  const { data: states, count } = await locations.listStates();
  expect([states.length, count]).toEqual([counts.states, counts.states]);
  const lists = await Promise.all(states.map((state) => locations.listDistricts(state.id)));
  expect(lists.map((list) => list.state_id)).toEqual(states.map((state) => state.id));
  const districts = lists.flatMap((list) => list.data);
  expect(districts).toHaveLength(counts.districts);
  let markets = 0;
  for (const { id } of districts) {
    const list = await locations.listMarkets(id);
    expect(list.district_id).toBe(id);
    markets += list.count;
  }
  expect(markets).toBe(counts.markets);
});

test("health, data set and single records have the fields their types promise", async () => {
  const { locations } = createClient({ baseUrl });
  const health = await locations.getHealth();
  expect(health).toMatchObject({ status: "healthy", version: expect.stringMatching(/^\d/) });
  expect(Object.keys(health.endpoints)).toEqual(["states", "districts", "markets", "stats"]);

  const { data: dataset } = await locations.getDataset();
  const { data: stats } = await locations.getStats();
  expect(dataset.counts).toMatchObject(stats);
  expect(dataset.retired).toEqual({ states: 0, districts: 0, markets: 0 });

  const [market] = (await locations.search("lasalgaon")).data.markets;
  if (market === undefined) throw new Error("Lasalgaon was not found.");
  const record = (await locations.getMarket(market.id)).data;
  expect(record).toMatchObject({ id: market.id, name: market.name, aliases: expect.any(Array) });
  expect(record.district).toMatchObject({ id: market.district_id, name: market.district_name });
  const district = (await locations.getDistrict(market.district_id)).data;
  expect(district.state).toEqual(record.state);
  const state = (await locations.getState(record.state.id)).data;
  expect(state).toMatchObject({ name: market.state_name, district_count: expect.any(Number) });
  const list = await locations.listMarketsOfState(record.state.id, market.district_id);
  expect(list).toMatchObject({ state_id: record.state.id, district_id: market.district_id });
  expect(list.data).toContainEqual({ id: market.id, name: market.name });
  expect(list.count).toBe(district.market_count);
});

test("parts of lists and every option of a search reach the service", async () => {
  const { locations } = createClient({ baseUrl });
  const part = await locations.listStates({ limit: 5, offset: 2 });
  expect(part.count).toBe(5);
  expect(part.total).toBe((await locations.getStats()).data.states);
  expect(part.data[0]).toEqual((await locations.listStates()).data[2]);

  const all = await locations.search("pune");
  expect(all.query).toBe("pune");
  expect(all.data.districts[0]?.name).toBe("Pune");
  const [district] = all.data.districts;
  const within = await locations.search("a", {
    kind: ["market"],
    stateId: 20,
    districtId: district?.id,
    limit: 2,
    offset: 1,
  });
  expect(within.data.districts).toEqual([]);
  expect(within.data.markets).toHaveLength(2);
  expect(within.data.markets.every((market) => market.district_id === district?.id)).toBe(true);
  expect(within.total.markets).toBeGreaterThan(2);
  const states = await locations.search("goa", { kind: "state" });
  expect(states.data.states[0]?.name).toBe("Goa");
  expect(states.data.markets).toEqual([]);
  const former = (await locations.search("Orissa")).data.states[0];
  expect(former).toMatchObject({ name: "Odisha", matched: "Orissa" });
});

test("a query of any characters arrives as it was given", async () => {
  const { locations } = createClient({ baseUrl });
  for (const query of ["a&limit=1", "100%", "ä ö ü", "नाशिक", "a+b c", "#?/\\", "  padded  "]) {
    expect((await locations.search(query)).query).toBe(query);
  }
});

test("the service's refusals come as errors with its sentence and a request id", async () => {
  const { locations } = createClient({ baseUrl });
  const missing = await locations.getState(999_999).catch((error: unknown) => error);
  expect(missing).toBeInstanceOf(NotFoundError);
  expect(missing).toMatchObject({
    message: "State not found",
    type: "not_found_error",
    status: 404,
    requestId: expect.stringMatching(/./),
  });
  const blank = await locations.search(" ").catch((error: unknown) => error);
  expect(blank).toBeInstanceOf(BadRequestError);
  expect(blank).toMatchObject({ message: "Query parameter 'q' is required" });
  await expect(locations.listStates({ limit: 0 })).rejects.toBeInstanceOf(BadRequestError);
  await expect(locations.getState(-1)).rejects.toMatchObject({ message: "Endpoint not found" });
});

test("an id that is no whole number rejects without being sent", async () => {
  const infos: ResponseInfo[] = [];
  const { locations } = createClient({ baseUrl, onResponse: (info) => infos.push(info) });
  const sneaky = "../../v1/usage" as unknown as number;
  for (const id of [Number.NaN, 1.5, Number.POSITIVE_INFINITY, sneaky]) {
    await expect(locations.getState(id)).rejects.toBeInstanceOf(TypeError);
    await expect(locations.listMarketsOfState(20, id)).rejects.toBeInstanceOf(TypeError);
  }
  expect(infos).toEqual([]);
});

test("with the cache an unchanged answer is not sent again, and no caller sees another's changes", async () => {
  const statuses: number[] = [];
  const locations = createLocations({
    baseUrl: `${baseUrl}/api`,
    cache: true,
    onResponse: ({ status }) => statuses.push(status),
  });
  const first = await locations.listStates();
  first.data.length = 0;
  const second = await locations.listStates();
  expect(second.data).toHaveLength(second.count);
  expect((await locations.listStates({ limit: 1 })).count).toBe(1);
  expect((await locations.listStates({ limit: 1 })).count).toBe(1);
  expect(statuses).toEqual([200, 304, 200, 304]);
});

test("with the cache a changed answer replaces the kept one", async () => {
  const list = (count: number, etag: string): Step => ({
    headers: { etag },
    body: { status: "success", data: [], count, timestamp: "" },
  });
  const server = await serve([
    list(1, 'W/"a"'),
    list(2, 'W/"b"'),
    { status: 304, headers: { etag: 'W/"b"' } },
  ]);
  const locations = createLocations({ baseUrl: server.url, cache: true });
  const counts = [];
  for (let turn = 0; turn < 3; turn += 1) counts.push((await locations.listStates()).count);
  expect(counts).toEqual([1, 2, 2]);
  const asked = server.seen.map(({ headers }) => headers["if-none-match"]);
  expect(asked).toEqual([undefined, 'W/"a"', 'W/"b"']);
});

test("without the cache no validator is sent, and a 304 out of nowhere is an error", async () => {
  const server = await serve([{ status: 304 }]);
  const locations = createLocations({ baseUrl: server.url });
  await expect(locations.listStates()).rejects.toBeInstanceOf(InvalidResponseError);
  expect(server.seen[0]?.headers["if-none-match"]).toBeUndefined();
});

test("the export comes as a stream in each format", async () => {
  const { locations } = createClient({ baseUrl });
  const { data: stats } = await locations.getStats();
  const records = stats.states + stats.districts + stats.markets;

  const json = await locations.exportDataset();
  expect(json.contentType).toMatch(/^application\/json/);
  expect(json.fileName).toMatch(/^lodestone-locations-.*\.json$/);
  const whole = (await new Response(json.body).json()) as { data: { markets: unknown[] } };
  expect(whole.data.markets).toHaveLength(stats.markets);

  const csv = await locations.exportDataset({ format: "csv" });
  expect(csv.contentType).toMatch(/^text\/csv/);
  const rows = (await new Response(csv.body).text()).trimEnd().split("\r\n");
  expect(rows).toHaveLength(records + 1);
});

test("the export comes record by record, whole, in order and typed by kind", async () => {
  const { locations } = createClient({ baseUrl });
  const { data: stats } = await locations.getStats();
  const seen: ExportedRecord[] = [];
  for await (const record of locations.exportRecords()) seen.push(record);
  const ofKind = (kind: string) => seen.filter((record) => record.kind === kind).length;
  expect({
    states: ofKind("state"),
    districts: ofKind("district"),
    markets: ofKind("market"),
  }).toEqual(stats);
  expect(seen[0]).toMatchObject({ kind: "state", id: 1, aliases: expect.any(Array) });
  expect(seen.at(-1)).toMatchObject({ kind: "market", state_name: expect.any(String) });
});

test("records whose letters are cut in two by the network arrive whole", async () => {
  const name = "पुणे – é";
  const line = `${JSON.stringify({ kind: "state", id: 1, name, lgd_code: null, aliases: [] })}\n`;
  const bytes = new TextEncoder().encode(line + line);
  const locations = createLocations({
    baseUrl: "https://lodestone.example/api",
    fetch: async () =>
      new Response(
        new ReadableStream({
          start(sink) {
            for (const byte of bytes) sink.enqueue(new Uint8Array([byte]));
            sink.close();
          },
        }),
      ),
  });
  const names: string[] = [];
  for await (const record of locations.exportRecords()) names.push(record.name);
  expect(names).toEqual([name, name]);
});

const line = `${JSON.stringify({ kind: "state", id: 1, name: "Goa", lgd_code: null, aliases: [] })}\n`;

async function readAll(locations: ReturnType<typeof createLocations>, signal?: AbortSignal) {
  const names: string[] = [];
  try {
    for await (const record of locations.exportRecords({ signal })) names.push(record.name);
    return { names, error: undefined };
  } catch (error) {
    return { names, error };
  }
}

test("an export that breaks off gives its records and then a ConnectionError", async () => {
  const server = await serve([{ body: line.repeat(3), cutAfter: line.length * 2 }]);
  const { names, error } = await readAll(createLocations({ baseUrl: server.url }));
  expect(names).toEqual(["Goa", "Goa"]);
  expect(error).toBeInstanceOf(ConnectionError);
});

test("an export that ends in the middle of a record gives an InvalidResponseError", async () => {
  const server = await serve([{ body: line + line.slice(0, 20) }]);
  const { names, error } = await readAll(createLocations({ baseUrl: server.url }));
  expect(names).toEqual(["Goa"]);
  expect(error).toBeInstanceOf(InvalidResponseError);
});

test("a page in place of the export gives an InvalidResponseError", async () => {
  const server = await serve([{ body: "<html>" }, { body: "[]\n" }]);
  const locations = createLocations({ baseUrl: server.url });
  expect((await readAll(locations)).error).toBeInstanceOf(InvalidResponseError);
  expect((await readAll(locations)).error).toBeInstanceOf(InvalidResponseError);
});

test("an export that stalls ends by the time limit, which passes only while a piece is waited for", async () => {
  vi.useFakeTimers({ toFake: ["setTimeout", "clearTimeout"] });
  try {
    const { readable, writable } = new TransformStream<Uint8Array, Uint8Array>();
    const writer = writable.getWriter();
    const locations = createLocations({
      baseUrl: "https://lodestone.example/api",
      attemptTimeoutMs: 1_000,
      fetch: async () => new Response(readable),
    });
    const reader = (await locations.exportDataset()).body.getReader();
    for (let turn = 0; turn < 3; turn += 1) {
      const [piece] = await Promise.all([reader.read(), writer.write(new Uint8Array(5))]);
      expect(piece.value).toHaveLength(5);
      await vi.advanceTimersByTimeAsync(60_000);
    }
    // oxlint-disable-next-line vitest/valid-expect -- Awaited below, after the clock has moved.
    const pending = expect(reader.read()).rejects.toBeInstanceOf(TimeoutError);
    await vi.advanceTimersByTimeAsync(1_000);
    await pending;
  } finally {
    vi.useRealTimers();
  }
});

test("the caller's signal ends an export half-way", async () => {
  const server = await serve([{ body: line.repeat(3), stallAfter: line.length }]);
  const controller = new AbortController();
  const reason = new Error("Enough.");
  const pending = readAll(createLocations({ baseUrl: server.url }), controller.signal);
  await server.arrived(1);
  controller.abort(reason);
  expect((await pending).error).toBe(reason);
  await server.left;
});

test("leaving the loop closes the connection", async () => {
  const server = await serve([{ body: line.repeat(3), stallAfter: line.length }]);
  for await (const record of createLocations({ baseUrl: server.url }).exportRecords()) {
    expect(record.name).toBe("Goa");
    break;
  }
  await server.left;
});

test("an export that cannot begin is tried again", async () => {
  const server = await serve([{ status: 503 }, { body: line }]);
  const locations = createLocations({ baseUrl: server.url, sleep: async () => {} });
  expect((await readAll(locations)).names).toEqual(["Goa"]);
});

test("places are found in other scripts, in their language, and near a point", async () => {
  const { locations } = createClient({ baseUrl });
  const { data: found } = await locations.search("नाशिक", { lang: "hi", fields: "location" });
  const [nashik] = found.districts;
  expect(nashik).toMatchObject({ name: "Nashik", precision: "district" });
  expect(nashik?.local_name).toMatch(/^ना/);
  if (nashik?.latitude == null || nashik.longitude == null) throw new Error("no point");
  const { data: near, count } = await locations.findNearby({
    latitude: nashik.latitude,
    longitude: nashik.longitude,
    kind: ["district", "market"],
    radiusKm: 1,
    limit: 1,
    lang: "hi",
  });
  expect(count).toBe(1);
  expect(near[0]).toMatchObject({ kind: "district", name: "Nashik", distance_km: 0 });
  const tiny = await locations.findNearby({ latitude: 0.00000001, longitude: -1e-9 });
  expect(tiny.data).toEqual([]);
});

test("PIN codes, languages and the names of a record", async () => {
  const { locations } = createClient({ baseUrl });
  const { data: pincode } = await locations.getPincode("411001", { lang: "mr" });
  expect(pincode.districts[0]).toMatchObject({ name: "Pune", state: { local_name: "महाराष्ट्र" } });
  await expect(locations.getPincode("100000")).rejects.toBeInstanceOf(NotFoundError);
  for (const wrong of ["", "12", "../stats", "४११००१"]) {
    await expect(locations.getPincode(wrong)).rejects.toBeInstanceOf(TypeError);
  }
  const { data: languages } = await locations.listLanguages();
  expect(languages.map(({ lang }) => lang)).toContain("te");
  const { data: state } = await locations.getState(20, { lang: "ta", names: "all" });
  expect(state.iso).toBe("IN-MH");
  expect(state.local_names.find(({ lang }) => lang === "ta")?.name).toBe(state.local_name);
  await expect(locations.listStates({ lang: "xx" })).rejects.toBeInstanceOf(BadRequestError);
});
