// What is known of records beyond their names in Latin letters: names in India's languages, points on
// the map, official codes, PIN codes. Like the records themselves they come from tables, and every row
// is checked.
import { parseLanguage } from "./languages.ts";
import { type Cells, collect, KINDS, type Kind, nameFault, quote, type Table } from "./records.ts";
import type { Problem } from "./tables.ts";

/** How a name was verified, the surest first. */
export const NAME_CHECKS = ["hand", "two-sources", "consonants", "rule", "no"] as const;
export type NameCheck = (typeof NAME_CHECKS)[number];

/** A name in a language of India; `lang` is a BCP 47 tag. */
export type LocalName = { kind: Kind; id: number; lang: string; name: string; check: NameCheck };

/** What a point represents: the market's yard, its town, its post office, or only its district. */
export const PRECISIONS = ["market", "town", "pincode", "district"] as const;
export type Precision = (typeof PRECISIONS)[number];
export type Point = {
  kind: Kind;
  id: number;
  latitude: number;
  longitude: number;
  precision: Precision;
};

/** Codes of the Census of 2011, ISO 3166-2 and Wikidata. */
export type Codes = {
  kind: Kind;
  id: number;
  census: string | null;
  iso: string | null;
  wikidata: string | null;
};

/** A PIN code that is delivered in a district; one may serve several. */
export type Pincode = { pincode: number; districtId: number };

/** A name to show where upstream's spelling is plainly wrong. */
export type DisplayName = { kind: Kind; id: number; displayName: string };

/** What a record (UP) or, with kind `word`, any word in a name is shortened to; `id` is 0 for a word. */
export type ShortForm = { kind: Kind | "word"; id: number; word: string; shortForm: string };

/** Words of a query that say nothing of the place: any market could carry them, or no name does. */
export const SEARCH_WORD_KINDS = ["generic", "noise", "commodity"] as const;
export type SearchWordKind = (typeof SEARCH_WORD_KINDS)[number];
export type SearchWord = { word: string; kind: SearchWordKind };

export type Places = {
  names: LocalName[];
  points: Point[];
  codes: Codes[];
  pincodes: Pincode[];
  displayNames: DisplayName[];
  shortForms: ShortForm[];
  searchWords: SearchWord[];
};

export const NO_PLACES: Places = {
  names: [],
  points: [],
  codes: [],
  pincodes: [],
  displayNames: [],
  shortForms: [],
  searchWords: [],
};

/** Tables a source has nothing to say about are null. */
export type PlaceTables = { [table in keyof Places]: Table | null };
export const NO_PLACE_TABLES: PlaceTables = {
  names: null,
  points: null,
  codes: null,
  pincodes: null,
  displayNames: null,
  shortForms: null,
  searchWords: null,
};

export const PLACE_COLUMNS = {
  names: { required: ["kind", "id", "lang", "name"], optional: ["checked"], mayBeEmpty: true },
  points: { required: ["kind", "id", "lat", "lon", "precision"], mayBeEmpty: true },
  codes: {
    required: ["kind", "id"],
    optional: ["census", "iso", "wikidata"],
    mayBeEmpty: true,
  },
  pincodes: { required: ["pincode", "district_id"], mayBeEmpty: true },
  displayNames: { required: ["kind", "id", "display_name"], mayBeEmpty: true },
  shortForms: { required: ["kind", "id_or_word", "short_form"], mayBeEmpty: true },
  searchWords: { required: ["word", "kind"], mayBeEmpty: true },
} as const;

/** The file each table is kept in. */
export const PLACE_FILES = {
  names: "names.csv",
  points: "coordinates.csv",
  codes: "codes.csv",
  pincodes: "pincodes.csv",
  displayNames: "display-names.csv",
  shortForms: "short-forms.csv",
  searchWords: "search-words.csv",
} as const satisfies { [table in keyof Places]: string };

/** Names that were not checked, or made by a rule, are searched and not shown. */
export function isShown(check: NameCheck): boolean {
  return check !== "rule" && check !== "no";
}

