// The shipped data as the maker of test queries reads it: names as people type them, and which records a typed name
// means. It shares no code with search but the splitting of words, so that it can judge it.
import { readFileSync } from "node:fs";
import { readShippedDataset } from "../src/locations/data/dataset.ts";
import { isShown } from "../src/locations/data/places.ts";
import type { Kind } from "../src/locations/data/records.ts";
import { readTable } from "../src/locations/data/tables.ts";
import { splitWords } from "../src/locations/search/normalise.ts";

export type Record = {
  kind: Kind;
  id: number;
  /** The name without the suffix, brackets and what else nobody types. */
  typedName: string;
  /** The typed name without words that any market's name could carry; the typed name where nothing else is left. */
  core: string;
  aliases: string[];
  state: Record | null;
  district: Record | null;
  /** Of a district. */
  markets: Record[];
  /** The cores of all its names. */
  cores: ReadonlySet<string>;
};
export type Gazetteer = ReturnType<typeof readGazetteer>;
export type WordRow = { word: string; lang: string; kind: string };

const folder = new URL("../data/", import.meta.url);

export function readGazetteer() {
  const dataset = readShippedDataset();
  const words = readRows("search-words.csv", ["word", "lang", "kind"]) as WordRow[];
  const generic = new Set(
    words.filter(({ kind }) => kind === "generic").flatMap(({ word }) => splitWords(word)),
  );
  // "F&V" and the commodity in brackets say what is traded, not where.
  for (const word of ["f", "v", "apmc"]) generic.add(word);
  const toCore = (text: string) => {
    const all = splitWords(text);
    const core = all.filter((word) => !generic.has(word));
    return (core.length > 0 ? core : all).join(" ");
  };
  const shown = new Map(
    readRows("display-names.csv", ["kind", "id", "display_name"]).map((row) => [
      `${row["kind"]} ${row["id"]}`,
      row["display_name"] ?? "",
    ]),
  );

  const create = (
    { kind, id, name }: { kind: Kind; id: number; name: string },
    state: Record | null,
    district: Record | null,
  ): Record => {
    const aliases = dataset.aliases
      .filter((row) => row.kind === kind && row.id === id)
      .map(({ alias }) => tidy(alias));
    const display = shown.get(`${kind} ${id}`);
    const cores = new Set(
      [name, toTyped(kind, name), display ?? "", ...aliases, ...bracketed(kind, name)].map(toCore),
    );
    return {
      kind,
      id,
      typedName: toTyped(kind, name),
      core: toCore(toTyped(kind, name)),
      aliases,
      state,
      district,
      markets: [],
      cores,
    };
  };
  const states = dataset.states.map((row) => create({ kind: "state", ...row }, null, null));
  const stateOf = new Map(states.map((state) => [state.id, state]));
  const districts = dataset.districts.map((row) =>
    create({ kind: "district", ...row }, stateOf.get(row.stateId) ?? null, null),
  );
  const districtOf = new Map(districts.map((district) => [district.id, district]));
  const markets = dataset.markets.map((row) => {
    const district = districtOf.get(row.districtId) ?? null;
    const market = create({ kind: "market", ...row }, district?.state ?? null, district);
    district?.markets.push(market);
    return market;
  });

  const lists = { state: states, district: districts, market: markets };

  const shortForms = new Map<number, string[]>();
  for (const row of readRows("short-forms.csv", ["kind", "id_or_word", "short_form"])) {
    if (row["kind"] !== "state") continue;
    const id = Number(row["id_or_word"]);
    shortForms.set(id, [...(shortForms.get(id) ?? []), row["short_form"] ?? ""]);
  }
  const joined = (text: string) => splitWords(text).join("");
  /** Of a kind, those that have a name of this core, or a state of this short form. */
  const called = (kind: Kind, typed: string): Set<Record> => {
    const core = toCore(typed);
    return new Set(
      lists[kind].filter(
        (place) =>
          place.cores.has(core) ||
          (kind === "state" &&
            (shortForms.get(place.id) ?? []).some((form) => joined(form) === joined(typed))),
      ),
    );
  };

  const byId = {
    state: stateOf,
    district: districtOf,
    market: new Map(markets.map((m) => [m.id, m])),
  };
  const known = new Set(
    [...states, ...districts, ...markets].flatMap(({ typedName, aliases }) =>
      [typedName, ...aliases].flatMap(splitWords),
    ),
  );
  const pincodes = dataset.places.pincodes.map(({ pincode, districtId }) => ({
    pincode: String(pincode),
    districtId,
  }));

  const localNames = new Map<Record, string[]>();
  for (const { kind, id, name } of dataset.places.names) {
    const place = byId[kind].get(id);
    if (place) localNames.set(place, [...(localNames.get(place) ?? []), name]);
  }

  return {
    localNames,
    states,
    districts,
    markets,
    shortForms,
    pincodes,
    /** Words of the list that stand in no name, which alone would be an answer. */
    words: words.filter(
      ({ word }) => !splitWords(word).some((part) => known.has(part) && !generic.has(part)),
    ),
    locals: dataset.places.names
      .filter(({ check }) => isShown(check))
      .flatMap(({ kind, id, lang, name }) => {
        const place = byId[kind].get(id);
        return place === undefined ? [] : [{ place, lang, name }];
      }),
    called,
    isWord: (word: string) => known.has(word),
    /** All records of a kind that a typed name means, within the districts and states that typed context means. */
    find(
      kind: Kind,
      { typed, district, state }: { typed: string; district?: string; state?: string },
    ): number[] {
      const inDistricts = district === undefined ? null : called("district", district);
      const inStates = state === undefined ? null : called("state", state);
      const isWithin = (parents: Set<Record> | null, parent: Record | null) =>
        parents === null || (parent !== null && parents.has(parent));
      return [...called(kind, typed)]
        .filter((place) => isWithin(inDistricts, place.district) && isWithin(inStates, place.state))
        .map(({ id }) => id);
    },
    /** The districts of a PIN code, or of all that begin so. */
    districtsOfPincode(start: string): Record[] {
      const ids = new Set(
        pincodes
          .filter(({ pincode }) => pincode.startsWith(start))
          .map(({ districtId }) => districtId),
      );
      return districts.filter(({ id }) => ids.has(id));
    },
  };
}

/** What a person types for an upstream name: no suffix; of a district only what stands before the bracket. */
function toTyped(kind: Kind, name: string): string {
  if (kind !== "market") return tidy(name.replace(/\(.*|\/.*/, ""));
  return tidy(name.replace(/\bAPMC\b/gi, " "));
}

/** Names of a district that upstream put into brackets or behind a slash. */
function bracketed(kind: Kind, name: string): string[] {
  return kind === "district"
    ? name
        .split(/[()/]/)
        .map(tidy)
        .filter((part) => part !== "")
    : [];
}

function tidy(text: string): string {
  return text.replace(/&amp;/g, "&").replace(/[(),]/g, " ").replace(/\s+/g, " ").trim();
}

export function readRows(file: string, required: string[]): Array<{ [column: string]: string }> {
  const { rows, problems } = readTable(file, readFileSync(new URL(file, folder)), { required });
  if (problems.length > 0) throw new Error(`${file}: ${problems[0]?.message}`);
  return rows.map(({ cells }) => Object.fromEntries(cells));
}
