// Plans the replacement of the data set by a newer one: reads the source, checks all of it, and works
// out what would change. It writes nothing: storing the new set is up to the caller.
import { checkDataset } from "../data/check-dataset.ts";
import {
  type Alias,
  createRecordRegister,
  type Dataset,
  type Kind,
  type Origin,
  sealDataset,
} from "../data/dataset.ts";
import { type Places, type PlaceTables, readPlaces } from "../data/places.ts";
import { type Records, readRecords, type Table, type Tables } from "../data/records.ts";
import type { Problem } from "../data/tables.ts";
import { type ImportSource, readImportTables } from "./import-source.ts";

export type KindChanges = {
  added: Array<{ id: number; name: string }>;
  /** Names are kept as aliases of the record when they change. */
  renamed: Array<{ id: number; from: string; to: string }>;
  moved: Array<{ id: number; name: string; from: number; to: number }>;
  /** Retired records keep answering by their id, and leave lists and search. */
  retired: Array<{ id: number; name: string }>;
  /** Retired records that are back. */
  returned: Array<{ id: number; name: string }>;
  /** How many have another official code than before. */
  recoded: number;
};

export type Changes = {
  states: KindChanges;
  districts: KindChanges;
  markets: KindChanges;
  aliases: ListChanges;
  /** Names in other languages, points, codes and PIN codes; one that changed counts on both sides. */
  places: { [table in keyof Places]: ListChanges };
};

export type ListChanges = { added: number; removed: number };

export type ImportPlan =
  | { ok: true; dataset: Dataset; changes: Changes; notes: string[] }
  | { ok: false; problems: Problem[]; notes: string[] };

export type ImportOptions = {
  current: Dataset;
  source: ImportSource;
  /** The date of the new data (YYYY-MM-DD), unless the source states one itself. */
  date: string;
  /** Accepts the loss of more than a tenth of a kind. */
  force?: boolean;
};

/** A source that would retire more than this share of a kind is considered damaged. */
const LOSS_MAX = 0.1;

export function planImport({ current, source, date, force = false }: ImportOptions): ImportPlan {
  const { tables, places, origin: named, problems, notes } = readImportTables(source);
  const read = readRecords(tables, knownIds(current));
  const exists = createRecordRegister(read.records, current, current.retired);
  const readTables = readPlaces(places, exists);
  for (const problem of [...read.problems, ...readTables.problems]) problems.push(problem);
  if (problems.length > 0) return { ok: false, problems: inOrder(problems), notes };

  const compared = compareKinds(current, tables, read.records);
  const losses = findLosses(current, tables, compared);
  if (losses.length > 0 && !force) return { ok: false, problems: losses, notes };

  const given = tables.aliases === null ? null : read.records.aliases;
  const { states, districts, markets } = compared;
  const records: Records = {
    states: states.live,
    districts: districts.live,
    markets: markets.live,
    aliases: mergeAliases(current.aliases, given, compared),
  };
  const { source: from, licence, attribution } = current;
  const origin: Origin = { source: from, licence, attribution, date, ...named };
  const retired = {
    states: states.retired,
    districts: districts.retired,
    markets: markets.retired,
  };
  const merged = mergePlaces(current.places, places, readTables.places, retired);
  const dataset = sealDataset(origin, records, retired, merged);
  // What was checked row by row is checked once more as a whole: a failure here would be a bug.
  const faults = checkDataset(dataset).problems;
  if (faults.length > 0) throw new Error(`The planned data set is inconsistent: ${faults[0]}`);
  return {
    ok: true,
    dataset,
    changes: {
      states: states.changes,
      districts: districts.changes,
      markets: markets.changes,
      aliases: countChanges(current.aliases, dataset.aliases),
      places: countPlaceChanges(current.places, dataset.places),
    },
    notes,
  };
}

