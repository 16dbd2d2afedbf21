// A PIN code: the districts in which it is delivered, with their markets.
import { distance } from "geokdbush";
import { AppError, readQuery } from "../../http/http.ts";
import type { Market } from "../data/dataset.ts";
import { isPincode } from "../data/places.ts";
import { type Directory, describeDistrict, describeMarket, describeState } from "../directory.ts";
import type { ReadRoute } from "./read-routes.ts";
import { createBody } from "./replies.ts";
import * as schemas from "./schemas-places.ts";
import { answerView, readView, viewFields } from "./view.ts";

export function pincodeRoutes(current: () => Directory): ReadRoute[] {
  return [
    {
      url: "/pincodes/:pincode",
      schema: schemas.getPincode,
      answer: (url, { pincode }, headers) => {
        if (!isPincode(String(pincode))) {
          throw new AppError("invalid_parameter", {
            message: "A PIN code must be six digits",
            param: "pincode",
          });
        }
        const directory = current();
        const view = readView(readQuery(url), directory, headers);
        const districts = directory.places.districtsOf(pincode).flatMap((id) => {
          const district = directory.districts.get(id);
          if (district === undefined) return [];
          const { record, parent, markets } = district;
          return {
            ...describeDistrict(record),
            ...viewFields(directory, view, "district", id),
            state: {
              ...describeState(parent.record),
              ...viewFields(directory, view, "state", parent.record.id),
            },
            // Nearest to the district's point first.
            markets: sortByDistance(directory, id, markets).map((market) => ({
              ...describeMarket(market),
              ...viewFields(directory, view, "market", market.id),
            })),
          };
        });
        if (districts.length === 0) throw new AppError("pincode_not_found");
        const data = { pincode: String(pincode), districts };
        const body = createBody(JSON.stringify({ status: "success", data }));
        return answerView(directory, view, body);
      },
    },
  ];
}

/** Markets by their distance from the district's point; what has no point of its own comes last. */
function sortByDistance(
  { places }: Directory,
  districtId: number,
  markets: readonly Market[],
): Market[] {
  const from = places.pointOf("district", districtId);
  const far = markets.map((market) => {
    const to = places.pointOf("market", market.id);
    const isKnown = from !== undefined && to !== undefined && to.precision !== "district";
    const km = isKnown
      ? distance(from.longitude, from.latitude, to.longitude, to.latitude)
      : Number.POSITIVE_INFINITY;
    return { market, km };
  });
  // Equally far ones stay in the order of their ids.
  return far.sort((a, b) => (a.km === b.km ? 0 : a.km - b.km)).map(({ market }) => market);
}
