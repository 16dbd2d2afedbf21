// Relative and absolute times, with the exact one as a tooltip.
import { once } from "../once.ts";

// Made when a time is first shown: each takes milliseconds, and every page loads this file.
const relative = once(() => new Intl.RelativeTimeFormat("en", { numeric: "auto" }));
const exact = once(
  () => new Intl.DateTimeFormat("en-GB", { dateStyle: "medium", timeStyle: "short" }),
);
const dayOnly = once(() => new Intl.DateTimeFormat("en-GB", { dateStyle: "medium" }));

const STEPS: ReadonlyArray<
  [limitSeconds: number, unit: Intl.RelativeTimeFormatUnit, size: number]
> = [
  [3600, "minute", 60],
  [86_400, "hour", 3600],
  [30 * 86_400, "day", 86_400],
];

export function Time({ at, asDay = false }: { at: string; asDay?: boolean }) {
  const date = new Date(at);
  return (
    <time dateTime={at} title={exact().format(date)}>
      {asDay ? dayOnly().format(date) : sayWhen(date, new Date())}
    </time>
  );
}

/** A moment that stays true however long the page is open: `16 Nov 2026, 14:02`. */
export function ExactTime({ at }: { at: string }) {
  return <time dateTime={at}>{exact().format(new Date(at))}</time>;
}

function sayWhen(date: Date, now: Date): string {
  const seconds = (date.getTime() - now.getTime()) / 1000;
  if (Math.abs(seconds) < 60) return "just now";
  for (const [limit, unit, size] of STEPS) {
    if (Math.abs(seconds) < limit) return relative().format(Math.round(seconds / size), unit);
  }
  return dayOnly().format(date);
}

/** `14:00 your time (in 3 hours)`. */
export function clockTime(at: string): string {
  const date = new Date(at);
  const time = date.toLocaleTimeString("en-GB", { hour: "2-digit", minute: "2-digit" });
  return `${time} your time (${sayWhen(date, new Date())})`;
}
