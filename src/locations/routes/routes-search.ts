// Search by name over all three kinds.
import type { IncomingHttpHeaders } from "node:http";
import { AppError, invalid, readQuery, readText, readWholeNumber } from "../../http/http.ts";
import type { Kind } from "../data/dataset.ts";
import { ID_MAX, KINDS } from "../data/records.ts";
import type { Directory } from "../directory.ts";
import type { Hit, SearchResult } from "../search/search.ts";
import {
  createFeature,
  createFeatures,
  createGeocodeFeature,
  describeGeocoding,
  GEOJSON_TYPE,
  readFormat,
  SEARCH_FORMATS,
} from "./geojson.ts";
import type { ReadRoute } from "./read-routes.ts";
import { type Answer, type Body, createBody } from "./replies.ts";
import { LIMIT_MAX } from "./routes-lists.ts";
import * as schemas from "./schemas.ts";
import { addFields, answerView, readView, type View, viewFields } from "./view.ts";

const QUERY_LENGTH_MAX = 100;
const LIMIT_DEFAULT = 100;

export function searchRoutes(current: () => Directory): ReadRoute[] {
  return [
    {
      url: "/search",
      schema: schemas.search,
      answer: (url, _ids, headers) => answerSearch(current(), url, headers),
    },
  ];
}

function answerSearch(
  directory: Directory,
  url: string,
  headers: IncomingHttpHeaders | undefined,
): Answer {
  const kept = directory.recentSearches.find(url);
  if (kept !== undefined) return kept;
  const query = readQuery(url);
  const view = readView(query, directory, headers);
  const format = readFormat(query, SEARCH_FORMATS);
  const answer = answerView(directory, view, WRITERS[format](directory, query, view));
  if (format !== "json") answer.contentType = GEOJSON_TYPE;
  // What depends on the reader's language does not belong to the URL alone.
  if (answer.vary === undefined) directory.recentSearches.keep(url, answer);
  return answer;
}

/** What the endpoint answers to these parameters, for callers that are no HTTP clients. */
export function findPlaces(directory: Directory, parameters: URLSearchParams): object {
  const query = readQuery(`/api/search?${parameters}`);
  return JSON.parse(
    `${writeJson(directory, query, readView(query, directory, {})).head}}`,
  ) as object;
}

type Write = (directory: Directory, query: Query, view: View | null) => Body;
type Query = ReadonlyMap<string, string>;

const WRITERS: { [format in (typeof SEARCH_FORMATS)[number]]: Write } = {
  json: writeJson,
  geojson: writeGeoJson,
  geocodejson: writeGeocodeJson,
};

function search(directory: Directory, query: Query, view: View | null) {
  const { text, ...options } = readSearch(query);
  const allNames = view?.allNames === true;
  return { text, result: directory.search(text, { ...options, allNames }) };
}

function writeJson(directory: Directory, query: Query, view: View | null): Body {
  const { text, result } = search(directory, query, view);
  const lists = KINDS.map((kind) => {
    const items = result[`${kind}s`].hits.map((hit) => describeHit(directory, view, kind, hit));
    return `"${kind}s":[${items.join(",")}]`;
  });
  return createBody(
    `{"status":"success","data":{${lists.join(",")}},${describeSearch(text, result).slice(1)}`,
  );
}

function writeGeoJson(directory: Directory, query: Query, view: View | null): Body {
  const { text, result } = search(directory, query, view);
  const features = KINDS.flatMap((kind) =>
    result[`${kind}s`].hits.map((hit) => {
      const record = describeHit(directory, view, kind, hit);
      return createFeature(directory, kind, idOf(directory, kind, hit), record);
    }),
  );
  return createFeatures(features, JSON.parse(describeSearch(text, result)));
}

/** All kinds in one list, the best first; among equals the larger place, then the order of their kind. */
function writeGeocodeJson(directory: Directory, query: Query, view: View | null): Body {
  const { text, result } = search(directory, query, view);
  const hits = KINDS.flatMap((kind) => result[`${kind}s`].hits.map((hit) => ({ kind, hit })));
  const { limit } = readSearch(query);
  const features = hits
    .sort((a, b) => b.hit.score - a.hit.score)
    .slice(0, limit)
    .map(({ kind, hit }) => createGeocodeFeature(directory, kind, idOf(directory, kind, hit), hit));
  return createFeatures(features, { geocoding: describeGeocoding(directory, text) });
}

/** What an answer says beside its hits, as JSON text. */
function describeSearch(text: string, { states, districts, markets, dropped }: SearchResult) {
  const total = { states: states.total, districts: districts.total, markets: markets.total };
  return JSON.stringify({ total, dropped, query: text });
}

/** The JSON text of a hit: the record as it always stands in search results, and how it matched. */
function describeHit(
  directory: Directory,
  view: View | null,
  kind: Kind,
  { index, matched, match, score }: Hit,
): string {
  const json = directory[`${kind}Json`](index);
  const how = `"match":"${match}","score":${score}`;
  const other = matched === undefined ? "" : `"matched":${JSON.stringify(matched)},`;
  const described = `${json.slice(0, -1)},${other}${how}}`;
  if (view === null) return described;
  const id = directory.dataset[`${kind}s`][index]?.id ?? Number.NaN;
  return addFields(described, viewFields(directory, view, kind, id));
}

function idOf({ dataset }: Directory, kind: Kind, { index }: Hit): number {
  return dataset[`${kind}s`][index]?.id ?? Number.NaN;
}

function readSearch(query: Query) {
  const text = readText(query, "q");
  if (text === null || text.trim() === "") throw new AppError("query_required");
  if ([...text].length > QUERY_LENGTH_MAX) {
    throw invalid("q", `must have at most ${QUERY_LENGTH_MAX} characters`);
  }
  const stateId = readWholeNumber(query, "state_id", { min: 1, max: ID_MAX });
  const districtId = readWholeNumber(query, "district_id", { min: 1, max: ID_MAX });
  const kinds = readKinds(readText(query, "kind"));
  return {
    text,
    limit: readWholeNumber(query, "limit", { min: 1, max: LIMIT_MAX }) ?? LIMIT_DEFAULT,
    offset: readWholeNumber(query, "offset", { min: 0, max: ID_MAX }) ?? 0,
    ...(kinds === null ? {} : { kinds }),
    ...(stateId === null ? {} : { stateId }),
    ...(districtId === null ? {} : { districtId }),
  };
}

export function readKinds(text: string | null): Kind[] | null {
  if (text === null) return null;
  return text.split(",").map((item) => {
    const kind = KINDS.find((known) => known === item.trim());
    if (kind === undefined) {
      throw invalid("kind", `must be one or more of ${KINDS.join(", ")}, separated by commas`);
    }
    return kind;
  });
}
