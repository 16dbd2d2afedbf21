// Many texts at once: one {id, text} per line in, one line each out, in the same order. All workers are kept
// busy, and only a few texts are held in memory at any time.

export type DetectLinesOptions = {
  /** Lines of JSON, one text each. */
  readonly lines: AsyncIterable<string>;
  /** Processes one text: `detect` itself, or anything else that returns an object. */
  detect(text: string): Promise<object>;
  /** Writes one line without its line break; awaited, for backpressure. */
  write(line: string): void | Promise<void>;
  /** How many texts are processed at once. */
  readonly parallel: number;
  readonly textLengthMax: number;
  /** Called after each line is written. */
  onProgress?(done: number, failed: number): void;
  readonly signal?: AbortSignal;
};

/** Processes all lines; resolves with how many were written and how many of those are errors. */
export async function detectLines(
  options: DetectLinesOptions,
): Promise<{ done: number; failed: number }> {
  const { lines, write, parallel, onProgress, signal } = options;
  const running: Promise<{ line: string; isError: boolean }>[] = [];
  let number = 0;
  let done = 0;
  let failed = 0;

  async function writeNext(): Promise<void> {
    const result = await running.shift();
    if (result === undefined) return;
    await write(result.line);
    done++;
    if (result.isError) failed++;
    onProgress?.(done, failed);
  }

  try {
    for await (const line of lines) {
      number++;
      if (line.trim() === "") continue;
      signal?.throwIfAborted();
      running.push(answerLine(line, number, options));
      if (running.length >= parallel) await writeNext();
    }
    while (running.length > 0) await writeNext();
  } finally {
    // When reading or writing fails, wait for running work: terminating a worker while its model runs crashes the
    // whole process.
    await Promise.all(running);
  }
  return { done, failed };
}

async function answerLine(
  line: string,
  number: number,
  { detect, textLengthMax }: DetectLinesOptions,
): Promise<{ line: string; isError: boolean }> {
  const fail = (id: unknown, error: string) => ({
    line: JSON.stringify({ id: id ?? null, error }),
    isError: true,
  });
  let row: unknown;
  try {
    row = JSON.parse(line);
  } catch {
    return fail(null, `line ${number} is not JSON`);
  }
  if (typeof row !== "object" || row === null) return fail(null, `line ${number} is not an object`);
  const { id, text } = row as { id?: unknown; text?: unknown };
  if (typeof text !== "string") return fail(id, `line ${number} has no "text"`);
  if (text.length > textLengthMax) {
    return fail(id, `Text is too long: at most ${textLengthMax} characters.`);
  }
  if (!/[\p{L}\p{N}]/u.test(text)) return fail(id, "The text has no words.");
  try {
    return { line: JSON.stringify({ id: id ?? null, ...(await detect(text)) }), isError: false };
  } catch (error) {
    return fail(id, error instanceof Error ? error.message : String(error));
  }
}
