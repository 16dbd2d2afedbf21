// Every error the client throws: one class for each status the services answer with, and three for
// calls that got no usable answer. All of them carry the same fields, so that one handler can log
// any of them.
import type * as wire from "./wire-types.ts";

/**
 * What an error is about, in one word that never changes; more may come with later versions.
 *
 * The services send it with every error they answer; `connection_error`, `timeout_error` and
 * `invalid_response_error` are the client's own.
 *
 * @example
 * ```ts
 * import { type ErrorType, LodestoneError } from "@lodestone/client";
 *
 * const worthTellingTheOperator: ErrorType[] = ["api_error", "invalid_response_error"];
 *
 * export function isForTheOperator(error: unknown): boolean {
 *   return error instanceof LodestoneError && worthTellingTheOperator.includes(error.type);
 * }
 * ```
 */
export type ErrorType =
  | "invalid_request_error"
  | "authentication_error"
  | "permission_error"
  | "https_required_error"
  | "not_found_error"
  | "method_not_allowed_error"
  | "conflict_error"
  | "quota_exceeded_error"
  | "rate_limit_error"
  | "api_error"
  | "overloaded_error"
  | "connection_error"
  | "timeout_error"
  | "invalid_response_error"
  // Keeps the known words in an editor's suggestions while any other string is accepted.
  | (string & {});

/**
 * What exactly went wrong: one word for each cause, which never changes; more may come with later
 * versions. The page behind `docUrl` explains it.
 *
 * @example
 * ```ts
 * import { type ErrorCode, LodestoneError } from "@lodestone/client";
 *
 * const worthSplitting: ErrorCode[] = ["text_too_long", "texts_too_long"];
 *
 * export function isTooLong(error: unknown): boolean {
 *   if (!(error instanceof LodestoneError) || error.code === undefined) return false;
 *   return worthSplitting.includes(error.code);
 * }
 * ```
 */
export type ErrorCode = wire.ErrorCode | wire.DirectoryErrorCode | (string & {});

/**
 * What is known about a failure beside its sentence; the fields of {@link LodestoneError}.
 *
 * @example
 * ```ts
 * import { type ErrorDetails, OverloadedError } from "@lodestone/client";
 *
 * // Made by hand only in tests of code that handles the client's errors.
 * const details: ErrorDetails = { type: "overloaded_error", status: 503, retryAfterSeconds: 2 };
 * const error = new OverloadedError("Service overloaded, retry later", details);
 * console.log(error.retryAfterSeconds);
 * ```
 */
export type ErrorDetails = {
  type: ErrorType;
  code?: ErrorCode | undefined;
  param?: string | undefined;
  docUrl?: string | undefined;
  status?: number | undefined;
  requestId?: string | undefined;
  retryAfterSeconds?: number | undefined;
  idempotencyKey?: string | undefined;
  attempts?: number | undefined;
  cause?: unknown;
};

/**
 * The class above all others: whatever the client throws is one of these, except the reason of your
 * own `AbortSignal` and a `TypeError` for arguments that can't be sent.
 *
 * @example
 * ```ts
 * import { createClient, LodestoneError } from "@lodestone/client";
 *
 * const client = createClient({ baseUrl: "https://lodestone.example" });
 * try {
 *   await client.locations.getState(999_999);
 * } catch (error) {
 *   if (!(error instanceof LodestoneError)) throw error;
 *   console.log(error.name, error.type, error.status, error.requestId, error.message);
 * }
 * ```
 */
export class LodestoneError extends Error {
  override readonly name: string = "LodestoneError";
  readonly type: ErrorType;
  /** What exactly the service refused; undefined for the client's own errors. */
  readonly code: ErrorCode | undefined;
  /** The parameter at fault, when it is one. */
  readonly param: string | undefined;
  /** The server's page about this error. */
  readonly docUrl: string | undefined;
  /** The HTTP status, when there was an answer. */
  readonly status: number | undefined;
  /** Names the request in the server's log; give it to the operator. */
  readonly requestId: string | undefined;
  /** How long the server asked to wait, when it did. */
  readonly retryAfterSeconds: number | undefined;
  /**
   * The key the call was sent with. After a lost connection or a time-out the text may have been
   * counted: the same call with this `idempotencyKey` within 24 hours is not counted again.
   */
  readonly idempotencyKey: string | undefined;
  /** How often the request was sent. */
  readonly attempts: number;

  constructor(message: string, details: ErrorDetails) {
    super(message, details.cause === undefined ? undefined : { cause: details.cause });
    this.type = details.type;
    this.code = details.code;
    this.param = details.param;
    this.docUrl = details.docUrl;
    this.status = details.status;
    this.requestId = details.requestId;
    this.retryAfterSeconds = details.retryAfterSeconds;
    this.idempotencyKey = details.idempotencyKey;
    this.attempts = details.attempts ?? 1;
  }
}

