// One record by its id, with its parents and other names. A retired record still answers here, so
// that an app which kept its id can tell what it was.
import { AppError } from "../http/http.ts";
import type { Kind } from "./dataset.ts";
import { type Directory, describeDistrict, describeMarket, describeState } from "./directory.ts";
import type { ReadRoute } from "./read-routes.ts";
import { createBody } from "./replies.ts";
import * as schemas from "./schemas.ts";

export function recordRoutes(current: () => Directory): ReadRoute[] {
  return [
    {
      url: "/states/:state_id",
      schema: schemas.getState,
      answer: (_url, { state_id }) => {
        const directory = current();
        const state = directory.states.get(state_id);
        if (state === undefined) throw new AppError("state_not_found");
        const body = createRecordBody(directory, "state", state.isRetired, {
          ...describeState(state.record),
          district_count: state.districts.length,
        });
        return { body, etag: directory.etag };
      },
    },
    {
      url: "/districts/:district_id",
      schema: schemas.getDistrict,
      answer: (_url, { district_id }) => {
        const directory = current();
        const district = directory.districts.get(district_id);
        if (district === undefined) throw new AppError("district_not_found");
        const body = createRecordBody(directory, "district", district.isRetired, {
          ...describeDistrict(district.record),
          market_count: district.markets.length,
          state: describeState(district.parent.record),
        });
        return { body, etag: directory.etag };
      },
    },
    {
      url: "/markets/:market_id",
      schema: schemas.getMarket,
      answer: (_url, { market_id }) => {
        const directory = current();
        const market = directory.markets.get(market_id);
        if (market === undefined) throw new AppError("market_not_found");
        const body = createRecordBody(directory, "market", market.isRetired, {
          ...describeMarket(market.record),
          district: describeDistrict(market.parent.record),
          state: describeState(market.parent.parent.record),
        });
        return { body, etag: directory.etag };
      },
    },
  ];
}

function createRecordBody(
  { dataset }: Directory,
  kind: Kind,
  isRetired: boolean,
  record: { id: number } & Record<string, unknown>,
) {
  const aliases = dataset.aliases.filter((alias) => alias.kind === kind && alias.id === record.id);
  const data = {
    ...record,
    aliases: aliases.map(({ alias }) => alias),
    ...(isRetired ? { retired: true } : {}),
  };
  return createBody(JSON.stringify({ status: "success", data }));
}
