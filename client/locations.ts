// The location directory: states, districts and markets, open to everyone.
import { InvalidResponseError } from "./errors.ts";
import { createEtagCache } from "./etag-cache.ts";
import type {
  Counts,
  Dataset,
  District,
  DistrictRecord,
  Download,
  Envelope,
  ExportedRecord,
  ExportFormat,
  Health,
  List,
  Market,
  MarketRecord,
  Part,
  SearchOptions,
  SearchResult,
  State,
  StateRecord,
} from "./location-types.ts";
import type { Language, NearbyOptions, NearbyResult, Pincode } from "./place-answers.ts";
import type { LanguageOptions, ViewOptions } from "./place-types.ts";
import type { Shape } from "./read-reply.ts";
import { type Call, createRequester } from "./request.ts";
import { readLines } from "./stream.ts";
import { type CallOptions, type ConnectionOptions, DEFAULTS } from "./types.ts";

/**
 * What the directory's client can be made with.
 *
 * @example
 * ```ts
 * import { createLocations, type LocationsOptions } from "@lodestone/client";
 *
 * const options: LocationsOptions = { baseUrl: "https://lodestone.example/api", cache: true };
 * console.log((await createLocations(options).listStates()).count);
 * ```
 */
export type LocationsOptions = ConnectionOptions & {
  /**
   * Keeps up to 200 answers and asks each time whether they still stand (`If-None-Match`), which
   * saves sending them again; what comes back is never out of date, but `timestamp` is the time of
   * the kept answer. Off by default; browsers keep a cache of their own.
   */
  cache?: boolean | undefined;
};

/**
 * The calls of the location directory.
 *
 * @example
 * ```ts
 * import { createClient, type Locations } from "@lodestone/client";
 *
 * async function namesOfStates(locations: Locations): Promise<string[]> {
 *   return (await locations.listStates()).data.map((state) => state.name);
 * }
 * console.log(await namesOfStates(createClient({ baseUrl: "https://lodestone.example" }).locations));
 * ```
 */
export type Locations = {
  /** Health and version of the service. */
  getHealth(options?: CallOptions): Promise<Health>;
  /** All states and union territories. */
  listStates(options?: Part & ViewOptions & CallOptions): Promise<List<State>>;
  /** The districts of a state. */
  listDistricts(
    stateId: number,
    options?: Part & ViewOptions & CallOptions,
  ): Promise<List<District> & { state_id: number }>;
  /** The markets of a district. */
  listMarkets(
    districtId: number,
    options?: Part & ViewOptions & CallOptions,
  ): Promise<List<Market> & { district_id: number }>;
  /** The markets of a district, which must belong to the state. */
  listMarketsOfState(
    stateId: number,
    districtId: number,
    options?: Part & ViewOptions & CallOptions,
  ): Promise<List<Market> & { state_id: number; district_id: number }>;
  /** How many records there are. */
  getStats(options?: CallOptions): Promise<Envelope & { data: Counts }>;
  /**
   * Records of all kinds, in any script, forgiving of spelling: a name, with its district or state
   * ("azadpur delhi"), or a PIN code.
   */
  search(query: string, options?: SearchOptions & CallOptions): Promise<SearchResult>;
  /** One state. */
  getState(
    stateId: number,
    options?: LanguageOptions & CallOptions,
  ): Promise<Envelope & { data: StateRecord }>;
  /** One district with its state. */
  getDistrict(
    districtId: number,
    options?: LanguageOptions & CallOptions,
  ): Promise<Envelope & { data: DistrictRecord }>;
  /** One market with its district and state. */
  getMarket(
    marketId: number,
    options?: LanguageOptions & CallOptions,
  ): Promise<Envelope & { data: MarketRecord }>;
  /** Districts and markets near a point, the nearest first. */
  findNearby(options: NearbyOptions & CallOptions): Promise<NearbyResult>;
  /** The districts of a PIN code, six digits, with their markets. */
  getPincode(
    pincode: string,
    options?: LanguageOptions & CallOptions,
  ): Promise<Envelope & { data: Pincode }>;
  /** The languages in which records have names. */
  listLanguages(options?: CallOptions): Promise<Envelope & { data: Language[]; count: number }>;
  /** Source, date, version and counts of the data. */
  getDataset(options?: CallOptions): Promise<Envelope & { data: Dataset }>;
  /** The whole data set as a stream of bytes; `json` when no format is named. */
  exportDataset(options?: { format?: ExportFormat | undefined } & CallOptions): Promise<Download>;
  /** The whole data set record by record, states first, in constant memory. */
  exportRecords(options?: CallOptions): AsyncGenerator<ExportedRecord, void, undefined>;
};

/**
 * A client of the location directory alone; `baseUrl` ends in `/api`. A program that imports nothing
 * else leaves the text service's part out of its bundle.
 *
 * @example
 * ```ts
 * import { createLocations } from "@lodestone/client";
 *
 * const locations = createLocations({ baseUrl: "https://lodestone.example/api" });
 * const { data } = await locations.search("Lasalgoan", { kind: "market", limit: 3 });
 * for (const market of data.markets) console.log(market.name, market.district_name);
 * ```
 */
