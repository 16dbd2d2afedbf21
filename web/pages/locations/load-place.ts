// What the page shows of one place: the way to it, the record itself, what lies in it and near it.
import { NotFoundError } from "../../../client/errors.ts";
import type { District, Market, State } from "../../../client/location-types.ts";
import type { Near } from "../../../client/place-answers.ts";
import type { Codes, LocalName, Location } from "../../../client/place-types.ts";
import { directory } from "../../service.ts";

export type Kind = "state" | "district" | "market";
export type Address = { kind: Kind; id: number } | null;
export type Step = { name: string; local: string | undefined; href: string };
export type Item = (State | District | Market) & { href: string };

export type Place = {
  /** From India down to the place itself. */
  way: Step[];
  record:
    | ({ id: number; name: string; aliases: string[]; local_names: LocalName[] } & Location &
        Partial<Codes> & { lgd_code?: number | null; retired?: true })
    | null;
  kind: Kind | null;
  /** What is listed: the parts of the place, or the markets beside a market. */
  list: { title: "States" | "Districts" | "Markets"; items: Item[] };
  near: Near[];
  /** The call that gave the list. */
  call: string;
};

export const hrefOf = (kind: Kind, id: number) => `/locations?${kind}=${id}`;

/** The address names the smallest place; what it lies in is asked for. */
export function readAddress(query: URLSearchParams): Address {
  for (const kind of ["market", "district", "state"] as const) {
    const text = query.get(kind);
    if (text !== null && /^[1-9]\d{0,9}$/.test(text)) return { kind, id: Number(text) };
  }
  return null;
}

type Asked = { lang: string | undefined; signal: AbortSignal };

export function loadPlace(address: Address, lang: string, signal: AbortSignal): Promise<Place> {
  const asked = { signal, lang: lang === "" ? undefined : lang };
  switch (address?.kind) {
    case undefined:
      return loadIndia(asked);
    case "state":
      return loadState(address.id, asked);
    case "district":
      return loadDistrict(address.id, asked);
    case "market":
      return loadMarket(address.id, asked);
  }
}

const INDIA: Step = { name: "India", local: undefined, href: "/locations" };

async function loadIndia(asked: Asked): Promise<Place> {
  const { data } = await directory.listStates(asked);
  return {
    way: [INDIA],
    record: null,
    kind: null,
    list: { title: "States", items: toItems("state", data) },
    near: [],
    call: `/api/states${asked.lang === undefined ? "" : `?lang=${asked.lang}`}`,
  };
}

async function loadState(id: number, asked: Asked): Promise<Place> {
  const [{ data: record }, { data }] = await Promise.all([
    directory.getState(id, asked),
    directory.listDistricts(id, located(asked)).catch(noneIfRetired),
  ]);
  return {
    way: [INDIA, toStep("state", record)],
    record,
    kind: "state",
    list: { title: "Districts", items: toItems("district", data) },
    near: [],
    call: locatedCall(`/api/states/${id}/districts`, asked),
  };
}

async function loadDistrict(id: number, asked: Asked): Promise<Place> {
  const [{ data: record }, listed] = await Promise.all([
    directory.getDistrict(id, asked),
    listMarkets(id, asked),
  ]);
  const way = [INDIA, toStep("state", record.state), toStep("district", record)];
  return { way, record, kind: "district", near: [], ...listed };
}

async function loadMarket(id: number, asked: Asked): Promise<Place> {
  const { data: record } = await directory.getMarket(id, asked);
  const [listed, near] = await Promise.all([
    listMarkets(record.district.id, asked),
    findNear(record, asked),
  ]);
  const way = [
    INDIA,
    toStep("state", record.state),
    toStep("district", record.district),
    toStep("market", record),
  ];
  return { way, record, kind: "market", near, ...listed };
}

async function listMarkets(id: number, asked: Asked): Promise<Pick<Place, "list" | "call">> {
  const { data } = await directory.listMarkets(id, located(asked)).catch(noneIfRetired);
  return {
    list: { title: "Markets", items: toItems("market", data) },
    call: locatedCall(`/api/districts/${id}/markets`, asked),
  };
}

const located = (asked: Asked) => ({ ...asked, fields: "location" as const });

const locatedCall = (path: string, { lang }: Asked) =>
  `${path}?fields=location${lang === undefined ? "" : `&lang=${lang}`}`;

function toStep(kind: Kind, record: State | District | Market): Step {
  const { id, local_name } = record;
  return { name: shownName(record), local: local_name, href: hrefOf(kind, id) };
}

const shownName = ({ name, display_name }: { name: string; display_name?: string }) =>
  display_name ?? name;

function toItems(kind: Kind, list: ReadonlyArray<State | District | Market>): Item[] {
  return list
    .map((record) => ({ ...record, href: hrefOf(kind, record.id) }))
    .sort((a, b) => shownName(a).localeCompare(shownName(b), "en"));
}

const NEAR_MAX = 8;

async function findNear(
  { id, latitude, longitude }: { id: number } & Location,
  asked: Asked,
): Promise<Near[]> {
  if (latitude === null || longitude === null) return [];
  const { data } = await directory.findNearby({
    ...asked,
    latitude,
    longitude,
    kind: "market",
    radiusKm: 200,
    limit: NEAR_MAX + 1,
  });
  return data.filter((near) => near.id !== id).slice(0, NEAR_MAX);
}

/** A record that has left the source is found by its id, but is listed nowhere. */
function noneIfRetired(error: unknown): { data: [] } {
  if (error instanceof NotFoundError) return { data: [] };
  throw error;
}
