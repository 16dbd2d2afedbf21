// The answers of the location directory; their fields are described in wire-types.ts.
import type { Location, ViewOptions } from "./place-types.ts";
import type * as wire from "./wire-types.ts";

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
export type Envelope = Pick<wire.GetStatsReply, "status" | "timestamp">;

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
export type State = wire.State;

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
export type District = wire.District;

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
export type Market = wire.Market;

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
export type LocationKind = wire.NearbyRecord["kind"];

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
export type Health = wire.GetHealthReply;

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
export type List<Item> = Omit<wire.ListStatesReply, "data"> & { data: Item[] };

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
 * The answer of `search`: best match first, then ascending id. `match` says whether a record holds every
 * part of the query, `score` how well; `matched` is the other name that was hit when it was not the
 * record's own. `dropped` lists the words that were left out.
 *
 * @example
 * ```ts
 * import { createClient, type SearchResult } from "@lodestone/client";
 *
 * const { locations } = createClient({ baseUrl: "https://lodestone.example" });
 * const result: SearchResult = await locations.search("Orissa");
 * const [first] = result.data.states;
 * console.log(first?.name, first?.matched, first?.score, result.dropped);
 * ```
 */
export type SearchResult = wire.SearchReply;

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
export type RecordExtras = Pick<
  wire.GetStateReply["data"],
  keyof Location | "local_names" | "aliases" | "retired"
>;

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
export type StateRecord = wire.GetStateReply["data"];

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
export type DistrictRecord = wire.GetDistrictReply["data"];

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
export type MarketRecord = wire.GetMarketReply["data"];
