// A text that remembers where each of its UTF-16 units came from. Every normalising step takes one
// and gives one back, so that an answer about the normalised text can point into the input as sent.

export type MappedText = {
  readonly text: string;
  /** For each unit of `text`, the offset in the input where its origin begins. */
  readonly starts: Int32Array;
  /** For each unit of `text`, the offset in the input just after its origin. */
  readonly ends: Int32Array;
};

/** The input itself: every unit maps to its own place. */
export function mapIdentity(text: string): MappedText {
  const starts = new Int32Array(text.length);
  const ends = new Int32Array(text.length);
  for (let i = 0; i < text.length; i++) {
    starts[i] = i;
    ends[i] = i + 1;
  }
  return { text, starts, ends };
}

export type MappedBuilder = {
  /** Copies source units [from, to) as they are. */
  keep(from: number, to: number): void;
  /** Puts `replacement` in place of source units [from, to); of the same length, each unit keeps its own place. */
  replace(replacement: string, from: number, to: number): void;
  build(): MappedText;
};

/** Builds a changed copy of `source` from left to right. */
export function changeMapped(source: MappedText): MappedBuilder {
  let parts = "";
  let starts = new Int32Array(source.text.length + 16);
  let ends = new Int32Array(source.text.length + 16);
  let length = 0;

  function reserve(extra: number): void {
    if (length + extra <= starts.length) return;
    const size = Math.max(starts.length * 2, length + extra);
    const widerStarts = new Int32Array(size);
    const widerEnds = new Int32Array(size);
    widerStarts.set(starts);
    widerEnds.set(ends);
    starts = widerStarts;
    ends = widerEnds;
  }

  return {
    keep(from, to) {
      if (to <= from) return;
      reserve(to - from);
      parts += source.text.slice(from, to);
      starts.set(source.starts.subarray(from, to), length);
      ends.set(source.ends.subarray(from, to), length);
      length += to - from;
    },
    replace(replacement, from, to) {
      if (replacement.length === 0) return;
      reserve(replacement.length);
      parts += replacement;
      if (replacement.length === to - from) {
        starts.set(source.starts.subarray(from, to), length);
        ends.set(source.ends.subarray(from, to), length);
        length += replacement.length;
        return;
      }
      const start = originStart(source, from);
      const end = to > from ? (source.ends[to - 1] ?? start) : start;
      starts.fill(start, length, length + replacement.length);
      ends.fill(end, length, length + replacement.length);
      length += replacement.length;
    },
    build() {
      return { text: parts, starts: starts.slice(0, length), ends: ends.slice(0, length) };
    },
  };
}

/** Where in the input the unit at `index` begins; just after the last origin when past the end. */
function originStart(source: MappedText, index: number): number {
  if (index < source.starts.length) return source.starts[index] ?? 0;
  return source.ends[source.ends.length - 1] ?? 0;
}

/**
 * Replaces each match of a global pattern. `replacer` gets the match and returns the new text, or
 * undefined to leave the match alone. Patterns must not backtrack over long runs: bounded
 * repeats only, so that any input costs linear time.
 */
export function rewriteMatches(
  source: MappedText,
  pattern: RegExp,
  replacer: string | ((match: RegExpExecArray) => string | undefined),
): MappedText {
  pattern.lastIndex = 0;
  let match = pattern.exec(source.text);
  if (match === null) return source;
  const builder = changeMapped(source);
  let done = 0;
  while (match !== null) {
    const replacement = typeof replacer === "string" ? replacer : replacer(match);
    const end = match.index + match[0].length;
    if (replacement !== undefined) {
      builder.keep(done, match.index);
      builder.replace(replacement, match.index, end);
      done = end;
    }
    if (match[0].length === 0) pattern.lastIndex++;
    match = pattern.exec(source.text);
  }
  builder.keep(done, source.text.length);
  return builder.build();
}

/** The part [from, to) with its map. */
export function sliceMapped(source: MappedText, from: number, to: number): MappedText {
  return {
    text: source.text.slice(from, to),
    starts: source.starts.subarray(from, to),
    ends: source.ends.subarray(from, to),
  };
}

/** Joins parts with a separator, whose map points at the seam. */
export function joinMapped(parts: readonly MappedText[], separator: string): MappedText {
  let total = 0;
  for (const part of parts) total += part.text.length;
  total += Math.max(0, parts.length - 1) * separator.length;
  const starts = new Int32Array(total);
  const ends = new Int32Array(total);
  let at = 0;
  let seam = 0;
  parts.forEach((part, index) => {
    if (index > 0) {
      const next = part.starts[0] ?? seam;
      starts.fill(seam, at, at + separator.length);
      ends.fill(next, at, at + separator.length);
      at += separator.length;
    }
    starts.set(part.starts, at);
    ends.set(part.ends, at);
    at += part.text.length;
    seam = part.ends[part.ends.length - 1] ?? seam;
  });
  return { text: parts.map((part) => part.text).join(separator), starts, ends };
}
