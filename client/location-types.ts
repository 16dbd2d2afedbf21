// The answers of the location directory, field by field as they come over the wire.
import type { Counts } from "./dataset-types.ts";
import type { Codes, LocalName, Location, ViewOptions } from "./place-types.ts";

export type { Counts, Dataset, Download, ExportedRecord, ExportFormat } from "./dataset-types.ts";

/**
 * What every successful answer of the directory has.
 *
 * @example
 * ```ts
 * import { createClient, type Envelope } from "@lodestone/client";
 *
 * const { locations } = createClient({ baseUrl: "https://lodestone.example" });
 * const answers: Envelope[] = [await locations.getStats(), await locations.getDataset()];
 * console.log(answers.map((answer) => answer.timestamp));
 * ```
 */
export type Envelope = {
  status: "success";
  /** Time of the answer, UTC, `YYYY-MM-DDTHH:MM:SS`. */
  timestamp: string;
};

/**
 * A state or union territory.
 *
 * @example
 * ```ts
 * import { createClient, type State } from "@lodestone/client";
 *
 * const { locations } = createClient({ baseUrl: "https://lodestone.example" });
 * const states: State[] = (await locations.listStates()).data;
 * console.log(states.map((state) => state.name));
 * ```
 */
export type State = {
  id: number;
  name: string;
  /** Code in the Local Government Directory, where known. */
  lgd_code: number | null;
} & Asked;

/**
 * A district.
 *
 * @example
 * ```ts
 * import { createClient, type District } from "@lodestone/client";
 *
 * const { locations } = createClient({ baseUrl: "https://lodestone.example" });
 * const districts: District[] = (await locations.listDistricts(20)).data;
 * console.log(districts.length);
 * ```
 */
export type District = {
  id: number;
  name: string;
  /** Code in the Local Government Directory, where known. */
  lgd_code: number | null;
} & Asked;

/**
 * An agricultural market.
 *
 * @example
 * ```ts
 * import { createClient, type Market } from "@lodestone/client";
 *
 * const { locations } = createClient({ baseUrl: "https://lodestone.example" });
 * const found = (await locations.search("lasalgaon", { kind: "market" })).data.markets;
 * const markets: Market[] = found;
 * console.log(markets[0]?.id);
 * ```
 */
export type Market = { id: number; name: string } & Asked;

/** What a record has only when it was asked for. */
type Asked = {
  /** With `lang`, where a name is known. */
  local_name?: string;
  /** With `fields: "location"`. */
  latitude?: Location["latitude"];
  longitude?: Location["longitude"];
  precision?: Location["precision"];
};

/**
 * One of the three kinds of record.
 *
 * @example
 * ```ts
 * import { createClient, type LocationKind } from "@lodestone/client";
 *
 * const { locations } = createClient({ baseUrl: "https://lodestone.example" });
 * const kind: LocationKind[] = ["state", "district"];
 * console.log((await locations.search("goa", { kind })).data.districts);
 * ```
 */
export type LocationKind = "state" | "district" | "market";

/**
 * The answer of `getHealth`.
 *
 * @example
 * ```ts
 * import { createClient, type Health } from "@lodestone/client";
 *
 * const { locations } = createClient({ baseUrl: "https://lodestone.example" });
 * const health: Health = await locations.getHealth();
 * console.log(health.service, health.version, health.endpoints.states);
 * ```
 */
export type Health = {
  status: "healthy";
  service: string;
  version: string;
  timestamp: string;
  endpoints: { states: string; districts: string; markets: string; stats: string };
};

/**
 * A list, whole or in part.
 *
 * @example
 * ```ts
 * import { createClient, type List, type State } from "@lodestone/client";
 *
 * const { locations } = createClient({ baseUrl: "https://lodestone.example" });
 * const page: List<State> = await locations.listStates({ limit: 10, offset: 10 });
 * console.log(`${page.count} of ${page.total}`);
 * ```
 */
export type List<Item> = Envelope & {
  /** By ascending id. */
  data: Item[];
  /** The length of `data`. */
  count: number;
  /** The length of the whole list; only when a part was asked for. */
  total?: number;
};

/**
 * Which part of a list; without either field the list comes whole.
 *
 * @example
 * ```ts
 * import { createClient, type Part } from "@lodestone/client";
 *
 * const { locations } = createClient({ baseUrl: "https://lodestone.example" });
 * const secondPage: Part = { limit: 25, offset: 25 };
 * console.log((await locations.listStates(secondPage)).data);
 * ```
 */
