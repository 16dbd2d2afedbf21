// One record by its id, with its parents and other names. A retired record still answers here, so
// that an app which kept its id can tell what it was.
import { AppError, readQuery } from "../../http/http.ts";
import type { Kind, State } from "../data/dataset.ts";
import type { Codes } from "../data/places.ts";
import { type Directory, describeDistrict, describeMarket, describeState } from "../directory.ts";
import type { ReadRoute } from "./read-routes.ts";
import { createBody } from "./replies.ts";
import * as schemas from "./schemas.ts";
import { answerView, describePoint, readView, type View, viewFields } from "./view.ts";

export function recordRoutes(current: () => Directory): ReadRoute[] {
  return [
    {
      url: "/states/:state_id",
      schema: schemas.getState,
      answer: (url, { state_id }, headers) => {
        const directory = current();
        const state = directory.states.get(state_id);
        if (state === undefined) throw new AppError("state_not_found");
        const view = readView(readQuery(url), directory, headers);
        const body = createRecordBody(directory, view, "state", state.isRetired, {
          ...describeState(state.record),
          ...describeCodes(directory.places.codesOf("state", state_id)),
          district_count: state.districts.length,
        });
        return answerView(directory, view, body);
      },
    },
    {
      url: "/districts/:district_id",
      schema: schemas.getDistrict,
      answer: (url, { district_id }, headers) => {
        const directory = current();
        const district = directory.districts.get(district_id);
        if (district === undefined) throw new AppError("district_not_found");
        const view = readView(readQuery(url), directory, headers);
        const body = createRecordBody(directory, view, "district", district.isRetired, {
          ...describeDistrict(district.record),
          ...describeCodes(directory.places.codesOf("district", district_id)),
          market_count: district.markets.length,
          state: showState(directory, view, district.parent.record),
        });
        return answerView(directory, view, body);
      },
    },
    {
      url: "/markets/:market_id",
      schema: schemas.getMarket,
      answer: (url, { market_id }, headers) => {
        const directory = current();
        const market = directory.markets.get(market_id);
        if (market === undefined) throw new AppError("market_not_found");
        const view = readView(readQuery(url), directory, headers);
        const body = createRecordBody(directory, view, "market", market.isRetired, {
          ...describeMarket(market.record),
          district: {
            ...describeDistrict(market.parent.record),
            ...viewFields(directory, view, "district", market.parent.record.id),
          },
          state: showState(directory, view, market.parent.parent.record),
        });
        return answerView(directory, view, body);
      },
    },
  ];
}

const showState = (directory: Directory, view: View | null, state: State) => ({
  ...describeState(state),
  ...viewFields(directory, view, "state", state.id),
});

export const describeCodes = (codes: Codes | undefined) => ({
  census_code: codes?.census ?? null,
  iso: codes?.iso ?? null,
  wikidata: codes?.wikidata ?? null,
});

function createRecordBody(
  directory: Directory,
  view: View | null,
  kind: Kind,
  isRetired: boolean,
  record: { id: number } & Record<string, unknown>,
) {
  const { dataset, places } = directory;
  const aliases = dataset.aliases.filter((alias) => alias.kind === kind && alias.id === record.id);
  const names = places.namesOf(kind, record.id, view?.allNames === true);
  const data = {
    ...record,
    ...viewFields(directory, view, kind, record.id),
    ...describePoint(places.pointOf(kind, record.id)),
    local_names: names.map(({ lang, name, check }) => ({ lang, name, checked: check })),
    aliases: aliases.map(({ alias }) => alias),
    ...(isRetired ? { retired: true } : {}),
  };
  return createBody(JSON.stringify({ status: "success", data }));
}
