// Validates a whole data set: errors that would make the directory answer wrongly, and warnings for the
// maintainers of the data.
import type { Dataset, Kind } from "./dataset.ts";
import { sealDataset } from "./dataset.ts";
import { findPlaceFaults } from "./places.ts";
import { ID_MAX, nameFault } from "./records.ts";

export type DatasetCheck = {
  /** Errors: the set must not be served. */
  problems: string[];
  /** Known oddities of upstream data. */
  notes: string[];
};

export function checkDataset(dataset: Dataset): DatasetCheck {
  const problems: string[] = [];
  const { states, districts, markets, retired } = dataset;
  const stateIds = checkIds("state", states, retired.states, problems);
  const districtIds = checkIds("district", districts, retired.districts, problems);
  const marketIds = checkIds("market", markets, retired.markets, problems);

  for (const { id, stateId } of districts) {
    if (!stateIds.live.has(stateId)) problems.push(missing("district", id, "state", stateId));
  }
  for (const { id, districtId } of markets) {
    if (!districtIds.live.has(districtId))
      problems.push(missing("market", id, "district", districtId));
  }
  // A retired record may have lost its parent to retirement too, but the parent must be known.
  for (const { id, stateId } of retired.districts) {
    if (!stateIds.all.has(stateId))
      problems.push(missing("retired district", id, "state", stateId));
  }
  for (const { id, districtId } of retired.markets) {
    if (!districtIds.all.has(districtId)) {
      problems.push(missing("retired market", id, "district", districtId));
    }
  }

  const ids = { state: stateIds, district: districtIds, market: marketIds };
  for (const { kind, id, alias } of dataset.aliases) {
    const fault = nameFault(alias);
    if (fault !== null) problems.push(`an alias of ${kind} ${id} ${fault}`);
    if (!ids[kind].all.has(id)) problems.push(`alias "${alias}": ${kind} ${id} does not exist`);
  }

  for (const fault of findPlaceFaults(dataset.places, (kind, id) => ids[kind].all.has(id))) {
    problems.push(fault);
  }

  const sealed = sealDataset(dataset, dataset, retired, dataset.places);
  if (sealed.version !== dataset.version) {
    problems.push(`the version is ${dataset.version}, the records give ${sealed.version}`);
  }
  for (const list of ["states", "districts", "markets"] as const) {
    if (sealed[list].some(({ id }, i) => dataset[list][i]?.id !== id)) {
      problems.push(`the ${list} are not sorted by id`);
    }
  }
  return { problems, notes: noteOddities(dataset) };
}

function checkIds(
  kind: Kind,
  live: ReadonlyArray<{ id: number; name: string }>,
  retired: ReadonlyArray<{ id: number; name: string }>,
  problems: string[],
): { live: Set<number>; all: Set<number> } {
  const liveIds = new Set<number>();
  const all = new Set<number>();
  for (const [list, isLive] of [
    [live, true],
    [retired, false],
  ] as const) {
    for (const { id, name } of list) {
      if (!Number.isInteger(id) || id < 1 || id > ID_MAX) {
        problems.push(`${kind} ${id}: the id is not a whole number from 1 to ${ID_MAX}`);
      }
      const fault = nameFault(name);
      if (fault !== null) problems.push(`${kind} ${id}: the name ${fault}`);
      if (all.has(id)) problems.push(`${kind} ${id} stands there twice`);
      all.add(id);
      if (isLive) liveIds.add(id);
    }
  }
  return { live: liveIds, all };
}

function missing(kind: string, id: number, parent: Kind, parentId: number): string {
  return `${kind} ${id}: ${parent} ${parentId} does not exist`;
}

function noteOddities({ districts, markets, retired }: Dataset): string[] {
  const withMarkets = new Set(markets.map(({ districtId }) => districtId));
  const empty = districts.filter(({ id }) => !withMarkets.has(id)).length;
  const twins = [
    ...findTwins("district", districts, ({ stateId }) => `state ${stateId}`),
    ...findTwins("market", markets, ({ districtId }) => `district ${districtId}`),
  ];
  const uncoded = districts.filter(({ lgdCode }) => lgdCode === null).length;
  const gone = retired.states.length + retired.districts.length + retired.markets.length;
  return [
    ...(empty > 0 ? [`${empty} districts have no market`] : []),
    ...(uncoded > 0 ? [`${uncoded} districts have no LGD code`] : []),
    ...(gone > 0 ? [`${gone} records are retired`] : []),
    ...twins,
  ];
}

function findTwins<R extends { id: number; name: string }>(
  kind: Kind,
  records: readonly R[],
  describeParent: (record: R) => string,
): string[] {
  const byName = new Map<string, number[]>();
  for (const record of records) {
    const place = `${describeParent(record)} has several ${kind}s named "${record.name}"`;
    byName.set(place, [...(byName.get(place) ?? []), record.id]);
  }
  return [...byName]
    .filter(([, ids]) => ids.length > 1)
    .map(([place, ids]) => `${place}: ${ids.join(", ")}`);
}
