// The search libraries that the directory's own search is compared with, each configured for short names: word
// beginnings and misspellings allowed.
import UFuzzy from "@leeoniya/ufuzzy";
import { Charset, Index } from "flexsearch";
import Fuse from "fuse.js";
import MiniSearch from "minisearch";
import type { Dataset } from "../src/locations/data/dataset.ts";
import { buildSearchIndex } from "../src/locations/search/search.ts";

export const KINDS = ["states", "districts", "markets"] as const;
export type Named = { place: number; kind: (typeof KINDS)[number]; index: number; name: string };

/** Finds the places of the first three names of a kind. */
export type Engine = { name: string; firstThree(query: string, kind: Named["kind"]): number[] };

export function listNames(dataset: Dataset): Named[] {
  let place = 0;
  return KINDS.flatMap((kind) =>
    dataset[kind].map(({ name }, index) => ({ place: place++, kind, index, name })),
  );
}

export function buildEngines(dataset: Dataset): Engine[] {
  const names = listNames(dataset);
  const firstOfKind = (places: Iterable<number>, kind: Named["kind"]): number[] => {
    const first: number[] = [];
    for (const place of places) {
      if (names[place]?.kind !== kind) continue;
      if (first.push(place) === 3) break;
    }
    return first;
  };

  const own = buildSearchIndex(dataset);
  const placeOf = new Map(names.map(({ kind, index, place }) => [`${kind} ${index}`, place]));

  const mini = new MiniSearch({
    idField: "place",
    fields: ["name"],
    searchOptions: { prefix: true, fuzzy: 0.2, combineWith: "AND" },
  });
  mini.addAll(names);

  const fuse = new Fuse(names, { keys: ["name"] });

  const fuzzy = new UFuzzy({ intraMode: 1, intraIns: 1, intraSub: 1, intraTrn: 1, intraDel: 1 });
  const haystack = names.map(({ name }) => name);

  const flex = new Index({ tokenize: "forward", encoder: Charset.LatinBalance });
  for (const { place, name } of names) flex.add(place, name);

  return [
    {
      name: "Lodestone",
      firstThree(query, kind) {
        const { hits } = own.search(query, { limit: 3 })[kind];
        return hits.map(({ index }) => placeOf.get(`${kind} ${index}`) ?? -1);
      },
    },
    {
      name: "minisearch",
      firstThree: (query, kind) =>
        firstOfKind(
          mini.search(query).map(({ id }) => id as number),
          kind,
        ),
    },
    {
      name: "fuse.js",
      firstThree: (query, kind) =>
        firstOfKind(
          fuse.search(query).map(({ refIndex }) => refIndex),
          kind,
        ),
    },
    {
      name: "uFuzzy",
      firstThree(query, kind) {
        // All matches are put in order, however many there are: by default only up to a thousand.
        const [found, info, order] = fuzzy.search(haystack, query, 1, haystack.length);
        if (!found) return [];
        return firstOfKind(order && info ? order.map((i) => info.idx[i] ?? -1) : found, kind);
      },
    },
    {
      name: "flexsearch",
      firstThree: (query, kind) =>
        firstOfKind(flex.search(query, { limit: names.length, suggest: true }) as number[], kind),
    },
  ];
}
