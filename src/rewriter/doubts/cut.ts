// A sentence that would be cut in two, as the doubts see it.

export type Cut = {
  /** What the sentence said before the cut, at it, and behind it. */
  readonly head: string;
  readonly from: string;
  readonly tail: string;
  /** What was put in place of `from`. */
  readonly to: string;
  /** The two parts as they are now; `sentence` is the second up to its stop. */
  readonly first: string;
  readonly second: string;
  readonly sentence: string;
};

/** The words of a text, without their marks. */
export function words(text: string): string[] {
  return text.split(/[^\p{L}'’-]+/u).filter((word) => word !== "");
}
