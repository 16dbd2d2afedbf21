// The answers about places: what is near, PIN codes, languages.
import type { Counts, District, Envelope, LocationKind, Market, State } from "./location-types.ts";
import type { LanguageOptions, Location } from "./place-types.ts";

/**
 * What to look for near a point.
 *
 * @example
 * ```ts
 * import { createClient, type NearbyOptions } from "@lodestone/client";
 *
 * const { locations } = createClient({ baseUrl: "https://lodestone.example" });
 * const nashik: NearbyOptions = { latitude: 20, longitude: 73.79, kind: "market", limit: 5 };
 * for (const near of (await locations.findNearby(nashik)).data) {
 *   console.log(near.name, near.distance_km);
 * }
 * ```
 */
export type NearbyOptions = LanguageOptions & {
  /** Degrees north. */
  latitude: number;
  /** Degrees east. */
  longitude: number;
  /** Only these kinds. */
  kind?: LocationKind | readonly LocationKind[] | undefined;
  /** Not farther, above 0 and up to 500; 50 when left out. */
  radiusKm?: number | undefined;
  /** 1 to 1000; 20 when left out. */
  limit?: number | undefined;
};

/**
 * A record near a point, as `findNearby` gives it.
 *
 * @example
 * ```ts
 * import { createClient, type Near } from "@lodestone/client";
 *
 * const { locations } = createClient({ baseUrl: "https://lodestone.example" });
 * const near: Near[] = (await locations.findNearby({ latitude: 18.52, longitude: 73.86 })).data;
 * console.log(near[0]?.kind, near[0]?.name, near[0]?.distance_km);
 * ```
 */
export type Near = Location & {
  kind: LocationKind;
  id: number;
  name: string;
  local_name?: string;
  /** Of a market. */
  district_id?: number;
  district_name?: string;
  /** Of a district or market. */
  state_name?: string;
  /** Along a great circle. */
  distance_km: number;
};

/**
 * A PIN code, as `getPincode` answers it.
 *
 * @example
 * ```ts
 * import { createClient, type Pincode } from "@lodestone/client";
 *
 * const { locations } = createClient({ baseUrl: "https://lodestone.example" });
 * const pincode: Pincode = (await locations.getPincode("411001")).data;
 * for (const district of pincode.districts) console.log(district.name, district.markets.length);
 * ```
 */
export type Pincode = {
  pincode: string;
  /** Most PIN codes are delivered in one district, some in several. */
  districts: Array<District & { state: State; markets: Market[] }>;
};

/**
 * A language in which records have names, as `listLanguages` gives it.
 *
 * @example
 * ```ts
 * import { createClient, type Language } from "@lodestone/client";
 *
 * const { locations } = createClient({ baseUrl: "https://lodestone.example" });
 * const languages: Language[] = (await locations.listLanguages()).data;
 * console.log(languages.map((language) => `${language.lang} ${language.native_name}`));
 * ```
 */
export type Language = {
  /** BCP 47. */
  lang: string;
  /** In English. */
  name: string;
  native_name: string;
  /** ISO 15924. */
  script: string;
  /** Records with a name in it. */
  counts: Counts;
  /** Those with a name that is shown without `names: "all"`. */
  shown: Counts;
};

/**
 * The answer of `findNearby`, the nearest first.
 *
 * @example
 * ```ts
 * import { createClient, type NearbyResult } from "@lodestone/client";
 *
 * const { locations } = createClient({ baseUrl: "https://lodestone.example" });
 * const result: NearbyResult = await locations.findNearby({ latitude: 26.85, longitude: 80.95 });
 * console.log(result.count);
 * ```
 */
export type NearbyResult = Envelope & { data: Near[]; count: number };
