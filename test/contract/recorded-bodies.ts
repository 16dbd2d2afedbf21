// Which bodies of the specification's seven endpoints are held against recorded ones, and how a body is
// recorded: as the first half of its SHA-256, without time stamp and version, and without the fields that
// were added to records, answers and errors.
import { createHash } from "node:crypto";

/** Paths without any parameter that was added later. */
export const RECORDED_PATHS: readonly string[] = [
  "/api/health",
  "/api/states",
  "/api/states?limit=5&offset=10",
  "/api/stats",
  ...[1, 7, 16, 20, 25, 34, 36].map((id) => `/api/states/${id}/districts`),
  "/api/states/20/districts?limit=3",
  ...[4, 243, 364, 414, 534, 639].map((id) => `/api/districts/${id}/markets`),
  "/api/states/20/districts/364/markets",
  "/api/states/20/districts/364/markets?offset=2",
  "/api/states/999/districts",
  "/api/districts/99999/markets",
  "/api/nope",
  "/api/search",
  "/api/search?q=pune&limit=0",
  ..."pune Pune%20APMC pun a mah Maharastra Lasalgoan Bangaluru Orissa Bengaluru apmc 24 west+bengal"
    .split(" ")
    .map((q) => `/api/search?q=${q}`),
  ..."Laslgaon Hubli Bangalore zzzz kota lasalgoan+vin f%26v Cuddapah S%C3%A3o caf%C3%A9+pune %3F%21"
    .split(" ")
    .map((q) => `/api/search?q=${q}`),
  "/api/search?q=a&limit=3&offset=2",
  "/api/search?q=pune&kind=district",
  "/api/search?q=nagar&state_id=20&limit=1000",
  "/api/search?q=pune&district_id=364&colour=red",
];

export function recordBody(text: string): string {
  const timeless = text
    .replace(/"(timestamp|version)":"[^"]*"/g, '"$1":""')
    .replace(/"(?:code|param|doc_url)":"[^"]*",/g, "")
    .replace(/,"match":"[a-z]+","score":[\d.]+/g, "")
    .replace(/"dropped":\[[^\]]*\],/, "")
    .replace(/"display_name":"[^"]*",?/g, "")
    .replace(/,}/g, "}");
  return createHash("sha256").update(timeless).digest("hex").slice(0, 32);
}