/**
 * The server answered with an error status. `message` is the server's own sentence. Statuses
 * without a class of their own (502 of a proxy, for one) come as this class.
 *
 * @example
 * ```ts
 * import { ApiError, createClient } from "@lodestone/client";
 *
 * const client = createClient({ baseUrl: "https://lodestone.example" });
 * const found = await client.locations.search("pune").catch((error: unknown) => {
 *   if (error instanceof ApiError && error.status >= 500) return null;
 *   throw error;
 * });
 * console.log(found?.total.markets ?? "The directory is unavailable.");
 * ```
 */
export class ApiError extends LodestoneError {
  override readonly name: string = "ApiError";
  declare readonly status: number;
}

/**
 * 400: the request is not valid; the sentence says what is wrong. Sending it again won't help.
 *
 * @example
 * ```ts
 * import { BadRequestError, createClient } from "@lodestone/client";
 *
 * const client = createClient({ baseUrl: "https://lodestone.example" });
 * try {
 *   await client.locations.search("");
 * } catch (error) {
 *   if (!(error instanceof BadRequestError)) throw error;
 *   console.log(error.message); // Query parameter 'q' is required
 * }
 * ```
 */
export class BadRequestError extends ApiError {
  override readonly name: string = "BadRequestError";
}

/**
 * 401: the key is missing, unknown, revoked or expired, or `origin` is not its domain. The server
 * does not say which of these it is.
 *
 * @example
 * ```ts
 * import { AuthenticationError, createClient } from "@lodestone/client";
 *
 * const client = createClient({
 *   baseUrl: "https://lodestone.example",
 *   apiKey: "ls_live_revoked",
 *   origin: "https://example.com",
 * });
 * try {
 *   await client.authenticity.getUsage();
 * } catch (error) {
 *   if (!(error instanceof AuthenticationError)) throw error;
 *   console.log("Make a new key in the dashboard.", error.requestId);
 * }
 * ```
 */
export class AuthenticationError extends ApiError {
  override readonly name: string = "AuthenticationError";
}

/**
 * 403: not allowed. `type` is `https_required_error` when the text service was called over plain
 * HTTP; the key is then treated as exposed.
 *
 * @example
 * ```ts
 * import { PermissionError } from "@lodestone/client";
 *
 * export function isKeyExposed(error: unknown): boolean {
 *   return error instanceof PermissionError && error.type === "https_required_error";
 * }
 * ```
 */
export class PermissionError extends ApiError {
  override readonly name: string = "PermissionError";
}

/**
 * 404: no such record, or no such path.
 *
 * @example
 * ```ts
 * import { createClient, NotFoundError } from "@lodestone/client";
 *
 * const { locations } = createClient({ baseUrl: "https://lodestone.example" });
 * const market = await locations.getMarket(2_000_000_000).catch((error: unknown) => {
 *   if (error instanceof NotFoundError) return null;
 *   throw error;
 * });
 * console.log(market === null);
 * ```
 */
export class NotFoundError extends ApiError {
  override readonly name: string = "NotFoundError";
}

/**
 * 405: the path does not take this method. With this client it means that something between you and
 * the service answers in its place.
 *
 * @example
 * ```ts
 * import { MethodNotAllowedError } from "@lodestone/client";
 *
 * export function explain(error: unknown): string {
 *   return error instanceof MethodNotAllowedError ? "Is baseUrl right?" : String(error);
 * }
 * ```
 */
export class MethodNotAllowedError extends ApiError {
  override readonly name: string = "MethodNotAllowedError";
}

/**
 * 429: the day's checks are used up (`isQuota`), or requests came too fast. The client has already
 * waited and tried again in the second case; a used-up quota is never tried again.
 *
 * @example
 * ```ts
 * import { createClient, TooManyRequestsError } from "@lodestone/client";
 *
 * const client = createClient({
 *   baseUrl: "https://lodestone.example",
 *   apiKey: "ls_test_your_key",
 *   origin: "https://example.com",
 * });
 * try {
 *   await client.authenticity.detect("The text to check, ideally fifty words or more.");
 * } catch (error) {
 *   if (!(error instanceof TooManyRequestsError)) throw error;
 *   const hours = (error.retryAfterSeconds ?? 0) / 3600;
 *   console.log(error.isQuota ? `No checks left for ${hours.toFixed(1)} h.` : "Slow down.");
 * }
 * ```
 */
export class TooManyRequestsError extends ApiError {
  override readonly name: string = "TooManyRequestsError";

