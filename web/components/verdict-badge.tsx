// A verdict in lists: its words, in its colour, on a tint of it.
import type { Verdict } from "../../client/authenticity-types.ts";

export function VerdictBadge({ verdict }: { verdict: Verdict | string }) {
  return <span class={`verdict-badge ${toneOf(verdict)}`}>{verdict}</span>;
}

/** The colour of a verdict, in lists and on its own. */
export function toneOf(verdict: string): "ai" | "human" | "unsure" {
  if (verdict.endsWith("AI-generated")) return "ai";
  return verdict.toLowerCase().endsWith("human-written") ? "human" : "unsure";
}
