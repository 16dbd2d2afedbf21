// Every name by which a record is searched, as a *key*: first the names of all records, then their
// aliases, then those that follow from other names, then their names in other scripts.
import type { Dataset, Kind } from "../data/dataset.ts";
import { isShown } from "../data/places.ts";
import { normaliseName, splitWords } from "./normalise.ts";
import type { SearchedRecords } from "./searched-records.ts";
import type { Vocabulary } from "./vocabulary.ts";

export type Keys = {
  count: number;
  /** Keys from here on are names with their short forms written out; those help only in a context. */
  expandedStart: number;
  /** Keys from here on are names in other scripts. */
  localStart: number;
  recordOf: Uint32Array;
  wordsOf(key: number): readonly string[];
  isSuffixed(key: number): boolean;
  /** The other name a key is; undefined for a record's own name. */
  otherName(key: number, allNames: boolean): string | undefined;
};

type OtherKey = { record: number; text: string; words: readonly string[]; isShown: boolean };

export function collectKeys(
  dataset: Dataset,
  records: SearchedRecords,
  { expansions }: Vocabulary,
): Keys {
  const names = [...dataset.states, ...dataset.districts, ...dataset.markets];
  const own = names.map(({ name }) => normaliseName(name));
  const locate = <T extends { kind: Kind; id: number }>(
    list: readonly T[],
    describe: (entry: T) => { text: string; isShown: boolean },
  ): OtherKey[] =>
    list.flatMap((entry) => {
      // One of a retired record stays in the data set, unsearched.
      const record = records.numberOf(entry.kind, entry.id);
      if (record === undefined) return [];
      const { text, isShown } = describe(entry);
      return [{ record, text, words: [], isShown }];
    });
  const aliases = locate(dataset.aliases, ({ alias }) => ({ text: alias, isShown: true }));
  const corrected = locate(dataset.places.displayNames, ({ displayName }) => ({
    text: displayName,
    isShown: true,
  }));
  const locals = locate(dataset.places.names, ({ name, check }) => ({
    text: name,
    isShown: isShown(check),
  }));
  const written = [...aliases, ...corrected];
  const replaced = replaceDistrictNames(records, own, aliases);
  const expanded = [
    ...expandNames(own, expansions),
    ...expandNames(
      written.map(({ text }) => normaliseName(text)),
      expansions,
    ).map((key) => ({ ...key, record: written[key.record]?.record ?? 0 })),
  ];
  const others = [...written, ...replaced, ...expanded, ...locals];
  const wordsOfOther = others.map(({ text, words }) =>
    words.length > 0 ? { words, hasSuffix: false } : normaliseName(text),
  );
  const expandedStart = names.length + written.length + replaced.length;
  const localStart = expandedStart + expanded.length;
  const recordOf = new Uint32Array(names.length + others.length);
  for (let key = 0; key < recordOf.length; key += 1) {
    recordOf[key] = others[key - names.length]?.record ?? key;
  }
  return {
    count: recordOf.length,
    expandedStart,
    localStart,
    recordOf,
    wordsOf: (key) => (own[key] ?? wordsOfOther[key - names.length])?.words ?? [],
    isSuffixed: (key) => (own[key] ?? wordsOfOther[key - names.length])?.hasSuffix ?? false,
    otherName(key, allNames) {
      if (key < names.length) return undefined;
      const other = others[key - names.length];
      return other !== undefined && (other.isShown || allNames) ? other.text : undefined;
    },
  };
}

/** A market that carries its district's name is also known by the other names of the district. */
function replaceDistrictNames(
  { kindStart, districtOf }: SearchedRecords,
  own: ReadonlyArray<{ words: readonly string[] }>,
  aliases: readonly OtherKey[],
): OtherKey[] {
  const [, firstDistrict = 0, firstMarket = 0] = kindStart;
  const byDistrict = new Map<number, OtherKey[]>();
  for (const alias of aliases) {
    if (alias.record < firstDistrict || alias.record >= firstMarket) continue;
    byDistrict.set(alias.record, [...(byDistrict.get(alias.record) ?? []), alias]);
  }
  const keys: OtherKey[] = [];
  for (let record = firstMarket; record < own.length; record += 1) {
    const district = districtOf[record] ?? -1;
    const others = byDistrict.get(district);
    if (others === undefined) continue;
    const words = own[record]?.words ?? [];
    const name = own[district]?.words ?? [];
    const at = words.findIndex((_, i) => name.every((word, j) => words[i + j] === word));
    if (at === -1) continue;
    for (const { text } of others) {
      const other = splitWords(text);
      const replaced = [...words.slice(0, at), ...other, ...words.slice(at + name.length)];
      keys.push({ record, text, words: replaced, isShown: true });
    }
  }
  return keys;
}

/** Names with a short form in them ("24 Pgs") are also known with what it stands for. */
function expandNames(
  names: ReadonlyArray<{ words: readonly string[] }>,
  expansions: Vocabulary["expansions"],
): OtherKey[] {
  if (expansions.size === 0) return [];
  return names.flatMap(({ words }, record) => {
    if (!words.some((word) => expansions.has(word))) return [];
    const long = words.flatMap((word) => expansions.get(word)?.[0]?.split(" ") ?? [word]);
    return [{ record, text: "", words: long, isShown: false }];
  });
}
