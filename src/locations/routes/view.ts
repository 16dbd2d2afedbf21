// What a caller can ask to have added to the records of an answer: a name in another language, the point on the map.
// Without any of these parameters records are unchanged.
import type { IncomingHttpHeaders } from "node:http";
import { AppError, invalid, readText } from "../../http/http.ts";
import type { Kind } from "../data/dataset.ts";
import { chooseLanguage, findLanguage } from "../data/languages.ts";
import type { Directory } from "../directory.ts";
import type { Answer, Body } from "./replies.ts";

export type View = {
  /** Null: no local names. */
  lang: string | null;
  /** The language was taken from the request's headers, which caches have to know. */
  isAuto: boolean;
  allNames: boolean;
  hasLocation: boolean;
};

/** Null when nothing is to be added. `headers` are needed for `lang=auto` only. */
export function readView(
  query: ReadonlyMap<string, string>,
  { places }: Directory,
  headers: IncomingHttpHeaders | undefined,
): View | null {
  const asked = readText(query, "lang");
  const names = readText(query, "names");
  const fields = readText(query, "fields");
  if (asked === null && names === null && fields === null) return null;
  if (names !== null && names !== "all" && names !== "checked") {
    throw invalid("names", "must be checked or all");
  }
  const isUnknown = fields?.split(",").some((field) => field.trim() !== "location");
  if (isUnknown) throw invalid("fields", "must be location");
  const isAuto = asked === "auto";
  // The direct reader has no headers, so it leaves the request to the server.
  if (isAuto && headers === undefined) throw new AppError("internal");
  const lang = isAuto
    ? chooseLanguage(headers?.["accept-language"], places.languages)
    : asked === null
      ? null
      : findLanguage(asked, places.languages);
  if (asked !== null && !isAuto && lang === null) {
    throw invalid("lang", `must be one of ${[...places.languages].join(", ")} or auto`);
  }
  return { lang, isAuto, allNames: names === "all", hasLocation: fields !== null };
}

/** The fields of a record that the view adds. */
export function viewFields(
  { places }: Directory,
  view: View | null,
  kind: Kind,
  id: number,
): { local_name?: string; latitude?: number | null; [field: string]: unknown } {
  if (view === null) return {};
  const name = view.lang === null ? undefined : places.nameOf(kind, id, view.lang, view.allNames);
  return {
    ...(name === undefined ? {} : { local_name: name }),
    ...(view.hasLocation ? describePoint(places.pointOf(kind, id)) : {}),
  };
}

export function describePoint(
  point: { latitude: number; longitude: number; precision: string } | undefined,
) {
  return {
    latitude: point?.latitude ?? null,
    longitude: point?.longitude ?? null,
    precision: point?.precision ?? null,
  };
}

/** The JSON text of a record with fields added at its end. */
export function addFields(json: string, fields: object): string {
  const added = JSON.stringify(fields);
  return added === "{}" ? json : `${json.slice(0, -1)},${added.slice(1)}`;
}

/** An answer with the directory's tag; one that depends on the reader's language says so. */
export function answerView({ etag }: Directory, view: View | null, body: Body): Answer {
  if (view === null || !view.isAuto) return { body, etag };
  const tag = `${etag.slice(0, -1)}-${view.lang ?? "none"}"`;
  return { body, etag: tag, vary: "accept-encoding, accept-language" };
}