export function readPlaces(
  tables: PlaceTables,
  exists: (kind: Kind, id: number) => boolean,
): { places: Places; problems: Problem[] } {
  const problems: Problem[] = [];
  const read = <R>(
    table: Table | null,
    readRow: (cell: Cells, isNew: (mark: string) => boolean) => R | null,
  ): R[] => {
    if (table === null) return [];
    const lines = new Map<string, number>();
    return collect(table, problems, (cell) =>
      readRow(cell, (mark) => {
        const first = lines.get(mark);
        if (first === undefined) lines.set(mark, cell.line);
        else cell.report(`${mark} was already given on line ${first}`);
        return first === undefined;
      }),
    );
  };
  const record = (cell: Cells) => {
    const kind = cell.kind("kind");
    const id = cell.id("id");
    if (kind === null || Number.isNaN(id)) return null;
    if (exists(kind, id)) return { kind, id };
    cell.report(`${kind} ${id} does not exist`);
    return null;
  };

  const places: Places = {
    names: read(tables.names, (cell, isNew) => {
      const of = record(cell);
      const lang = parseLanguage(cell.optionalText("lang"));
      const name = cell.name("name");
      const check = oneOf(cell, "checked", NAME_CHECKS, "no");
      if (lang === null) {
        cell.report(
          `lang must be a language tag such as hi, not ${quote(cell.optionalText("lang"))}`,
        );
      }
      if (of === null || lang === null || name === null || check === null) return null;
      return isNew(`${of.kind} ${of.id} ${lang} ${name}`) ? { ...of, lang, name, check } : null;
    }),
    points: read(tables.points, (cell, isNew) => {
      const of = record(cell);
      const latitude = degrees(cell, "lat", 90);
      const longitude = degrees(cell, "lon", 180);
      const precision = oneOf(cell, "precision", PRECISIONS, null);
      if (of === null || latitude === null || longitude === null || precision === null) return null;
      return isNew(`${of.kind} ${of.id}`) ? { ...of, latitude, longitude, precision } : null;
    }),
    codes: read(tables.codes, (cell, isNew) => {
      const of = record(cell);
      const census = code(cell, "census", /^\d{2,3}$/, "two or three digits");
      const iso = code(cell, "iso", /^[A-Z]{2}-[A-Z0-9]{1,3}$/, "a code such as IN-MH");
      const wikidata = code(cell, "wikidata", /^Q[1-9]\d{0,11}$/, "an item such as Q1797336");
      if (of === null || !isNew(`${of.kind} ${of.id}`)) return null;
      return { ...of, census, iso, wikidata };
    }),
    pincodes: read(tables.pincodes, (cell, isNew) => {
      const text = cell.optionalText("pincode");
      const districtId = cell.id("district_id");
      if (!isPincode(text)) cell.report(`pincode must be six digits, not ${quote(text)}`);
      else if (!Number.isNaN(districtId) && !exists("district", districtId)) {
        cell.report(`district ${districtId} does not exist`);
      } else if (!Number.isNaN(districtId) && isNew(`${text} ${districtId}`)) {
        return { pincode: Number(text), districtId };
      }
      return null;
    }),
    displayNames: read(tables.displayNames, (cell, isNew) => {
      const of = record(cell);
      const displayName = cell.name("display_name");
      if (of === null || displayName === null) return null;
      return isNew(`the display name of ${of.kind} ${of.id}`) ? { ...of, displayName } : null;
    }),
    shortForms: read(tables.shortForms, (cell, isNew) => {
      const shortForm = cell.name("short_form");
      const of = readShortened(cell, exists);
      if (of === null || shortForm === null) return null;
      const mark = `${shortForm} for ${of.kind} ${of.word || of.id}`;
      return isNew(mark) ? { ...of, shortForm } : null;
    }),
    searchWords: read(tables.searchWords, (cell, isNew) => {
      const word = cell.name("word");
      const kind = oneOf(cell, "kind", SEARCH_WORD_KINDS, null);
      if (word === null || kind === null) return null;
      // Languages share words; the first to list one says what it is.
      return isNew(`${kind} ${word}`) ? { word, kind } : null;
    }),
  };
  return { places, problems };
}

/** The record, or with kind `word` the word, that a short form stands for. */
function readShortened(
  cell: Cells,
  exists: (kind: Kind, id: number) => boolean,
): Omit<ShortForm, "shortForm"> | null {
  if (cell.optionalText("kind") === "word") {
    const word = cell.name("id_or_word");
    return word === null ? null : { kind: "word", id: 0, word };
  }
  const kind = cell.kind("kind");
  const id = cell.id("id_or_word");
  if (kind === null || Number.isNaN(id)) return null;
  if (exists(kind, id)) return { kind, id, word: "" };
  cell.report(`${kind} ${id} does not exist`);
  return null;
}