  /** Whether the account's checks of the day are used up; they return at midnight UTC. */
  get isQuota(): boolean {
    return this.type === "quota_exceeded_error";
  }
}

/**
 * 500: the service failed. Nothing was counted; the request id leads the operator to the cause.
 *
 * @example
 * ```ts
 * import { InternalServerError } from "@lodestone/client";
 *
 * export function reportOf(error: unknown): string | null {
 *   return error instanceof InternalServerError ? `Request ${error.requestId} failed.` : null;
 * }
 * ```
 */
export class InternalServerError extends ApiError {
  override readonly name: string = "InternalServerError";
}

/**
 * 503: the service is overloaded or its storage unavailable. The client has already waited and tried again.
 *
 * @example
 * ```ts
 * import { OverloadedError } from "@lodestone/client";
 *
 * export function secondsToWait(error: unknown): number | null {
 *   return error instanceof OverloadedError ? (error.retryAfterSeconds ?? 30) : null;
 * }
 * ```
 */
export class OverloadedError extends ApiError {
  override readonly name: string = "OverloadedError";
}

/**
 * The server could not be reached, or the connection was lost before the answer had arrived. In a
 * browser it is also what a refused cross-origin answer looks like.
 *
 * @example
 * ```ts
 * import { ConnectionError, createClient } from "@lodestone/client";
 *
 * const client = createClient({
 *   baseUrl: "https://lodestone.example",
 *   apiKey: "ls_test_your_key",
 *   origin: "https://example.com",
 * });
 * const text = "The text to check, ideally fifty words or more.";
 * const result = await client.authenticity.detect(text).catch((error: unknown) => {
 *   if (!(error instanceof ConnectionError)) throw error;
 *   // The text may have been counted just before the line broke: the same key makes this one free.
 *   return client.authenticity.detect(text, { idempotencyKey: error.idempotencyKey });
 * });
 * console.log(result.verdict);
 * ```
 */
export class ConnectionError extends LodestoneError {
  override readonly name: string = "ConnectionError";
}

/**
 * No answer within `attemptTimeoutMs`, after all retries, or within `timeoutMs` altogether.
 *
 * @example
 * ```ts
 * import { createClient, TimeoutError } from "@lodestone/client";
 *
 * const client = createClient({ baseUrl: "https://lodestone.example" });
 * try {
 *   await client.locations.getStats({ timeoutMs: 2_000 });
 * } catch (error) {
 *   if (!(error instanceof TimeoutError)) throw error;
 *   console.log(`Gave up after ${error.attempts} attempts.`);
 * }
 * ```
 */
export class TimeoutError extends LodestoneError {
  override readonly name: string = "TimeoutError";
}

/**
 * An answer came with a good status but is not what the service sends: a page of a proxy, nothing at
 * all, JSON that is cut off or lacks a field, a redirect of a call that carries a key.
 *
 * @example
 * ```ts
 * import { InvalidResponseError } from "@lodestone/client";
 *
 * export function explain(error: unknown): string {
 *   if (!(error instanceof InvalidResponseError)) return String(error);
 *   return `${error.message} Is there a proxy in between?`;
 * }
 * ```
 */
export class InvalidResponseError extends LodestoneError {
  override readonly name: string = "InvalidResponseError";
}

const CLASSES: ReadonlyArray<
  readonly [status: number, type: ErrorType, errorClass: typeof ApiError]
> = [
  [400, "invalid_request_error", BadRequestError],
  [401, "authentication_error", AuthenticationError],
  [403, "permission_error", PermissionError],
  [403, "https_required_error", PermissionError],
  [404, "not_found_error", NotFoundError],
  [405, "method_not_allowed_error", MethodNotAllowedError],
  [429, "rate_limit_error", TooManyRequestsError],
  [429, "quota_exceeded_error", TooManyRequestsError],
  [500, "api_error", InternalServerError],
  [503, "overloaded_error", OverloadedError],
];

/** The error for an answered status. A body that names no type gets the usual one of the status. */
export function createApiError(
  status: number,
  message: string,
  { type, ...details }: Omit<ErrorDetails, "status" | "type"> & { type?: ErrorType | undefined },
): ApiError {
  const row = CLASSES.find(([known]) => known === status);
  const usualType = row?.[1] ?? (status < 500 ? "invalid_request_error" : "api_error");
  const ErrorClass = row?.[2] ?? ApiError;
  return new ErrorClass(message, { ...details, status, type: type ?? usualType });
}

/** The status that goes with a type, for errors that come inside a successful batch. */
export function statusOfType(type: ErrorType | undefined): number {
  return type === undefined ? 400 : (CLASSES.find(([, known]) => known === type)?.[0] ?? 500);
}