function compareKinds(current: Dataset, tables: Tables, given: Records) {
  const hasCodes = (kind: "state" | "district") =>
    tables[`${kind}s`].rows[0]?.cells.has("lgd_code") ?? false;
  return {
    states: compare(current.states, current.retired.states, given.states, {
      parentOf: () => 0,
      hasCodes: hasCodes("state"),
    }),
    districts: compare(current.districts, current.retired.districts, given.districts, {
      parentOf: ({ stateId }) => stateId,
      hasCodes: hasCodes("district"),
    }),
    markets: compare(current.markets, current.retired.markets, given.markets, {
      parentOf: ({ districtId }) => districtId,
      hasCodes: true,
    }),
  };
}

function findLosses(
  current: Dataset,
  tables: Tables,
  compared: ReturnType<typeof compareKinds>,
): Problem[] {
  return (["state", "district", "market"] as const).flatMap((kind) => {
    const { changes } = compared[`${kind}s`];
    const before = current[`${kind}s`].length;
    return findLoss(kind, tables[`${kind}s`].file, changes.retired.length, before);
  });
}

/** A problem where a source would retire too large a share of a kind. */
function findLoss(kind: Kind, file: string, lost: number, before: number): Problem[] {
  if (lost <= before * LOSS_MAX) return [];
  const share = ((100 * lost) / before).toFixed(1);
  const message = `would retire ${lost} of ${before} ${kind}s (${share} %); more than 10 % needs --force`;
  return [{ file, line: null, message }];
}

function countPlaceChanges(before: Places, after: Places) {
  return {
    names: countChanges(before.names, after.names),
    points: countChanges(before.points, after.points),
    codes: countChanges(before.codes, after.codes),
    pincodes: countChanges(before.pincodes, after.pincodes),
    displayNames: countChanges(before.displayNames, after.displayNames),
    shortForms: countChanges(before.shortForms, after.shortForms),
    searchWords: countChanges(before.searchWords, after.searchWords),
  };
}

function knownIds({ states, districts, markets, retired }: Dataset) {
  const ids = (...lists: ReadonlyArray<ReadonlyArray<{ id: number }>>) =>
    new Set(lists.flatMap((list) => list.map(({ id }) => id)));
  return {
    state: ids(states, retired.states),
    district: ids(districts, retired.districts),
    market: ids(markets, retired.markets),
  };
}

type Common = { id: number; name: string; lgdCode?: number | null };
type Compared<R> = { live: R[]; retired: R[]; changes: KindChanges };

function compare<R extends Common>(
  live: readonly R[],
  retired: readonly R[],
  incoming: readonly R[],
  { parentOf, hasCodes }: { parentOf: (record: R) => number; hasCodes: boolean },
): Compared<R> {
  const changes: KindChanges = {
    added: [],
    renamed: [],
    moved: [],
    retired: [],
    returned: [],
    recoded: 0,
  };
  const liveById = new Map(live.map((record) => [record.id, record]));
  const retiredById = new Map(retired.map((record) => [record.id, record]));
  const next: R[] = [];
  for (const record of incoming) {
    const before = liveById.get(record.id) ?? retiredById.get(record.id);
    if (!before) {
      changes.added.push({ id: record.id, name: record.name });
      next.push(record);
      continue;
    }
    const { id, name } = record;
    // A source without codes says nothing about them, so the known ones stay.
    const kept = hasCodes ? record : { ...record, lgdCode: before.lgdCode };
    next.push(kept);
    if (retiredById.has(id)) changes.returned.push({ id, name });
    if (before.name !== name) changes.renamed.push({ id, from: before.name, to: name });
    const [from, to] = [parentOf(before), parentOf(record)];
    if (from !== to) changes.moved.push({ id, name, from, to });
    if (before.lgdCode !== kept.lgdCode) changes.recoded += 1;
  }
  const present = new Set(incoming.map(({ id }) => id));
  const gone = live.filter(({ id }) => !present.has(id));
  for (const { id, name } of gone) changes.retired.push({ id, name });
  for (const list of [changes.added, changes.renamed, changes.moved, changes.returned]) {
    list.sort((a, b) => a.id - b.id);
  }
  return {
    live: next,
    retired: [...retired.filter(({ id }) => !present.has(id)), ...gone],
    changes,
  };
}

/** Marks the names that imports have replaced. They outlive a new list of aliases. */
const RENAMED = "renamed";

