// A small map drawn from the directory's own points, on nothing but the page: no tiles, no other host.
import { navigate } from "../../router.tsx";

export type Dot = {
  name: string;
  latitude: number;
  longitude: number;
  href: string;
  /** Only the district is known, not the place itself. */
  isVague: boolean;
  isChosen: boolean;
};

type Size = { width: number; height: number };

/** In units of the drawing. A phone gets a smaller one, which is scaled down less: its names stay readable. */
const SIZE: Size = { width: 480, height: 360 };
const PHONE_SIZE: Size = { width: 340, height: 255 };
const MARGIN = 28;
/** A single point, or several on one spot, is shown in a window of this size. */
const SPAN_KM_MIN = 30;
const KM_PER_DEGREE = 111.2;
/** So many names fit on the map; with more only the chosen one is written. */
const LABELS_MAX = 14;

export function PlaceMap({ dots, about }: { dots: Dot[]; about: string }) {
  const size = matchMedia("(max-width: 40rem)").matches ? PHONE_SIZE : SIZE;
  const { place, kmPerUnit } = fit(dots, size);
  const hasVague = dots.some(({ isVague }) => isVague);
  const bar = chooseBar(kmPerUnit, size);
  const labels = placeLabels(dots, place, size);
  // The chosen one is drawn last, above the others.
  const ordered = dots.toSorted((a, b) => Number(a.isChosen) - Number(b.isChosen));
  return (
    <figure class="place-map">
      <svg viewBox={`0 0 ${size.width} ${size.height}`} role="img" aria-label={`Map: ${about}`}>
        {ordered.map((dot) => {
          const { x, y } = place(dot);
          const look = `dot${dot.isVague ? " vague" : ""}${dot.isChosen ? " chosen" : ""}`;
          return (
            // The same links stand in the list, for whoever does not point with a mouse.
            <circle
              key={dot.href}
              class={look}
              cx={x}
              cy={y}
              r={dot.isChosen ? 7 : 5}
              onClick={() => navigate(dot.href)}
            >
              <title>{dot.name}</title>
            </circle>
          );
        })}
        {labels.map(({ name, x, y, anchor }) => (
          <text key={`${name} ${x} ${y}`} x={x} y={y} text-anchor={anchor}>
            {name}
          </text>
        ))}
        <g class="scale">
          <path d={`M12 ${size.height - 18}v6h${bar.units}v-6`} />
          <text x={12 + bar.units + 6} y={size.height - 11}>
            {bar.km} km
          </text>
        </g>
      </svg>
      <figcaption class="small soft">
        North is up.{hasVague && " Rings mark places for which only the district is known."}
      </figcaption>
    </figure>
  );
}

type Spot = { x: number; y: number };

/** Degrees to units of the drawing: plate carrée, with the width of a degree at the middle latitude. */
function fit(dots: readonly Dot[], size: Size) {
  const latitudes = dots.map(({ latitude }) => latitude);
  const longitudes = dots.map(({ longitude }) => longitude);
  const middleLatitude = (Math.min(...latitudes) + Math.max(...latitudes)) / 2;
  const middleLongitude = (Math.min(...longitudes) + Math.max(...longitudes)) / 2;
  const narrowing = Math.cos((middleLatitude * Math.PI) / 180);
  const spanKm = (values: number[], scale: number) =>
    Math.max((Math.max(...values) - Math.min(...values)) * KM_PER_DEGREE * scale, SPAN_KM_MIN);
  const kmPerUnit = Math.max(
    spanKm(longitudes, narrowing) / (size.width - 2 * MARGIN),
    spanKm(latitudes, 1) / (size.height - 2 * MARGIN),
  );
  const unitsPerDegree = KM_PER_DEGREE / kmPerUnit;
  const place = ({ latitude, longitude }: Dot): Spot => ({
    x: round(size.width / 2 + (longitude - middleLongitude) * narrowing * unitsPerDegree),
    y: round(size.height / 2 - (latitude - middleLatitude) * unitsPerDegree),
  });
  return { place, kmPerUnit };
}

/** Names beside their dots: the chosen one always, others where they fit and nothing is in the way. */
function placeLabels(dots: readonly Dot[], place: (dot: Dot) => Spot, size: Size) {
  const taken: Array<Spot & { width: number }> = [];
  return dots
    .toSorted((a, b) => Number(b.isChosen) - Number(a.isChosen))
    .flatMap((dot) => {
      if (!dot.isChosen && dots.length > LABELS_MAX) return [];
      const { x, y } = place(dot);
      const name = dot.name.replace(/ APMC$/, "");
      // About the width of a letter at the size the map is written in.
      const width = name.length * 7;
      const fitsRight = x + 10 + width <= size.width;
      const fitsLeft = x - 10 - width >= 0;
      if (!fitsRight && !fitsLeft && !dot.isChosen) return [];
      const isLeft = !fitsRight && (fitsLeft || x > size.width / 2);
      const label = { x: isLeft ? x - 10 - width : x + 10, y, width };
      const isBlocked = taken.some(
        (other) =>
          Math.abs(other.y - y) < 14 &&
          label.x < other.x + other.width &&
          other.x < label.x + label.width,
      );
      if (isBlocked && !dot.isChosen) return [];
      taken.push(label);
      const anchor = isLeft ? ("end" as const) : ("start" as const);
      return [{ name, x: isLeft ? x - 10 : x + 10, y: y + 4, anchor }];
    });
}

/** A round number of kilometres, about a quarter of the width. */
function chooseBar(kmPerUnit: number, size: Size): { km: number; units: number } {
  const most = (kmPerUnit * size.width) / 4;
  const power = 10 ** Math.floor(Math.log10(most));
  const km = ([5, 2, 1].find((factor) => factor * power <= most) ?? 1) * power;
  return { km, units: round(km / kmPerUnit) };
}

function round(value: number): number {
  return Math.round(value * 10) / 10;
}
