// Structured logs, one JSON object a line on standard output. Only named fields are written:
// never a query string, a body or a key, and of the headers only the Origin sent with a known key.
import pino from "pino";

export type Log = pino.Logger;

export function createLog({ level }: { level: string }): Log {
  return pino({
    level,
    base: null,
    timestamp: pino.stdTimeFunctions.isoTime,
    formatters: { level: (label) => ({ level: label }) },
    serializers: { err: describeError },
  });
}

/** An error with its whole chain of causes; for an AppError the cause is what an operator needs. */
function describeError(error: unknown): unknown {
  if (!(error instanceof Error)) return String(error);
  return {
    type: error.name,
    message: error.message,
    stack: error.stack,
    ...(error.cause === undefined ? {} : { cause: describeError(error.cause) }),
  };
}
