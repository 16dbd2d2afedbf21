// The error that rooms throw. Only `http` and the services' error handlers turn it into a response.
import { type PublicErrorCode, publicCodeOf } from "./error-help.ts";
import { type ErrorCode, errors } from "./errors.ts";

export class AppError extends Error {
  readonly code: ErrorCode;
  readonly status: number;
  readonly type: string;
  /** The public message. `cause` and the stack go to the log only. */
  readonly publicMessage: string;
  /** The parameter, part or header at fault. */
  readonly param: string | undefined;
  readonly headers: Readonly<Record<string, string>>;

  constructor(
    code: ErrorCode,
    options: {
      message?: string;
      param?: string;
      cause?: unknown;
      headers?: Record<string, string>;
    } = {},
  ) {
    const [status, message, type, param] = errors[code] as ErrorRow;
    // A caller's mistake needs no stack trace, and capturing one costs more than the refusal.
    const { stackTraceLimit } = Error;
    if (status < 500) Error.stackTraceLimit = 0;
    super(options.message ?? message, { cause: options.cause });
    Error.stackTraceLimit = stackTraceLimit;
    this.code = code;
    this.status = status;
    this.type = type;
    this.publicMessage = options.message ?? message;
    this.param = options.param ?? param;
    this.headers = { ...(status === 503 ? { "retry-after": "1" } : {}), ...options.headers };
  }
}

type ErrorRow = readonly [status: number, message: string, type: string, param?: string];

export type ErrorFields = { code: PublicErrorCode; param?: string; doc_url?: string };

/** What every shape of an error has beside its message: the code, the parameter at fault, the page about it. */
export function detailsOf({ code, param }: AppError, docUrl: string | undefined): ErrorFields {
  return {
    code: publicCodeOf(code),
    ...(param === undefined ? {} : { param }),
    ...(docUrl === undefined ? {} : { doc_url: docUrl }),
  };
}

/**
 * Whatever was thrown, as an AppError. Unexpected errors get a fixed message: their own may contain
 * a path, a query or a text, and goes to the log only.
 */
export function toAppError(thrown: unknown): AppError {
  if (thrown instanceof AppError) return thrown;
  const { code, statusCode } = Object(thrown) as { code?: unknown; statusCode?: unknown };
  if (code === "store_unavailable") return new AppError("store_unavailable", { cause: thrown });
  // The client left while its answer was being sent.
  if (code === "ERR_STREAM_PREMATURE_CLOSE") {
    return new AppError("malformed_request", {
      message: "The client disconnected.",
      cause: thrown,
    });
  }
  if (code === "FST_ERR_BAD_URL" || code === "FST_ERR_MAX_PARAM_LENGTH") {
    return new AppError("endpoint_not_found", { cause: thrown });
  }
  if (typeof statusCode === "number" && statusCode >= 400 && statusCode < 500) {
    return new AppError("malformed_request", { cause: thrown });
  }
  return new AppError("internal", { cause: thrown });
}
