// A slow search for one word that follows the rules literally, which the index is held against.
import type { Dataset, Kind } from "../src/locations/data/dataset.ts";
import { normaliseName, SUFFIX, splitWords } from "../src/locations/search/normalise.ts";
import type { SearchOptions } from "../src/locations/search/search.ts";

export type OracleHits = { total: number; hits: Array<{ index: number; matched?: string }> };
type Ranked = { index: number; rank: number; matched?: string };
type Entry = { id: number; name: string; stateId: number; districtId: number };

/** A search that looks at every name, one after the other, without any index. */
export function buildOracle({ states, districts, markets, aliases }: Dataset) {
  const stateOf = new Map(districts.map(({ id, stateId }) => [id, stateId]));
  const kinds: { [kind in Kind]: Entry[] } = {
    state: states.map(({ id, name }) => ({ id, name, stateId: id, districtId: 0 })),
    district: districts.map(({ id, stateId, name }) => ({ id, name, stateId, districtId: id })),
    market: markets.map(({ id, districtId, name }) => ({
      id,
      name,
      stateId: stateOf.get(districtId) ?? 0,
      districtId,
    })),
  };
  const nameOfDistrict = new Map(districts.map(({ id, name }) => [id, normaliseName(name).words]));
  const aliasesOf = (kind: Kind, id: number) =>
    aliases.filter((alias) => alias.kind === kind && alias.id === id).map(({ alias }) => alias);
  /** What a market that carries its district's name is called by the district's other names. */
  const replaced = ({ name, districtId }: Entry) => {
    const { words } = normaliseName(name);
    const own = nameOfDistrict.get(districtId) ?? [];
    const at = words.findIndex((_, i) => own.every((word, j) => words[i + j] === word));
    if (at === -1) return [];
    return aliasesOf("district", districtId).map((matched) => {
      const rest = words.slice(at + own.length);
      const key = readWords([...words.slice(0, at), ...splitWords(matched), ...rest], false);
      return { key, matched };
    });
  };
  const keysOf = (kind: Kind, record: Entry) => [
    { key: readKey(record.name) },
    ...aliasesOf(kind, record.id).map((alias) => ({ key: readKey(alias), matched: alias })),
    ...(kind === "market" ? replaced(record) : []),
  ];
  const prepared = (Object.keys(kinds) as Kind[]).map((kind) => ({
    kind,
    records: kinds[kind].map((record) => ({ ...record, keys: keysOf(kind, record) })),
  }));

  return (text: string, { kinds: wanted, stateId, districtId }: Omit<SearchOptions, "limit">) => {
    const { words } = normaliseName(text);
    const isWanted = (record: Entry) =>
      (stateId === undefined || record.stateId === stateId) &&
      (districtId === undefined || record.districtId === districtId);
    const rankAll = (rank: (key: Key, query: string) => number, only: readonly Kind[]) =>
      new Map(
        prepared.map(({ kind, records }) => {
          const ranked: Ranked[] = [];
          for (const [place, record] of only.includes(kind) ? records.entries() : []) {
            if (!isWanted(record)) continue;
            const best = record.keys
              .map(({ key, ...rest }): Ranked => {
                const isAlias = "matched" in rest;
                return {
                  index: place,
                  rank: rank(key, words.join("")) + (isAlias ? 0.1 : 0),
                  ...rest,
                };
              })
              .sort((a, b) => a.rank - b.rank)[0];
            if (best && best.rank < Number.POSITIVE_INFINITY) ranked.push(best);
          }
          return [kind, ranked] as const;
        }),
      );
    /** The ids of the states and districts that are called exactly so. */
    const exactIds = (wantedKind: Kind) =>
      prepared
        .filter(({ kind }) => kind === wantedKind)
        .flatMap(({ records }) => records)
        .filter(({ keys }) => keys.some(({ key }) => rankSpelled(key, words.join("")) === 1))
        .map(({ id }) => id);

    const results = new Map<Kind, Ranked[]>();
    if (words.length > 0) {
      const all: Kind[] = ["state", "district", "market"];
      for (const [kind, ranked] of rankAll(rankSpelled, all)) results.set(kind, ranked);
      const isEmpty = (kind: Kind) => results.get(kind)?.length === 0;
      const [inStates, inDistricts] = [exactIds("state"), exactIds("district")];
      for (const kind of (["district", "market"] as const).filter(isEmpty)) {
        const belonging = [...kinds[kind].entries()].filter(
          ([, record]) =>
            isWanted(record) &&
            (inStates.includes(record.stateId) ||
              (kind === "market" && inDistricts.includes(record.districtId))),
        );
        results.set(
          kind,
          belonging.map(([index]) => ({ index, rank: 4.5 })),
        );
      }
      for (const kind of all.filter(isEmpty)) {
        results.set(kind, rankAll(rankMisspelt, [kind]).get(kind) ?? []);
      }
      if (all.every(isEmpty)) {
        for (const [kind, ranked] of rankAll(rankGuess, all)) results.set(kind, ranked);
      }
    }
    const hitsOf = (kind: Kind): OracleHits => {
      const ranked = wanted === undefined || wanted.includes(kind) ? (results.get(kind) ?? []) : [];
      ranked.sort((a, b) => a.rank - b.rank || a.index - b.index);
      const hits = ranked.map(({ index: place, matched }) =>
        matched === undefined ? { index: place } : { index: place, matched },
      );
      return { total: hits.length, hits };
    };
    return { states: hitsOf("state"), districts: hitsOf("district"), markets: hitsOf("market") };
  };
}

