// Every error a caller can get: code, status, public message, and the type in responses of the text
// service. Rooms throw AppError with one of these codes; only `http` and the services' error handlers
// turn it into a response.
export const errors = {
  endpoint_not_found: [404, "Endpoint not found", "not_found_error"],
  state_not_found: [404, "State not found", "not_found_error"],
  district_not_found: [404, "District not found", "not_found_error"],
  market_not_found: [404, "Market not found", "not_found_error"],
  pincode_not_found: [404, "Pincode not found", "not_found_error"],
  method_not_allowed: [405, "Method not allowed", "method_not_allowed_error"],
  query_required: [400, "Query parameter 'q' is required", "invalid_request_error"],
  invalid_parameter: [400, "A parameter is not valid", "invalid_request_error"],
  malformed_request: [400, "The request could not be read", "invalid_request_error"],
  headers_too_large: [431, "The request headers are too large", "invalid_request_error"],
  request_timeout: [408, "The request took too long to arrive", "timeout_error"],
  content_required: [400, "Parameter 'content' is required", "invalid_request_error"],
  content_invalid: [400, "The content could not be read", "invalid_request_error"],
  text_too_short: [400, "Text is too short for humanization.", "invalid_request_error"],
  idempotency_mismatch: [
    400,
    "Idempotency-Key was used with another body.",
    "invalid_request_error",
  ],
  unauthorized: [401, "Invalid API Key or Domain Not Authorized", "authentication_error"],
  https_required: [
    403,
    "Only HTTPS is supported. A key sent over plain HTTP may have been read: replace it.",
    "https_required_error",
  ],
  endpoint_not_allowed: [403, "This key may not use this endpoint", "permission_error"],
  key_quota_exceeded: [429, "This key has no checks left today", "quota_exceeded_error"],
  quota_exceeded: [429, "No checks left today", "quota_exceeded_error"],
  rate_limited: [429, "Too many requests, slow down", "rate_limit_error"],
  too_many_at_once: [429, "Too many requests at once for this key", "rate_limit_error"],
  signed_out: [401, "Sign in first", "authentication_error"],
  wrong_credentials: [401, "Wrong email address or password", "authentication_error"],
  code_required: [401, "Enter the code from your authenticator app", "second_factor_error"],
  wrong_code: [401, "The code is wrong or has already been used", "second_factor_error"],
  reset_link_invalid: [
    404,
    "This link no longer works: it was used, replaced or has expired",
    "not_found_error",
  ],
  share_not_found: [
    404,
    "This link does not work: it was revoked or has expired",
    "not_found_error",
  ],
  wrong_password: [403, "The password is wrong", "permission_error"],
  too_many_attempts: [429, "Too many attempts, try again later", "rate_limit_error"],
  signup_closed: [
    403,
    "Sign-up is closed: the operator of this server creates accounts",
    "permission_error",
  ],
  signup_refused: [
    400,
    "The account could not be created. If you already have one, sign in.",
    "invalid_request_error",
  ],
  email_taken: [409, "An account with this email address already exists", "invalid_request_error"],
  key_not_found: [404, "Key not found or no longer active", "not_found_error"],
  session_not_found: [404, "Session not found", "not_found_error"],
  result_not_found: [404, "Result not found", "not_found_error"],
  job_not_found: [404, "Job not found", "not_found_error"],
  job_wiped: [404, "The job's results were wiped", "not_found_error"],
  job_not_finished: [409, "The job is not finished yet", "conflict_error"],
  too_many_jobs: [429, "Too many unfinished jobs for this account", "rate_limit_error"],
  jobs_full: [
    429,
    "This account's jobs hold too much text: delete finished ones or wait for them to expire",
    "rate_limit_error",
  ],
  cross_site: [403, "The request did not come from the dashboard's own page", "permission_error"],
  forbidden: [403, "Not allowed from here", "permission_error"],
  not_ready: [503, "Not ready", "overloaded_error"],
  overloaded: [503, "Service overloaded, retry later", "overloaded_error"],
  store_unavailable: [503, "Storage is temporarily unavailable, retry later", "overloaded_error"],
  simulated_failure: [500, "Internal server error", "api_error"],
  internal: [500, "Internal server error", "api_error"],
} as const satisfies Record<string, readonly [status: number, message: string, type: string]>;

export type ErrorCode = keyof typeof errors;

export class AppError extends Error {
  readonly code: ErrorCode;
  readonly status: number;
  readonly type: string;
  /** The public message. `cause` and the stack go to the log only. */
  readonly publicMessage: string;
  readonly headers: Readonly<Record<string, string>>;

  constructor(
    code: ErrorCode,
    options: { message?: string; cause?: unknown; headers?: Record<string, string> } = {},
  ) {
    const [status, message, type] = errors[code];
    // A caller's mistake needs no stack trace, and capturing one costs more than the refusal.
    const { stackTraceLimit } = Error;
    if (status < 500) Error.stackTraceLimit = 0;
    super(options.message ?? message, { cause: options.cause });
    Error.stackTraceLimit = stackTraceLimit;
    this.code = code;
    this.status = status;
    this.type = type;
    this.publicMessage = options.message ?? message;
    this.headers = { ...(status === 503 ? { "retry-after": "1" } : {}), ...options.headers };
  }
}

/**
 * Whatever was thrown, as an AppError. Unexpected errors get a fixed message: their own may contain
 * a path, a query or a text, and goes to the log only.
 */
export function toAppError(thrown: unknown): AppError {
  if (thrown instanceof AppError) return thrown;
  const { code, statusCode } = Object(thrown) as { code?: unknown; statusCode?: unknown };
  if (code === "store_unavailable") return new AppError("store_unavailable", { cause: thrown });
  if (code === "FST_ERR_BAD_URL" || code === "FST_ERR_MAX_PARAM_LENGTH") {
    return new AppError("endpoint_not_found", { cause: thrown });
  }
  if (typeof statusCode === "number" && statusCode >= 400 && statusCode < 500) {
    return new AppError("malformed_request", { cause: thrown });
  }
  return new AppError("internal", { cause: thrown });
}
