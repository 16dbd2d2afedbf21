// Which records lie near a point: a k-d tree over all points, searched along great circles.
import { around, distance } from "geokdbush";
import KDBush from "kdbush";
import type { Point } from "./places.ts";
import type { Kind } from "./records.ts";

export type Near = { point: Point; distanceKm: number };

export type NearbyOptions = {
  latitude: number;
  longitude: number;
  kinds?: readonly Kind[] | undefined;
  radiusKm: number;
  limit: number;
};

export type NearbyIndex = {
  /** The nearest points within the radius; those equally far by kind and id. */
  find(options: NearbyOptions): Near[];
};

export function buildNearbyIndex(points: readonly Point[]): NearbyIndex {
  if (points.length === 0) return { find: () => [] };
  const index = new KDBush(points.length);
  for (const { longitude, latitude } of points) index.add(longitude, latitude);
  index.finish();

  return {
    find({ latitude, longitude, kinds, radiusKm, limit }) {
      const isWanted = (place: number) => {
        const point = points[place];
        return point !== undefined && (kinds === undefined || kinds.includes(point.kind));
      };
      const search = (most: number, withinKm: number) =>
        around(index, longitude, latitude, most, withinKm, isWanted).flatMap((place): Near[] => {
          const point = points[place];
          if (point === undefined) return [];
          const { longitude: x, latitude: y } = point;
          return [{ point, distanceKm: distance(longitude, latitude, x, y) }];
        });
      let found = search(limit + 1, radiusKm);
      const last = found[limit - 1]?.distanceKm;
      // Many markets have the point of their district: where the limit would cut between equals, all of
      // them are wanted, so that the first by id are given.
      if (last !== undefined && found[limit]?.distanceKm === last) {
        found = search(Number.POSITIVE_INFINITY, Math.min(radiusKm, last * (1 + 1e-9) + 1e-9));
      }
      return found.sort(compare).slice(0, limit);
    },
  };
}

/** Records by kind, the larger first. */
const ORDER: { [kind in Kind]: number } = { state: 0, district: 1, market: 2 };

function compare(a: Near, b: Near): number {
  return (
    a.distanceKm - b.distanceKm ||
    ORDER[a.point.kind] - ORDER[b.point.kind] ||
    a.point.id - b.point.id
  );
}