export function createLocations(options: LocationsOptions): Locations {
  const requester = createRequester(options, {
    limits: DEFAULTS.locations,
    cache: options.cache === true ? createEtagCache() : undefined,
  });
  const get = <T>(path: string, shape: Shape, query: Call["query"], callOptions?: CallOptions) =>
    requester.json<T>({ method: "GET", path, shape, query }, callOptions);
  const list = <T>(
    path: string,
    { limit, offset, lang, names, fields, ...callOptions }: Part & ViewOptions & CallOptions = {},
  ) =>
    get<T>(
      path,
      { data: "array", count: "number" },
      { limit, offset, lang, names, fields },
      callOptions,
    );
  const getData = <T>(
    path: string,
    { lang, names, ...callOptions }: LanguageOptions & CallOptions = {},
  ) => get<T>(path, { data: "object" }, { lang, names }, callOptions);
  const openExport = (format: ExportFormat, callOptions?: CallOptions) =>
    requester.stream({ method: "GET", path: "/export", query: { format } }, callOptions);

  // The methods are async where an id is checked: a bad one rejects, like any other failure.
  return {
    getHealth: (options) => get("/health", { status: "string", endpoints: "object" }, {}, options),
    listStates: (options) => list("/states", options),
    listDistricts: async (stateId, options) => list(`/states/${idOf(stateId)}/districts`, options),
    listMarkets: async (districtId, options) =>
      list(`/districts/${idOf(districtId)}/markets`, options),
    listMarketsOfState: async (stateId, districtId, options) =>
      list(`/states/${idOf(stateId)}/districts/${idOf(districtId)}/markets`, options),
    getStats: (options) => getData("/stats", options),
    search: (
      query,
      { kind, stateId, districtId, limit, offset, lang, names, fields, ...options } = {},
    ) =>
      get(
        "/search",
        { data: "object", total: "object", query: "string" },
        {
          q: query,
          kind: kind === undefined ? undefined : [kind].flat().join(","),
          state_id: stateId,
          district_id: districtId,
          limit,
          offset,
          lang,
          names,
          fields,
        },
        options,
      ),
    findNearby: ({ latitude, longitude, kind, radiusKm, limit, lang, names, ...options }) =>
      get(
        "/nearby",
        { data: "array", count: "number" },
        {
          lat: degreesOf(latitude),
          lon: degreesOf(longitude),
          kind: kind === undefined ? undefined : [kind].flat().join(","),
          radius_km: radiusKm,
          limit,
          lang,
          names,
        },
        options,
      ),
    getPincode: async (pincode, options) => getData(`/pincodes/${pincodeOf(pincode)}`, options),
    listLanguages: (options) => get("/languages", { data: "array", count: "number" }, {}, options),
    getState: async (stateId, options) => getData(`/states/${idOf(stateId)}`, options),
    getDistrict: async (districtId, options) => getData(`/districts/${idOf(districtId)}`, options),
    getMarket: async (marketId, options) => getData(`/markets/${idOf(marketId)}`, options),
    getDataset: (options) => getData("/dataset", options),

    async exportDataset({ format = "json", ...options } = {}) {
      const { body, headers } = await openExport(format, options);
      const disposition = headers.get("content-disposition") ?? "";
      return {
        body,
        contentType: headers.get("content-type") ?? "",
        fileName: /filename="([^"]+)"/.exec(disposition)?.[1],
      };
    },

    async *exportRecords(options) {
      const { body, headers } = await openExport("ndjson", options);
      for await (const line of readLines(body)) {
        yield readRecord(line, headers.get("x-request-id") ?? undefined);
      }
    },
  };
}

/** Only a whole number may become part of a path; whether it exists is for the service to say. */
function idOf(id: number): string {
  if (!Number.isSafeInteger(id)) throw new TypeError(`An id is a whole number, not ${String(id)}.`);
  return String(id);
}

/** Only six digits may become part of the path. */
function pincodeOf(pincode: string): string {
  if (!/^\d{6}$/.test(pincode)) {
    throw new TypeError(`A PIN code is a text of six digits, not ${JSON.stringify(pincode)}.`);
  }
  return pincode;
}

/** Plainly written, as the service reads it: very small numbers would else have an exponent. */
function degreesOf(degrees: number): string {
  return Number.isFinite(degrees) ? String(Number(degrees.toFixed(7))) : String(degrees);
}

function readRecord(line: string, requestId: string | undefined): ExportedRecord {
  let record: unknown;
  try {
    record = JSON.parse(line);
  } catch (cause) {
    throw noRecord(requestId, cause);
  }
  const { kind, id } = Object(record) as { kind?: unknown; id?: unknown };
  if (typeof kind !== "string" || typeof id !== "number") throw noRecord(requestId);
  // Kind and id were checked; the service promises the fields that go with the kind.
  return record as ExportedRecord;
}

function noRecord(requestId: string | undefined, cause?: unknown): InvalidResponseError {
  return new InvalidResponseError("A line of the export is not a record: was it cut off?", {
    type: "invalid_response_error",
    status: 200,
    requestId,
    cause,
  });
}
