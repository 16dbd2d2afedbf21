// The data set as a whole: where it comes from, and its export.
import type { Codes, LocalName, Location } from "./place-types.ts";

/**
 * How many records there are of each kind.
 *
 * @example
 * ```ts
 * import { createClient, type Counts } from "@lodestone/client";
 *
 * const { locations } = createClient({ baseUrl: "https://lodestone.example" });
 * const counts: Counts = (await locations.getStats()).data;
 * console.log(counts.states + counts.districts + counts.markets);
 * ```
 */
export type Counts = { states: number; districts: number; markets: number };

/**
 * Where the data comes from and which version is served.
 *
 * @example
 * ```ts
 * import { createClient, type Dataset } from "@lodestone/client";
 *
 * const { locations } = createClient({ baseUrl: "https://lodestone.example" });
 * const dataset: Dataset = (await locations.getDataset()).data;
 * console.log(dataset.source, dataset.date, dataset.licence);
 * ```
 */
export type Dataset = {
  source: string;
  /** `YYYY-MM-DD` */
  date: string;
  /** Hash of the data: it changes when a record does. */
  version: string;
  licence: string;
  /** To be printed beside names and points. */
  attribution: string;
  counts: Counts & { aliases: number; local_names: number; points: number; pincodes: number };
  retired: Counts;
};

/**
 * The form of an export.
 *
 * @example
 * ```ts
 * import { createClient, type ExportFormat } from "@lodestone/client";
 *
 * const { locations } = createClient({ baseUrl: "https://lodestone.example" });
 * const format: ExportFormat = "csv";
 * const { body } = await locations.exportDataset({ format });
 * console.log((await new Response(body).text()).split("\r\n")[0]);
 * ```
 */
export type ExportFormat = "json" | "csv" | "ndjson" | "geojson";

/**
 * An export on its way. Read `body` to its end or cancel it: until then the connection stays open.
 *
 * @example
 * ```ts
 * import { createClient, type Download } from "@lodestone/client";
 *
 * const { locations } = createClient({ baseUrl: "https://lodestone.example" });
 * const download: Download = await locations.exportDataset({ format: "ndjson" });
 * console.log(download.contentType, download.fileName);
 * await download.body.cancel();
 * ```
 */
export type Download = {
  body: ReadableStream<Uint8Array>;
  contentType: string;
  /** As the server proposes it; a page of another origin is not shown it. */
  fileName: string | undefined;
};

/**
 * One record of the export, with its parents and its other names.
 *
 * @example
 * ```ts
 * import { createClient, type ExportedRecord } from "@lodestone/client";
 *
 * const { locations } = createClient({ baseUrl: "https://lodestone.example" });
 * const districts: ExportedRecord[] = [];
 * for await (const record of locations.exportRecords()) {
 *   if (record.kind === "market") break;
 *   if (record.kind === "district") districts.push(record);
 * }
 * console.log(districts.length);
 * ```
 */
export type ExportedRecord = {
  id: number;
  name: string;
  aliases: string[];
  /** Where each of `aliases` comes from. */
  alias_sources: string[];
  /** In other languages, also those nobody checked. */
  names: LocalName[];
} & Location &
  (
    | ({ kind: "state"; lgd_code: number | null } & Codes)
    | ({
        kind: "district";
        lgd_code: number | null;
        state_id: number;
        state_name: string;
        pincodes: string[];
      } & Codes)
    | {
        kind: "market";
        district_id: number;
        district_name: string;
        state_id: number;
        state_name: string;
      }
  );