export type Part = {
  /** 1 to 1000. */
  limit?: number | undefined;
  offset?: number | undefined;
};

/**
 * How a search can be narrowed.
 *
 * @example
 * ```ts
 * import { createClient, type SearchOptions } from "@lodestone/client";
 *
 * const { locations } = createClient({ baseUrl: "https://lodestone.example" });
 * const options: SearchOptions = { kind: ["district", "market"], stateId: 20, limit: 5 };
 * console.log((await locations.search("pun", options)).data.markets);
 * ```
 */
export type SearchOptions = ViewOptions & {
  /** Only these kinds. */
  kind?: LocationKind | readonly LocationKind[] | undefined;
  /** Only within this state. */
  stateId?: number | undefined;
  /** Only within this district. */
  districtId?: number | undefined;
  /** Most of each kind, 1 to 1000; 100 when left out. */
  limit?: number | undefined;
  /** Entries of each kind to pass over. */
  offset?: number | undefined;
};

/**
 * The answer of `search`: best match first, then ascending id. `matched` is the other name that was
 * hit when it was not the record's own.
 *
 * @example
 * ```ts
 * import { createClient, type SearchResult } from "@lodestone/client";
 *
 * const { locations } = createClient({ baseUrl: "https://lodestone.example" });
 * const result: SearchResult = await locations.search("Orissa");
 * const [first] = result.data.states;
 * console.log(first?.name, first?.matched, result.total.states);
 * ```
 */
export type SearchResult = Envelope & {
  data: {
    states: Array<State & { matched?: string }>;
    districts: Array<District & { state_name: string; matched?: string }>;
    markets: Array<
      Market & {
        district_id: number;
        district_name: string;
        state_name: string;
        matched?: string;
      }
    >;
  };
  /** Hits of each kind in all, of which `data` may hold a part. */
  total: Counts;
  /** What was searched for. */
  query: string;
};

/**
 * What a single record has besides its kind's own fields.
 *
 * @example
 * ```ts
 * import { createClient, type RecordExtras } from "@lodestone/client";
 *
 * const { locations } = createClient({ baseUrl: "https://lodestone.example" });
 * const record: RecordExtras = (await locations.getState(20)).data;
 * console.log(record.aliases, record.retired ?? false);
 * ```
 */
export type RecordExtras = Location & {
  /** Names in other languages, the surest first. */
  local_names: LocalName[];
  /** Former, official and other names. */
  aliases: string[];
  /** Present when the record has left the source: it is found by its id alone. */
  retired?: true;
};

/**
 * One state, as `getState` answers it.
 *
 * @example
 * ```ts
 * import { createClient, type StateRecord } from "@lodestone/client";
 *
 * const { locations } = createClient({ baseUrl: "https://lodestone.example" });
 * const state: StateRecord = (await locations.getState(20)).data;
 * console.log(state.name, state.district_count);
 * ```
 */
export type StateRecord = State & Codes & RecordExtras & { district_count: number };

/**
 * One district with its state, as `getDistrict` answers it.
 *
 * @example
 * ```ts
 * import { createClient, type DistrictRecord } from "@lodestone/client";
 *
 * const { locations } = createClient({ baseUrl: "https://lodestone.example" });
 * const [hit] = (await locations.search("pune")).data.districts;
 * if (hit !== undefined) {
 *   const district: DistrictRecord = (await locations.getDistrict(hit.id)).data;
 *   console.log(district.state.name, district.market_count);
 * }
 * ```
 */
export type DistrictRecord = District &
  Codes &
  RecordExtras & { market_count: number; state: State };

/**
 * One market with its district and state, as `getMarket` answers it.
 *
 * @example
 * ```ts
 * import { createClient, type MarketRecord } from "@lodestone/client";
 *
 * const { locations } = createClient({ baseUrl: "https://lodestone.example" });
 * const [hit] = (await locations.search("lasalgaon")).data.markets;
 * if (hit !== undefined) {
 *   const market: MarketRecord = (await locations.getMarket(hit.id)).data;
 *   console.log(market.name, market.district.name, market.state.name);
 * }
 * ```
 */
export type MarketRecord = Market & RecordExtras & { district: District; state: State };