/** Six digits, the first of which is never 0. */
export function isPincode(text: string): boolean {
  return /^[1-9]\d{5}$/.test(text);
}

/** A decimal number of degrees written plainly, or NaN. */
export function parseDegrees(text: string, most: number): number {
  const value = /^-?\d{1,3}(\.\d{1,15})?$/.test(text) ? Number(text) : Number.NaN;
  return Math.abs(value) <= most ? value : Number.NaN;
}

/** Sorted as they are kept and hashed: by kind, id, language, the surest name first. */
export function sortPlaces(places: Places): Places {
  const { names, points, codes, pincodes, displayNames, shortForms, searchWords } = places;
  const order: readonly string[] = [...KINDS, "word"];
  const byRecord = (a: { kind: string; id: number }, b: { kind: string; id: number }) =>
    order.indexOf(a.kind) - order.indexOf(b.kind) || a.id - b.id;
  return {
    names: [...names].sort(
      (a, b) =>
        byRecord(a, b) ||
        compareText(a.lang, b.lang) ||
        NAME_CHECKS.indexOf(a.check) - NAME_CHECKS.indexOf(b.check) ||
        compareText(a.name, b.name),
    ),
    points: [...points].sort(byRecord),
    codes: [...codes].sort(byRecord),
    pincodes: [...pincodes].sort((a, b) => a.pincode - b.pincode || a.districtId - b.districtId),
    displayNames: [...displayNames].sort(byRecord),
    shortForms: [...shortForms].sort(
      (a, b) =>
        byRecord(a, b) || compareText(a.word, b.word) || compareText(a.shortForm, b.shortForm),
    ),
    searchWords: [...searchWords].sort(
      (a, b) => compareText(a.kind, b.kind) || compareText(a.word, b.word),
    ),
  };
}

/** What is wrong with places as a whole set: the checks of the rows, for a set that had none. */
export function findPlaceFaults(
  { names, points, codes, pincodes, displayNames, shortForms }: Places,
  exists: (kind: Kind, id: number) => boolean,
): string[] {
  const missing = (what: string, kind: Kind, id: number) =>
    exists(kind, id) ? [] : [`${what} of ${kind} ${id}, which does not exist`];
  return [
    ...names.flatMap(({ kind, id, name, lang }) => {
      const fault = nameFault(name);
      const faults = missing(`a name in ${lang}`, kind, id);
      return fault === null ? faults : [...faults, `a name in ${lang} of ${kind} ${id} ${fault}`];
    }),
    ...points.flatMap(({ kind, id, latitude, longitude }) =>
      Math.abs(latitude) <= 90 && Math.abs(longitude) <= 180
        ? missing("a point", kind, id)
        : [`the point of ${kind} ${id} lies nowhere on earth`],
    ),
    ...codes.flatMap(({ kind, id }) => missing("codes", kind, id)),
    ...pincodes.flatMap(({ pincode, districtId }) =>
      missing(`PIN code ${pincode}`, "district", districtId),
    ),
    ...displayNames.flatMap(({ kind, id }) => missing("a display name", kind, id)),
    ...shortForms.flatMap(({ kind, id, shortForm }) =>
      kind === "word" ? [] : missing(`short form ${shortForm}`, kind, id),
    ),
  ];
}

function degrees(cell: Cells, column: string, most: number): number | null {
  const text = cell.optionalText(column);
  const value = parseDegrees(text, most);
  if (!Number.isNaN(value)) return value;
  cell.report(`${column} must be degrees from -${most} to ${most}, not ${quote(text)}`);
  return null;
}

function code(cell: Cells, column: string, pattern: RegExp, words: string): string | null {
  const text = cell.optionalText(column);
  if (text === "" || pattern.test(text)) return text === "" ? null : text;
  cell.report(`${column} must be ${words}, not ${quote(text)}`);
  return null;
}

function oneOf<T extends string>(
  cell: Cells,
  column: string,
  known: readonly T[],
  absent: T | null,
): T | null {
  const text = cell.optionalText(column);
  const found = text === "" ? absent : (known.find((value) => value === text) ?? null);
  if (found === null)
    cell.report(`${column} must be one of ${known.join(", ")}, not ${quote(text)}`);
  return found;
}

/** By code unit: the order must not depend on the machine's language. */
function compareText(a: string, b: string): number {
  return a < b ? -1 : a > b ? 1 : 0;
}
