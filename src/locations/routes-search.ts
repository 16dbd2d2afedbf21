// Search by name over all three kinds.
import type { IncomingHttpHeaders } from "node:http";
import { AppError, invalid, readQuery, readText, readWholeNumber } from "../http/http.ts";
import type { Kind } from "./dataset.ts";
import type { Directory } from "./directory.ts";
import type { ReadRoute } from "./read-routes.ts";
import { ID_MAX, KINDS } from "./records.ts";
import { type Answer, createBody } from "./replies.ts";
import { LIMIT_MAX } from "./routes-lists.ts";
import * as schemas from "./schemas.ts";
import type { Hits } from "./search.ts";
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
  const { json, view } = search(directory, url, headers);
  const answer = answerView(directory, view, createBody(json));
  // What depends on the reader's language does not belong to the URL alone.
  if (answer.vary === undefined) directory.recentSearches.keep(url, answer);
  return answer;
}

/** What the endpoint answers to these parameters, for callers that are no HTTP clients. */
export function findPlaces(directory: Directory, parameters: URLSearchParams): object {
  const { json } = search(directory, `/api/search?${parameters}`, {});
  return JSON.parse(json) as object;
}

function search(
  directory: Directory,
  url: string,
  headers: IncomingHttpHeaders | undefined,
): { json: string; view: View | null } {
  const query = readQuery(url);
  const { text, ...options } = readSearch(query);
  const view = readView(query, directory, headers);
  const allNames = view?.allNames === true;
  const { states, districts, markets } = directory.search(text, { ...options, allNames });
  const { dataset, stateJson, districtJson, marketJson } = directory;
  const show = (
    kind: Kind,
    records: ReadonlyArray<{ id: number }>,
    describe: Describe,
  ): Describe =>
    view === null
      ? describe
      : (index) =>
          addFields(
            describe(index),
            viewFields(directory, view, kind, records[index]?.id ?? Number.NaN),
          );
  const json =
    `{"status":"success","data":{"states":${toJson(states, show("state", dataset.states, stateJson))},` +
    `"districts":${toJson(districts, show("district", dataset.districts, districtJson))},` +
    `"markets":${toJson(markets, show("market", dataset.markets, marketJson))}},` +
    `"total":{"states":${states.total},"districts":${districts.total},"markets":${markets.total}},` +
    `"query":${JSON.stringify(text)}}`;
  return { json, view };
}

type Describe = (index: number) => string;

function readSearch(query: ReadonlyMap<string, string>) {
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

function toJson({ hits }: Hits, describe: Describe): string {
  let json = "[";
  for (const { index, matched } of hits) {
    if (json.length > 1) json += ",";
    const text = describe(index);
    json +=
      matched === undefined ? text : `${text.slice(0, -1)},"matched":${JSON.stringify(matched)}}`;
  }
  return `${json}]`;
}
