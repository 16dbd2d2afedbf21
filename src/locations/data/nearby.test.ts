import { distance } from "geokdbush";
import { describe, expect, test } from "vitest";
import { createRandom } from "../../../evaluation/seeded-random.ts";
import { readShippedDataset } from "./dataset.ts";
import { buildNearbyIndex, type NearbyOptions } from "./nearby.ts";
import type { Point } from "./places.ts";

const ORDER = { state: 0, district: 1, market: 2 };

/** Every point measured and sorted. */
function findSlowly(points: readonly Point[], options: NearbyOptions) {
  const { latitude, longitude, kinds, radiusKm, limit } = options;
  return points
    .filter(({ kind }) => kinds === undefined || kinds.includes(kind))
    .map((point) => ({
      point,
      distanceKm: distance(longitude, latitude, point.longitude, point.latitude),
    }))
    .filter(({ distanceKm }) => distanceKm <= radiusKm)
    .sort(
      (a, b) =>
        a.distanceKm - b.distanceKm ||
        ORDER[a.point.kind] - ORDER[b.point.kind] ||
        a.point.id - b.point.id,
    )
    .slice(0, limit);
}

const { points } = readShippedDataset().places;
const shipped = buildNearbyIndex(points);

describe("records near a point", () => {
  test("are those that measuring every point finds, in the same order", () => {
    const random = createRandom(3);
    const degrees = (least: number, most: number) =>
      least + random.below((most - least) * 1000) / 1000;
    for (let i = 0; i < 500; i += 1) {
      const near = random.pick(points);
      const options: NearbyOptions = {
        latitude: i % 2 === 0 ? near.latitude : degrees(6, 37),
        longitude: i % 2 === 0 ? near.longitude : degrees(68, 97),
        radiusKm: random.pick([0.5, 10, 50, 500]),
        limit: random.pick([1, 3, 20, 1000]),
        kinds: random.pick([undefined, ["market"], ["district", "market"], ["state"]] as const),
      };
      expect(shipped.find(options)).toEqual(findSlowly(points, options));
    }
  });

  test("of the other side of the globe, the poles and the date line are found too", () => {
    const at = (latitude: number, longitude: number, id: number): Point => {
      return { kind: "market", id, latitude, longitude, precision: "town" };
    };
    const far = [at(0, 179.9, 1), at(0, -179.9, 2), at(90, 0, 3), at(89.9, 180, 4), at(-90, 7, 5)];
    const index = buildNearbyIndex(far);
    for (const { latitude, longitude } of far) {
      const options = { latitude, longitude, radiusKm: 500, limit: 10 };
      expect(index.find(options)).toEqual(findSlowly(far, options));
    }
  });

  test("are none where there are no points", () => {
    const options = { latitude: 18, longitude: 73, radiusKm: 500, limit: 10 };
    expect(buildNearbyIndex([]).find(options)).toEqual([]);
  });
});
