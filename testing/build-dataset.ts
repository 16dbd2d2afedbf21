// A small data set for tests, made of the names a test cares about.
import { type Alias, type Dataset, sealDataset } from "../src/locations/data/dataset.ts";

export type DatasetNames = {
  /** Districts by state, and markets by district: ids count up from 1 in order of appearance. */
  states?: { [state: string]: { [district: string]: string[] } };
  aliases?: Alias[];
};

export function buildDataset({ states = {}, aliases = [] }: DatasetNames): Dataset {
  const records = {
    states: [] as Dataset["states"],
    districts: [] as Dataset["districts"],
    markets: [] as Dataset["markets"],
    aliases,
  };
  for (const [stateName, districts] of Object.entries(states)) {
    const stateId = records.states.length + 1;
    records.states.push({ id: stateId, name: stateName, lgdCode: stateId + 100 });
    for (const [districtName, markets] of Object.entries(districts)) {
      const districtId = records.districts.length + 1;
      records.districts.push({ id: districtId, stateId, name: districtName, lgdCode: null });
      for (const name of markets) {
        records.markets.push({ id: records.markets.length + 1, districtId, name });
      }
    }
  }
  const origin = { source: "test", date: "2026-01-01", licence: "none", attribution: "" };
  return sealDataset(origin, records, { states: [], districts: [], markets: [] });
}