type Key = ReturnType<typeof readKey>;

function readKey(name: string) {
  const { words, hasSuffix } = normaliseName(name);
  return readWords(words, hasSuffix);
}

function readWords(words: string[], hasSuffix: boolean) {
  const runs = words.map((_, i) => words.slice(i).join("") + (hasSuffix ? SUFFIX : ""));
  return { words, hasSuffix, joined: words.join(""), runs };
}

function rankSpelled({ words, runs, joined, hasSuffix }: Key, query: string): number {
  if (query === joined || query === runs[0]) return 1;
  if (runs[0]?.startsWith(query)) return 2;
  const isSuffixOnly = query === SUFFIX && hasSuffix;
  if (isSuffixOnly || runs.some((run) => run.startsWith(query))) return 3;
  return words.some((word) => word.includes(query, 1)) ? 4 : Number.POSITIVE_INFINITY;
}

function rankMisspelt({ words, joined, hasSuffix }: Key, query: string): number {
  const most = editsAllowed(query);
  const whole = Math.min(
    editsWithin(query, joined, most),
    hasSuffix ? editsWithin(query, joined + SUFFIX, most) : Number.POSITIVE_INFINITY,
  );
  const byWord = Math.min(...words.map((word) => editsWithin(query, word, most)));
  return Math.min(whole, byWord + 0.5);
}

function rankGuess({ words }: Key, query: string): number {
  if (query.length < 4) return Number.POSITIVE_INFINITY;
  const most = editsAllowed(query);
  const ofBeginnings = (word: string) =>
    Math.min(...[...word].map((_, i) => editsWithin(query, word.slice(0, i + 1), most)));
  return Math.min(...words.map(ofBeginnings));
}

function editsAllowed(text: string): number {
  return Math.min(text.length - 1, text.length <= 7 ? 1 : 2);
}

/** Optimal string alignment, the textbook way, row by row; Infinity above `most`. */
function editsWithin(a: string, b: string, most: number): number {
  if (Math.abs(a.length - b.length) > most) return Number.POSITIVE_INFINITY;
  let before: number[] = [];
  let previous = Array.from({ length: b.length + 1 }, (_, j) => j);
  for (let i = 1; i <= a.length; i += 1) {
    const row = [i];
    for (let j = 1; j <= b.length; j += 1) {
      let edits = Math.min(
        (previous[j - 1] ?? 0) + (a[i - 1] === b[j - 1] ? 0 : 1),
        (previous[j] ?? 0) + 1,
        (row[j - 1] ?? 0) + 1,
      );
      if (i > 1 && j > 1 && a[i - 1] === b[j - 2] && a[i - 2] === b[j - 1]) {
        edits = Math.min(edits, (before[j - 2] ?? 0) + 1);
      }
      row.push(edits);
    }
    if (row.every((edits) => edits > most)) return Number.POSITIVE_INFINITY;
    [before, previous] = [previous, row];
  }
  const edits = previous[b.length] ?? Number.POSITIVE_INFINITY;
  return edits <= most ? edits : Number.POSITIVE_INFINITY;
}
