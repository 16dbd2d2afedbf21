import { expect, test } from "vitest";
import { buildDataset } from "../../../testing/build-dataset.ts";
import { checkDataset } from "./check-dataset.ts";
import { type Dataset, sealDataset } from "./dataset.ts";

const sound = buildDataset({ states: { Goa: { "North Goa": ["Mapusa", "Mapusa"], Empty: [] } } });

test("a sound set has no problem, and its peculiarities are noted", () => {
  expect(checkDataset(sound)).toEqual({
    problems: [],
    notes: [
      "1 districts have no market",
      "2 districts have no LGD code",
      'district 1 has several markets named "Mapusa": 1, 2',
    ],
  });
});

const market = { id: 1, districtId: 1, name: "Mapusa" };
const faults: Array<[string, Partial<Dataset>]> = [
  ["market 5: district 9 does not exist", { markets: [{ ...market, id: 5, districtId: 9 }] }],
  [
    "district 1: state 4 does not exist",
    { districts: [{ id: 1, stateId: 4, name: "D", lgdCode: null }] },
  ],
  ["market 1 stands there twice", { markets: [market, market] }],
  ["market 1: the name is empty", { markets: [{ ...market, name: "" }] }],
  [
    "market 0: the id is not a whole number from 1 to 2147483647",
    { markets: [{ ...market, id: 0 }] },
  ],
  [
    'alias "X": market 8 does not exist',
    { aliases: [{ kind: "market", id: 8, alias: "X", source: "" }] },
  ],
  ["market 1 stands there twice", { retired: { states: [], districts: [], markets: [market] } }],
  [
    "retired market 7: district 9 does not exist",
    { retired: { states: [], districts: [], markets: [{ ...market, id: 7, districtId: 9 }] } },
  ],
];

test.each(faults)("%s", (problem, changed) => {
  const broken = { ...sound, ...changed };
  expect(checkDataset(sealDataset(broken, broken, broken.retired)).problems).toContain(problem);
});

test("a version that is not that of the records is a problem, and so is another order", () => {
  expect(checkDataset({ ...sound, version: "0" }).problems).toHaveLength(1);
  const unsorted = { ...sound, markets: sound.markets.toReversed() };
  expect(checkDataset(unsorted).problems).toEqual(["the markets are not sorted by id"]);
});
