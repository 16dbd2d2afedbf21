// A slow search that follows the rules word for word, which the index is held against.
import type { Dataset, Kind } from "../src/locations/dataset.ts";
import { normaliseName, SUFFIX } from "../src/locations/normalise.ts";
import type { SearchOptions } from "../src/locations/search.ts";

export type OracleHits = { total: number; hits: Array<{ index: number; matched?: string }> };
type Ranked = { index: number; rank: number; matched?: string };

/** A search that looks at every name, one after the other, without any index. */
export function buildOracle({ states, districts, markets, aliases }: Dataset) {
  const stateOf = new Map(districts.map(({ id, stateId }) => [id, stateId]));
  const kinds = {
    state: states.map(({ id, name }) => ({ id, name, stateId: id, districtId: 0 })),
    district: districts.map(({ id, stateId, name }) => ({ id, name, stateId, districtId: id })),
    market: markets.map(({ id, districtId, name }) => ({
      id,
      name,
      stateId: stateOf.get(districtId) ?? 0,
      districtId,
    })),
  };
  const keysOf = (kind: Kind, record: { id: number; name: string }) => [
    { key: readKey(record.name) },
    ...aliases
      .filter((alias) => alias.kind === kind && alias.id === record.id)
      .map(({ alias }) => ({ key: readKey(alias), matched: alias })),
  ];
  const prepared = (Object.keys(kinds) as Kind[]).map((kind) => ({
    kind,
    records: kinds[kind].map((record) => ({ ...record, keys: keysOf(kind, record) })),
  }));

  return (text: string, { kinds: wanted, stateId, districtId }: Omit<SearchOptions, "limit">) => {
    const { words } = normaliseName(text);
    const rankAll = (rank: (key: Key, words: readonly string[]) => number, only: readonly Kind[]) =>
      new Map(
        prepared.map(({ kind, records }) => {
          const ranked: Ranked[] = [];
          for (const [place, record] of only.includes(kind) ? records.entries() : []) {
            if (stateId !== undefined && record.stateId !== stateId) continue;
            if (districtId !== undefined && record.districtId !== districtId) continue;
            const best = record.keys
              .map(({ key, ...rest }): Ranked => {
                const isAlias = "matched" in rest;
                return { index: place, rank: rank(key, words) + (isAlias ? 0.1 : 0), ...rest };
              })
              .sort((a, b) => a.rank - b.rank)[0];
            if (best && best.rank < Number.POSITIVE_INFINITY) ranked.push(best);
          }
          return [kind, ranked] as const;
        }),
      );

    const results = new Map<Kind, Ranked[]>();
    if (words.length > 0) {
      const all: Kind[] = ["state", "district", "market"];
      for (const [kind, ranked] of rankAll(rankSpelled, all)) results.set(kind, ranked);
      const empty = all.filter((kind) => results.get(kind)?.length === 0);
      for (const kind of empty) results.set(kind, rankAll(rankMisspelt, [kind]).get(kind) ?? []);
      if (all.every((kind) => results.get(kind)?.length === 0)) {
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
  const runs = words.map((_, i) => words.slice(i).join("") + (hasSuffix ? SUFFIX : ""));
  return { words, hasSuffix, joined: words.join(""), runs };
}

function rankSpelled(key: Key, query: readonly string[]): number {
  const joined = query.join("");
  const { words, runs } = key;
  if (joined === key.joined || joined === runs[0]) return 1;
  if (runs[0]?.startsWith(joined)) return 2;
  const isSuffixOnly = joined === SUFFIX && key.hasSuffix;
  if (isSuffixOnly || runs.some((run) => run.startsWith(joined))) return 3;
  const ranks = wordsOf(query).map((word) => rankOfWord(key, word));
  if (words.some((word) => word.includes(joined, 1))) return Math.min(4, Math.max(...ranks));
  return Math.max(...ranks);
}

function rankMisspelt(key: Key, query: readonly string[]): number {
  const joined = query.join("");
  const most = editsAllowed(joined);
  const whole = Math.min(
    editsWithin(joined, key.joined, most),
    key.hasSuffix ? editsWithin(joined, key.joined + SUFFIX, most) : Number.POSITIVE_INFINITY,
  );
  return Math.min(whole, editsByWord(key, query, editsWithin) + 0.5);
}

function rankGuess(key: Key, query: readonly string[]): number {
  return editsByWord(key, query, (typed, word, most) =>
    typed.length < 4
      ? editsWithin(typed, word, most)
      : Math.min(...[...word].map((_, i) => editsWithin(typed, word.slice(0, i + 1), most))),
  );
}

function editsByWord(key: Key, query: readonly string[], measure: typeof editsWithin): number {
  let sum = 0;
  const typedWords = wordsOf(query);
  for (const [i, typed] of typedWords.entries()) {
    if (rankOfWord(key, typed) < Number.POSITIVE_INFINITY) continue;
    const most = editsAllowed(typed);
    const edits = key.words.map((word) => measure(typed, word, most));
    const isLast = i > 0 && i === typedWords.length - 1;
    if (isLast && key.hasSuffix) edits.push(editsWithin(typed, SUFFIX, most));
    sum += Math.min(...edits);
    if (sum === Number.POSITIVE_INFINITY) return sum;
  }
  return sum;
}

/** 3 at the start of a word, 4 inside one, Infinity where the word is not. */
function rankOfWord({ words, runs }: Key, typed: string): number {
  if (runs.some((run) => run.startsWith(typed))) return 3;
  return words.some((word) => word.includes(typed, 1)) ? 4 : Number.POSITIVE_INFINITY;
}

function wordsOf(query: readonly string[]): string[] {
  const others = query.filter((word) => word !== SUFFIX);
  return [...new Set(others.length > 0 ? others : query)];
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
