// Two search libraries with the texts that the directory's search has: every record with its name, its other names, its
// district and its state, one index a kind, set up as their documentation advises for names.
import Fuse from "fuse.js";
import MiniSearch from "minisearch";
import type { Kind } from "../src/locations/data/records.ts";
import type { Gazetteer, Record } from "./gazetteer.ts";

type Library = { name: string; find: (query: string, kind: Kind) => number[] };

const FIELDS = ["name", "others", "district", "state"];

export function buildContextLibraries(gazetteer: Gazetteer): Library[] {
  const describe = (place: Record | null) => [
    place?.typedName ?? "",
    ...(place?.aliases ?? []),
    ...(place === null ? [] : (gazetteer.localNames.get(place) ?? [])),
    ...(place?.kind === "state" ? (gazetteer.shortForms.get(place.id) ?? []) : []),
  ];
  const toDocument = (place: Record) => ({
    id: place.id,
    name: place.typedName,
    others: describe(place).slice(1).join(" "),
    district: describe(place.district).join(" "),
    state: describe(place.state).join(" "),
  });
  const documents = {
    state: gazetteer.states.map(toDocument),
    district: gazetteer.districts.map(toDocument),
    market: gazetteer.markets.map(toDocument),
  };

  const minis = mapKinds((kind) => {
    const mini = new MiniSearch({
      fields: FIELDS,
      searchOptions: { prefix: true, fuzzy: 0.2, boost: { name: 3, others: 2 } },
    });
    mini.addAll(documents[kind]);
    return mini;
  });
  // Fuse goes through every letter of every record: the parents' names in all scripts would take a second a query more.
  const fuses = mapKinds(
    (kind) =>
      new Fuse(
        gazetteer[`${kind}s`].map((place) => ({
          id: place.id,
          name: place.typedName,
          others: describe(place).slice(1),
          district: place.district?.typedName ?? "",
          state: place.state?.typedName ?? "",
        })),
        {
          keys: [
            { name: "name", weight: 3 },
            { name: "others", weight: 2 },
            { name: "district", weight: 1 },
            { name: "state", weight: 1 },
          ],
          ignoreLocation: true,
        },
      ),
  );
  const mini =
    (combineWith: "AND" | "OR"): Library["find"] =>
    (query, kind) =>
      minis[kind]
        .search(query, { combineWith })
        .slice(0, 3)
        .map(({ id }) => id as number);
  return [
    { name: "minisearch, AND", find: mini("AND") },
    { name: "minisearch, OR", find: mini("OR") },
    {
      name: "fuse.js",
      find: (query, kind) => fuses[kind].search(query, { limit: 3 }).map(({ item }) => item.id),
    },
  ];
}

function mapKinds<T>(make: (kind: Kind) => T): { [kind in Kind]: T } {
  return { state: make("state"), district: make("district"), market: make("market") };
}
