// A verdict in lists: its words, in its colour, on a tint of it.
import type { Verdict } from "../../client/authenticity-types.ts";
import { toneOf } from "../pages/check/verdict.tsx";

export function VerdictBadge({ verdict }: { verdict: Verdict | string }) {
  return <span class={`verdict-badge ${toneOf(verdict)}`}>{verdict}</span>;
}