function mergeAliases(
  current: readonly Alias[],
  given: readonly Alias[] | null,
  compared: { states: Compared<Common>; districts: Compared<Common>; markets: Compared<Common> },
): Alias[] {
  const kinds = { state: compared.states, district: compared.districts, market: compared.markets };
  const retiredIds = {
    state: new Set(kinds.state.retired.map(({ id }) => id)),
    district: new Set(kinds.district.retired.map(({ id }) => id)),
    market: new Set(kinds.market.retired.map(({ id }) => id)),
  };
  const names = {
    state: new Map(kinds.state.live.map(({ id, name }) => [id, name])),
    district: new Map(kinds.district.live.map(({ id, name }) => [id, name])),
    market: new Map(kinds.market.live.map(({ id, name }) => [id, name])),
  };
  // A given list replaces the known one, except what it cannot know: names that imports replaced, and
  // the aliases of retired records, which no source lists any more.
  const kept = current.filter(
    ({ kind, id, source }) => given === null || source === RENAMED || retiredIds[kind].has(id),
  );
  const replaced = (["state", "district", "market"] as const).flatMap((kind) =>
    kinds[kind].changes.renamed.map(
      ({ id, from }): Alias => ({ kind, id, alias: from, source: RENAMED }),
    ),
  );
  const seen = new Set<string>();
  return [...(given ?? []), ...kept, ...replaced].filter(({ kind, id, alias }) => {
    const mark = `${kind} ${id} ${alias}`;
    // A name that came back is no alias of itself.
    if (seen.has(mark) || names[kind].get(id) === alias) return false;
    seen.add(mark);
    return true;
  });
}

/**
 * A given table replaces the known one, except for retired records that it says nothing of: no source
 * lists those any more. A table that is not given says nothing, so the known one stays.
 */
function mergePlaces(
  current: Places,
  tables: PlaceTables,
  given: Places,
  retired: Dataset["retired"],
): Places {
  const isRetired = createRecordRegister(retired);
  const merge = <R>(
    table: Table | null,
    known: R[],
    rows: R[],
    recordOf: (row: R) => { kind: Kind; id: number } | null,
  ) => {
    if (table === null) return known;
    const mark = (row: R) => `${recordOf(row)?.kind} ${recordOf(row)?.id}`;
    const named = new Set(rows.map(mark));
    const isKept = (row: R) => {
      const of = recordOf(row);
      return of !== null && isRetired(of.kind, of.id);
    };
    return [...rows, ...known.filter((row) => isKept(row) && !named.has(mark(row)))];
  };
  const own = <R extends { kind: Kind; id: number }>(row: R) => row;
  return {
    names: merge(tables.names, current.names, given.names, own),
    points: merge(tables.points, current.points, given.points, own),
    codes: merge(tables.codes, current.codes, given.codes, own),
    pincodes: merge(tables.pincodes, current.pincodes, given.pincodes, ({ districtId }) => ({
      kind: "district",
      id: districtId,
    })),
    displayNames: merge(tables.displayNames, current.displayNames, given.displayNames, own),
    shortForms: merge(tables.shortForms, current.shortForms, given.shortForms, ({ kind, id }) =>
      kind === "word" ? null : { kind, id },
    ),
    searchWords: merge(tables.searchWords, current.searchWords, given.searchWords, () => null),
  };
}

function countChanges(before: readonly object[], after: readonly object[]): ListChanges {
  const mark = (row: object) => JSON.stringify(row);
  const known = new Set(before.map(mark));
  const next = new Set(after.map(mark));
  return {
    added: [...next].filter((one) => !known.has(one)).length,
    removed: [...known].filter((one) => !next.has(one)).length,
  };
}

/** By file, then by line, so that a file can be corrected from top to bottom. */
function inOrder(problems: readonly Problem[]): Problem[] {
  const order = [...new Set(problems.map(({ file }) => file))];
  return [...problems].sort(
    (a, b) => order.indexOf(a.file) - order.indexOf(b.file) || (a.line ?? 0) - (b.line ?? 0),
  );
}
