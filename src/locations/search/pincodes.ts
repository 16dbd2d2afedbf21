// PIN codes as a search meets them: their districts, and how far a record lies from their point.
import { distance } from "geokdbush";
import type { Dataset } from "../data/dataset.ts";
import type { SearchedRecords } from "./searched-records.ts";

export type SearchedPincodes = {
  /** The numbers of the districts of a code, or of all codes that begin with these three digits. */
  districtsOf(pin: string): readonly number[];
  /** From the code's point to the record's; a great number where one has none. */
  distanceKm(pin: string, record: number): number;
};

const UNKNOWN_KM = 5000;

export function indexPincodes({ places }: Dataset, records: SearchedRecords): SearchedPincodes {
  const byCode = new Map<string, Set<number>>();
  const add = (code: string, record: number) => {
    const known = byCode.get(code);
    if (known === undefined) byCode.set(code, new Set([record]));
    else known.add(record);
  };
  for (const { pincode, districtId } of places.pincodes) {
    const record = records.numberOf("district", districtId);
    if (record === undefined) continue;
    add(String(pincode), record);
    add(String(pincode).slice(0, 3), record);
  }
  const points = new Map<number, { latitude: number; longitude: number }>();
  for (const point of places.points) {
    const record = records.numberOf(point.kind, point.id);
    // A market that only has its district's point could be anywhere in it.
    const isOwn = point.kind === "district" || point.precision !== "district";
    if (record !== undefined && isOwn) points.set(record, point);
  }
  const districtsOf = (pin: string) => [...(byCode.get(pin) ?? [])];
  return {
    districtsOf,
    distanceKm(pin, record) {
      const to = points.get(record);
      if (to === undefined) return UNKNOWN_KM;
      return districtsOf(pin).reduce((least, district) => {
        const from = points.get(district);
        if (from === undefined) return least;
        const km = distance(from.longitude, from.latitude, to.longitude, to.latitude);
        return Math.min(least, km);
      }, UNKNOWN_KM);
    },
  };
}
