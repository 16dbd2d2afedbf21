// The data set as a whole: where it comes from, and its export.
import type * as wire from "./wire-types.ts";

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
export type Counts = wire.Counts;

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
export type Dataset = wire.GetDatasetReply["data"];

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
export type ExportedRecord =
  | ({ kind: "state" } & Exported["states"][number])
  | ({ kind: "district" } & Exported["districts"][number])
  | ({ kind: "market" } & Exported["markets"][number]);

type Exported = wire.ExportDatasetReply["data"];
