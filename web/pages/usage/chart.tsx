// Checks by day as stacked bars. The picture is for the eye; a table beside it says the same in words.
import "uplot/dist/uPlot.min.css";
import { useEffect, useRef } from "preact/hooks";
import uPlot from "uplot";
import type { Series } from "./series.ts";

/** Told apart by lightness as well as by hue. */
const COLORS = ["#0b6b4f", "#d08b2c", "#3c6fb0", "#a34a6b", "#6fae94", "#8a7a4f", "#8793a3"];
const DARK_COLORS = ["#56c9a0", "#e9b668", "#7fadea", "#dc8bab", "#2f7a60", "#c2b382", "#74879b"];

export function Chart({ days, series }: { days: readonly string[]; series: readonly Series[] }) {
  const place = useRef<HTMLDivElement>(null);
  useEffect(() => {
    const box = place.current;
    if (box === null) return;
    const draw = () => {
      box.replaceChildren();
      return new uPlot(optionsFor(box, days, series), dataFor(days, series), box);
    };
    let plot = draw();
    const resized = new ResizeObserver(() => {
      if (box.clientWidth > 0 && box.clientWidth !== plot.width) {
        plot.setSize({ width: box.clientWidth, height: plot.height });
      }
    });
    resized.observe(box);
    // Colours are read from the page when the plot is made: another theme means another plot.
    const redraw = () => {
      plot.destroy();
      plot = draw();
    };
    const system = matchMedia("(prefers-color-scheme: dark)");
    system.addEventListener("change", redraw);
    const chosen = new MutationObserver(redraw);
    chosen.observe(document.documentElement, { attributeFilter: ["data-theme"] });
    return () => {
      resized.disconnect();
      chosen.disconnect();
      system.removeEventListener("change", redraw);
      plot.destroy();
    };
  }, [days, series]);
  return <div class="chart" ref={place} aria-hidden="true" />;
}

/** Each series is drawn from the ground to the sum of itself and those before it, the tallest first. */
function dataFor(days: readonly string[], series: readonly Series[]): uPlot.AlignedData {
  const sums: number[][] = [];
  for (const { values } of series) {
    const below = sums.at(-1);
    sums.push(values.map((value, at) => value + (below?.[at] ?? 0)));
  }
  return [days.map((day) => Date.parse(day) / 1000), ...sums.toReversed()];
}

function optionsFor(
  box: HTMLElement,
  days: readonly string[],
  series: readonly Series[],
): uPlot.Options {
  const { color: soft, borderTopColor: line } = getComputedStyle(box);
  const colors = isDark() ? DARK_COLORS : COLORS;
  const bars = uPlot.paths.bars?.({ size: [0.72, 40], radius: 0.15 });
  return {
    width: box.clientWidth,
    height: 260,
    legend: { show: false },
    cursor: { points: { show: false }, drag: { x: false, y: false }, y: false },
    plugins: [{ hooks: { setCursor: createTooltip(days, series) } }],
    scales: {
      // A day before and after keep the outer bars whole.
      x: { range: (_, min, max) => [min - 43_200, max + 43_200] },
      y: { range: (_, __, max) => [0, Math.max(5, Math.ceil(max * 1.1))] },
    },
    axes: days.length === 0 ? [] : axesFor({ soft, line }),
    series: [
      {},
      ...series
        .map(({ name }, at) => ({
          label: name,
          fill: colors[at % colors.length] ?? soft,
          width: 0,
          points: { show: false },
          ...(bars === undefined ? {} : { paths: bars }),
        }))
        .toReversed(),
    ],
    // Days are UTC days, whatever the reader's zone.
    tzDate: (at) => uPlot.tzDate(new Date(at * 1000), "Etc/UTC"),
  };
}

function isDark(): boolean {
  const { theme } = document.documentElement.dataset;
  if (theme === "light") return false;
  if (!getComputedStyle(document.documentElement).colorScheme.includes("dark")) return false;
  return theme === "dark" || matchMedia("(prefers-color-scheme: dark)").matches;
}

const LABEL_FONT = "13px system-ui, sans-serif";

/** Days below, checks at the side. */
function axesFor({ soft, line }: { soft: string; line: string }): uPlot.Axis[] {
  const axis = {
    stroke: soft,
    grid: { stroke: line, width: 1 },
    ticks: { show: false },
    labelSize: 24,
    labelFont: LABEL_FONT,
  };
  return [
    {
      ...axis,
      grid: { show: false },
      label: "Day (UTC)",
      values: (_, splits) => splits.map((at) => dayName(at)),
      incrs: [86_400, 2 * 86_400, 5 * 86_400, 10 * 86_400, 30 * 86_400],
      space: 70,
      size: 30,
    },
    {
      ...axis,
      label: "Checks",
      size: 44,
      incrs: [1, 2, 5, 10, 20, 50, 100, 200, 500, 1000, 5000, 10_000, 100_000],
    },
  ];
}

/** Says the day and its numbers where the pointer is. */
function createTooltip(days: readonly string[], series: readonly Series[]): (plot: uPlot) => void {
  const box = document.createElement("div");
  box.className = "chart-tooltip small";
  return (plot) => {
    if (box.parentElement !== plot.over) plot.over.append(box);
    const { idx, left = -1 } = plot.cursor;
    const day = idx === null || idx === undefined ? undefined : days[idx];
    box.hidden = day === undefined || left < 0;
    if (day === undefined || idx === null || idx === undefined) return;
    const lines = series
      .filter(({ values }, at) => at === 0 || (values[idx] ?? 0) > 0)
      .map(({ name, values }) => `${name}: ${(values[idx] ?? 0).toLocaleString("en")}`);
    box.textContent = [dayName(Date.parse(day) / 1000), ...lines].join("\n");
    const isRight = left > plot.over.clientWidth / 2;
    box.style.left = isRight ? "auto" : `${left + 12}px`;
    box.style.right = isRight ? `${plot.over.clientWidth - left + 12}px` : "auto";
  };
}

const monthDay = new Intl.DateTimeFormat("en-GB", {
  day: "numeric",
  month: "short",
  timeZone: "UTC",
});

function dayName(at: number): string {
  return monthDay.format(new Date(at * 1000));
}

/** The colours beside the names of the series, in the order they are drawn. */
export function Legend({ series }: { series: readonly Series[] }) {
  if (series.length < 2) return null;
  return (
    <ul class="plain chart-legend small">
      {series.map(({ name }, at) => (
        <li key={name} class={`swatch-${at % COLORS.length}`}>
          <bdi>{name}</bdi>
        </li>
      ))}
    </ul>
  );
}
