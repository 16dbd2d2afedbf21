// Records as GeoJSON (RFC 7946), and the answer to a search as GeocodeJSON, which tools that compare
// geocoders read. A record without a point is a feature without a geometry.
import { invalid, readText } from "../../http/http.ts";
import type { Kind } from "../data/dataset.ts";
import type { Directory } from "../directory.ts";
import type { Hit } from "../search/search.ts";
import { type Body, createBody } from "./replies.ts";

export const GEOJSON_TYPE = "application/geo+json; charset=utf-8";

export const LIST_FORMATS = ["json", "geojson"] as const;
export const SEARCH_FORMATS = ["json", "geojson", "geocodejson"] as const;
type Format = (typeof SEARCH_FORMATS)[number];

export function readFormat<F extends Format>(
  query: ReadonlyMap<string, string>,
  known: readonly F[],
): F {
  const text = readText(query, "format");
  const format = text === null ? known[0] : known.find((one) => one === text);
  if (format === undefined) throw invalid("format", `must be one of ${known.join(", ")}`);
  return format;
}

/** `record` is the JSON text of the record, which becomes the feature's properties. */
export function createFeature(
  { places }: Directory,
  kind: Kind,
  id: number,
  record: string,
): string {
  const properties = `{"kind":"${kind}",${record.slice(1)}`;
  return `{"type":"Feature","id":"${kind}/${id}","geometry":${geometryOf(places, kind, id)},"properties":${properties}}`;
}

/** `more` are members of the collection beside its features. */
export function createFeatures(features: readonly string[], more: object): Body {
  const rest = JSON.stringify(more).slice(1);
  return createBody(`{"type":"FeatureCollection","features":[${features.join(",")}],${rest}`);
}

/** What GeocodeJSON calls the kinds; "locality" is the smallest that fits a market. */
const GEOCODE_TYPES = { state: "state", district: "county", market: "locality" } as const;

/** One hit of any kind as GeocodeJSON has it. */
export function createGeocodeFeature(
  directory: Directory,
  kind: Kind,
  id: number,
  { match, score, matched }: Hit,
): string {
  const { record, district, state } = describeAddress(directory, kind, id);
  const own = [record.name, district, state].filter((name) => name !== undefined);
  const geocoding = {
    type: GEOCODE_TYPES[kind],
    place_id: `${kind}/${id}`,
    kind,
    id,
    name: record.name,
    label: [...own, COUNTRY].join(", "),
    ...(kind === "market" ? { county: district } : {}),
    ...(kind === "state" ? {} : { state }),
    country: COUNTRY,
    ...(matched === undefined ? {} : { matched }),
    match,
    score,
  };
  const geometry = geometryOf(directory.places, kind, id);
  return `{"type":"Feature","geometry":${geometry},"properties":{"geocoding":${JSON.stringify(geocoding)}}}`;
}

/** The members of a GeocodeJSON collection that say what was asked of whom. */
export function describeGeocoding({ dataset }: Directory, query: string) {
  const { licence, attribution } = dataset;
  return { version: "0.1.0", licence, attribution, query };
}

const COUNTRY = "India";

function describeAddress({ states, districts, markets }: Directory, kind: Kind, id: number) {
  const show = ({ name, displayName }: { name: string; displayName?: string }) =>
    displayName ?? name;
  if (kind === "state") {
    const state = find(states, id).record;
    return { record: { name: show(state) }, district: undefined, state: undefined };
  }
  if (kind === "district") {
    const { record, parent } = find(districts, id);
    return { record: { name: show(record) }, district: undefined, state: show(parent.record) };
  }
  const { record, parent } = find(markets, id);
  const district = show(parent.record);
  return { record: { name: show(record) }, district, state: show(parent.parent.record) };
}

function find<E>(entries: ReadonlyMap<number, E>, id: number): E {
  const entry = entries.get(id);
  if (entry === undefined) throw new Error(`There is no record ${id}.`);
  return entry;
}

function geometryOf(places: Directory["places"], kind: Kind, id: number): string {
  const point = places.pointOf(kind, id);
  return point === undefined
    ? "null"
    : `{"type":"Point","coordinates":[${point.longitude},${point.latitude}]}`;
}
