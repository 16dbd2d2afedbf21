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

export async function loadPlace(
  address: Address,
  lang: string,
  signal: AbortSignal,
): Promise<Place> {
  const options = { signal, lang: lang === "" ? undefined : lang };
  const located = { ...options, fields: "location" as const };
  const more = lang === "" ? "" : `&lang=${lang}`;
  const step = (kind: Kind, { id, name, local_name }: State | District | Market): Step => ({
    name,
    local: local_name,
    href: hrefOf(kind, id),
  });
  const india: Step = { name: "India", local: undefined, href: "/locations" };
  const items = (kind: Kind, list: Array<State | District | Market>): Item[] =>
    list
      .map((record) => ({ ...record, href: hrefOf(kind, record.id) }))
      .sort((a, b) => a.name.localeCompare(b.name, "en"));
  const markets = async (id: number) => {
    const { data } = await directory.listMarkets(id, located).catch(noneIfRetired);
    return {
      list: { title: "Markets" as const, items: items("market", data) },
      call: `/api/districts/${id}/markets?fields=location${more}`,
    };
  };

  if (address === null) {
    const { data } = await directory.listStates(options);
    return {
      way: [india],
      record: null,
      kind: null,
      list: { title: "States", items: items("state", data) },
      near: [],
      call: `/api/states${lang === "" ? "" : `?lang=${lang}`}`,
    };
  }
  const { kind, id } = address;
  if (kind === "state") {
    const [{ data: record }, { data }] = await Promise.all([
      directory.getState(id, options),
      directory.listDistricts(id, located).catch(noneIfRetired),
    ]);
    return {
      way: [india, step("state", record)],
      record,
      kind,
      list: { title: "Districts", items: items("district", data) },
      near: [],
      call: `/api/states/${id}/districts?fields=location${more}`,
    };
  }
  if (kind === "district") {
    const [{ data: record }, listed] = await Promise.all([
      directory.getDistrict(id, options),
      markets(id),
    ]);
    const way = [india, step("state", record.state), step("district", record)];
    return { way, record, kind, near: [], ...listed };
  }
  const { data: record } = await directory.getMarket(id, options);
  const [listed, near] = await Promise.all([
    markets(record.district.id),
    findNear(record, options),
  ]);
  const way = [
    india,
    step("state", record.state),
    step("district", record.district),
    step("market", record),
  ];
  return { way, record, kind, near, ...listed };
}

const NEAR_MAX = 8;

async function findNear(
  { id, latitude, longitude }: { id: number } & Location,
  options: { signal: AbortSignal; lang: string | undefined },
): Promise<Near[]> {
  if (latitude === null || longitude === null) return [];
  const { data } = await directory.findNearby({
    ...options,
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
