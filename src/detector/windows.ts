// Splits a sequence of tokens into overlapping windows that the encoder reads one by one, and merges its token
// logits. Of a text with very many tokens an even sample is read.

export type WindowSettings = {
  /** Tokens in a full window, the leading `cls` included. */
  readonly length: number;
  /** Tokens from the start of one window to the start of the next. */
  readonly stride: number;
};

/**
 * Tokens that the network reads for one text at most, overlaps included; on one core they take about
 * twelve seconds. 100,000 characters of English have 22,000 to 25,000 tokens (30,000 with overlaps) and
 * are read whole. Scripts the vocabulary knows little of have up to three tokens a character.
 */
export const TOKENS_READ_MAX = 49_152;

/** [start, end) of each window over `count` tokens; the last is moved back so that it is full. */
export function cutWindows(count: number, settings: WindowSettings): [number, number][] {
  const size = settings.length - 1;
  if (count <= size) return count > 0 ? [[0, count]] : [];
  const windowsMax = Math.max(2, Math.floor(TOKENS_READ_MAX / size));
  if (Math.ceil((count - size) / settings.stride) + 1 > windowsMax) {
    return spreadWindows(count, size, windowsMax);
  }
  const windows: [number, number][] = [];
  let start = 0;
  for (; start + size < count; start += settings.stride) windows.push([start, start + size]);
  windows.push([count - size, count]);
  return windows;
}

/** So many full windows at even distances, the first at the start and the last at the end. */
function spreadWindows(count: number, size: number, windows: number): [number, number][] {
  return Array.from({ length: windows }, (_, at) => {
    const start = Math.round((at * (count - size)) / (windows - 1));
    return [start, start + size];
  });
}

/** The share of the tokens that lie in a window. */
export function shareRead(count: number, windows: readonly (readonly [number, number])[]): number {
  let read = 0;
  let last = 0;
  for (const [start, end] of windows) {
    read += end - Math.max(start, last);
    last = end;
  }
  return count === 0 ? 1 : read / count;
}

/**
 * One logit for each token: the mean over the windows it lies in, where places near a window's edge
 * count less, because there the encoder sees one side only. Tokens that were not read take the mean of
 * those that were: nothing is known of them but their surroundings.
 */
export function mergeTokenLogits(
  count: number,
  windows: readonly (readonly [number, number])[],
  logits: readonly Float32Array[],
): Float32Array {
  const sums = new Float64Array(count);
  const weights = new Float64Array(count);
  windows.forEach(([start, end], i) => {
    const row = logits[i];
    for (let token = start; token < end; token++) {
      const edge = Math.min(
        start === 0 ? EDGE : token - start + 1,
        end === count ? EDGE : end - token,
        EDGE,
      );
      // The first logit of a row belongs to `cls`.
      sums[token] = (sums[token] ?? 0) + edge * (row?.[token - start + 1] ?? 0);
      weights[token] = (weights[token] ?? 0) + edge;
    }
  });
  const merged = Float32Array.from(sums, (sum, token) => sum / Math.max(weights[token] ?? 0, 1));
  const isUnread = (token: number) => weights[token] === 0;
  if (!weights.includes(0)) return merged;
  const read = merged.filter((_, token) => !isUnread(token));
  const mean = read.reduce((sum, logit) => sum + logit, 0) / Math.max(read.length, 1);
  return merged.map((logit, token) => (isUnread(token) ? mean : logit));
}

const EDGE = 32;
