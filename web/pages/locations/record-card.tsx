// One record: its names, where it is, its codes.
import type { Near } from "../../../client/place-answers.ts";
import { Link } from "../../router.tsx";
import { CopyId } from "./copy-id.tsx";
import { hrefOf, type Place } from "./load-place.ts";
import { type Dot, PlaceMap } from "./place-map.tsx";

const PRECISIONS = {
  market: "a market yard in this town",
  town: "the town",
  pincode: "the post office of the same name",
  district: "the district, not the market itself",
};

type KnownPlace = Place & { record: NonNullable<Place["record"]> };

export function RecordCard({ place }: { place: KnownPlace }) {
  const { record, kind, list, near } = place;
  const { id, name } = record;
  const dots = dotsOf(place);
  return (
    <section class="card record" aria-label={name}>
      <h2>
        <bdi>{name}</bdi> <CopyId id={id} name={name} />
      </h2>
      {record.retired && <p class="soft">This record is no longer in the source.</p>}
      {dots.length > 0 && (
        <PlaceMap
          dots={dots}
          about={
            kind === "market"
              ? `${name} among the markets of its district`
              : `the ${list.title.toLowerCase()} of ${name}`
          }
        />
      )}
      <Facts record={record} kind={kind} />
      {near.length > 0 && <Nearby markets={near} />}
    </section>
  );
}

/** What is listed and has coordinates, for the map. */
function dotsOf({ record, kind, list }: KnownPlace): Dot[] {
  return list.items.flatMap((item): Dot[] =>
    item.latitude == null || item.longitude == null
      ? []
      : [
          {
            name: item.name,
            latitude: item.latitude,
            longitude: item.longitude,
            href: item.href,
            isVague: kind !== "state" && item.precision === "district",
            isChosen: kind === "market" && item.id === record.id,
          },
        ],
  );
}

function Facts({ record, kind }: Pick<KnownPlace, "record" | "kind">) {
  const { latitude, longitude, precision, aliases, local_names: names } = record;
  const codes = [
    ["LGD", record.lgd_code],
    ["Census 2011", record.census_code],
    ["ISO 3166-2", record.iso],
    ["Wikidata", record.wikidata],
  ].filter(([, code]) => code != null);
  return (
    <dl class="facts">
      {latitude !== null && longitude !== null && (
        <>
          <dt>Coordinates</dt>
          <dd>
            {latitude.toFixed(4)}, {longitude.toFixed(4)}{" "}
            <span class="soft">
              {kind === "district"
                ? "(centre of the district)"
                : precision && `(${PRECISIONS[precision]})`}
            </span>
          </dd>
        </>
      )}
      {codes.map(([label, code]) => (
        <>
          <dt>{label}</dt>
          <dd>{code}</dd>
        </>
      ))}
      {aliases.length > 0 && (
        <>
          <dt>Also known as</dt>
          <dd>{aliases.join(", ")}</dd>
        </>
      )}
      {names.length > 0 && (
        <>
          <dt>Names</dt>
          <dd>
            <ul class="plain names">
              {names.map(({ lang, name: local }) => (
                <li key={`${lang} ${local}`}>
                  <bdi lang={lang}>{local}</bdi> <small class="soft">{lang}</small>
                </li>
              ))}
            </ul>
          </dd>
        </>
      )}
    </dl>
  );
}

function Nearby({ markets }: { markets: readonly Near[] }) {
  return (
    <>
      <h3>Markets nearby</h3>
      <ul class="plain records">
        {markets.map((one) => (
          <li key={one.id}>
            <span>
              <Link href={hrefOf("market", one.id)}>
                <bdi>{one.name}</bdi>
              </Link>
              <small class="soft place">
                {one.district_name}, {one.state_name}
              </small>
            </span>
            <span class="soft distance">{describeDistance(one)}</span>
          </li>
        ))}
      </ul>
    </>
  );
}

/** Where only the district is known, the distance to its point says little. */
function describeDistance({ precision, distance_km: km }: Near): string {
  if (precision === "district") return km < 10 ? "location unknown" : `about ${km.toFixed(0)} km`;
  return `${km.toFixed(km < 10 ? 1 : 0)} km`;
}
