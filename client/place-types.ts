// What records have beyond their names: names in other languages, points, codes; and asking for them.
import type * as wire from "./wire-types.ts";

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
  /** `all` also returns unchecked names; `checked` when left out. */
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
 * What a point represents: the market's yard, its town, its post office, or only its district.
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
export type Precision = NonNullable<Location["precision"]>;

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
export type Location = Pick<wire.GetMarketReply["data"], "latitude" | "longitude" | "precision">;

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
export type LocalName = wire.LocalName;

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
export type Codes = Pick<wire.GetStateReply["data"], "census_code" | "iso" | "wikidata">;
