// What the live counter says, and how segments are counted by kind.
import type { ColorLabel, Segment } from "../../../client/authenticity-types.ts";

/** Runs of letters and digits, apostrophes and hyphens inside included; the service counts alike. */
export function countWords(text: string): number {
  return text.match(/[\p{L}\p{N}]+(?:['’-][\p{L}\p{N}]+)*/gu)?.length ?? 0;
}

export const LABELS: Readonly<Record<ColorLabel, { name: string; about: string }>> = {
  red: { name: "AI-like", about: "70–100 %" },
  amber: { name: "unclear", about: "31–69 %" },
  green: { name: "human-like", about: "0–30 %" },
  gray: { name: "not counted", about: "code, tables, links" },
};

export const LABEL_ORDER: readonly ColorLabel[] = ["red", "amber", "green", "gray"];

export function countByLabel(segments: readonly Segment[]): Record<ColorLabel, number> {
  const counts = { red: 0, amber: 0, green: 0, gray: 0 };
  for (const segment of segments) counts[segment.color_label] += 1;
  return counts;
}
