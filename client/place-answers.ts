// The answers about places: what is near, PIN codes, languages.
import type { LocationKind } from "./location-types.ts";
import type { LanguageOptions } from "./place-types.ts";
import type * as wire from "./wire-types.ts";

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
export type Near = wire.NearbyRecord;

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
export type Pincode = wire.GetPincodeReply["data"];

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
export type Language = wire.Language;

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
export type NearbyResult = wire.FindNearbyReply;
