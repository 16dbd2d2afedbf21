// Cuts a row of tokens into overlapping windows that the encoder reads one by one, and puts what it
// says about single tokens together again.

export type WindowSettings = {
  /** Tokens in a full window, the leading `cls` included. */
  readonly length: number;
  /** Tokens from the start of one window to the start of the next. */
  readonly stride: number;
};

/** [start, end) of each window over `count` tokens; the last is moved back so that it is full. */
export function cutWindows(count: number, settings: WindowSettings): [number, number][] {
  const size = settings.length - 1;
  if (count <= size) return count > 0 ? [[0, count]] : [];
  const windows: [number, number][] = [];
  let start = 0;
  for (; start + size < count; start += settings.stride) windows.push([start, start + size]);
  windows.push([count - size, count]);
  return windows;
}

/**
 * One logit for each token: the mean over the windows it lies in, where places near a window's edge
 * count less, because there the encoder sees one side only.
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
  return Float32Array.from(sums, (sum, token) => sum / Math.max(weights[token] ?? 0, 1));
}

const EDGE = 32;
