// A PIN code: the districts in which it is delivered, with their markets.
import { AppError, readQuery } from "../http/http.ts";
import { type Directory, describeDistrict, describeMarket, describeState } from "./directory.ts";
import { isPincode } from "./places.ts";
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
        // Like an id that is none: such a path is no endpoint.
        if (!isPincode(String(pincode))) throw new AppError("endpoint_not_found");
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
            markets: markets.map((market) => ({
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
