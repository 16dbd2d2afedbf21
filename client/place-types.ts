// Places in their own languages and on the map: what can be asked, and the answers, field by field.
import type { Counts, District, Envelope, LocationKind, Market, State } from "./location-types.ts";

/**
 * A name in another language beside a record's own.
 *
 * @example
 * ```ts
 * import { createClient, type LanguageOptions } from "@lodestone/client";
 *
 * const { locations } = createClient({ baseUrl: "https://lodestone.example" });
 * const options: LanguageOptions = { lang: "hi", names: "all" };
 * console.log((await locations.getState(20, options)).data.local_name);
 * ```
 */
export type LanguageOptions = {
  /** Adds `local_name`: a language of `listLanguages`, or `auto` for the browser's own. */
  lang?: string | undefined;
  /** `all` also shows names that nobody has checked; `checked` when left out. */
  names?: "checked" | "all" | undefined;
};

/**
 * What lists and search can add to each record.
 *
 * @example
 * ```ts
 * import { createClient, type ViewOptions } from "@lodestone/client";
 *
 * const { locations } = createClient({ baseUrl: "https://lodestone.example" });
 * const options: ViewOptions = { lang: "mr", fields: "location" };
 * const [first] = (await locations.listMarkets(364, options)).data;
 * console.log(first?.local_name ?? first?.name, first?.latitude, first?.longitude);
 * ```
 */
export type ViewOptions = LanguageOptions & {
  /** `location` adds `latitude`, `longitude` and `precision`. */
  fields?: "location" | undefined;
};

/**
 * What a point stands for: the market's yard, its town, its post office, or only its district.
 *
 * @example
 * ```ts
 * import { createClient, type Precision } from "@lodestone/client";
 *
 * const { locations } = createClient({ baseUrl: "https://lodestone.example" });
 * const good: Array<Precision | null> = ["market", "town"];
 * const { data } = await locations.findNearby({ latitude: 18.52, longitude: 73.86 });
 * console.log(data.filter((near) => good.includes(near.precision)).map((near) => near.name));
 * ```
 */
export type Precision = "market" | "town" | "pincode" | "district";

/**
 * Where a record is; null where that is not known.
 *
 * @example
 * ```ts
 * import { createClient, type Location } from "@lodestone/client";
 *
 * const { locations } = createClient({ baseUrl: "https://lodestone.example" });
 * const where: Location = (await locations.getMarket(164)).data;
 * console.log(where.latitude, where.longitude, where.precision);
 * ```
 */
export type Location = {
  /** Degrees north, WGS 84. */
  latitude: number | null;
  /** Degrees east, WGS 84. */
  longitude: number | null;
  precision: Precision | null;
};

/**
 * A name of a record in another language.
 *
 * @example
 * ```ts
 * import { createClient, type LocalName } from "@lodestone/client";
 *
 * const { locations } = createClient({ baseUrl: "https://lodestone.example" });
 * const names: LocalName[] = (await locations.getState(20)).data.local_names;
 * console.log(names.find(({ lang }) => lang === "ta")?.name);
 * ```
 */
export type LocalName = {
  /** BCP 47. */
  lang: string;
  name: string;
  /** How it was verified; `rule` and `no` are given with `names: "all"` only. */
  checked: "hand" | "two-sources" | "consonants" | "rule" | "no";
};

/**
 * Official codes of a state or district; null where there is none.
 *
 * @example
 * ```ts
 * import { createClient, type Codes } from "@lodestone/client";
 *
 * const { locations } = createClient({ baseUrl: "https://lodestone.example" });
 * const codes: Codes = (await locations.getState(20)).data;
 * console.log(codes.iso, codes.census_code, codes.wikidata);
 * ```
 */
export type Codes = {
  /** Census of 2011. */
  census_code: string | null;
  /** ISO 3166-2; states only. */
  iso: string | null;
  wikidata: string | null;
};

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
