// Turns a response into its value, or into the error it represents. Nothing is trusted: proxies
// answer with pages of their own, and connections end early.
import { createApiError, type ErrorDetails, InvalidResponseError } from "./errors.ts";
import { readRetryAfter } from "./retry.ts";

/** The fields an answer must have and what they are; enough to tell it from somebody else's. */
export type Shape = Readonly<
  Record<string, "array" | "boolean" | "number" | "object" | "string" | "any">
>;

/** What errors say about the call they belong to. */
export type CallContext = Pick<ErrorDetails, "attempts" | "idempotencyKey">;

/** Throws the error that a response with an error status represents; returns any other. */
export async function refuseErrors(
  response: Response,
  context: CallContext,
  nowMs: number,
): Promise<Response> {
  const requestId = response.headers.get("x-request-id") ?? undefined;
  // A redirect that was not followed: browsers hide its status and call it opaque.
  if (response.type === "opaqueredirect" || (response.status >= 300 && response.status < 400)) {
    await response.body?.cancel();
    throw invalid(response, context, "The server sends the call elsewhere: check baseUrl.");
  }
  if (response.ok) return response;
  const { message, requestId: named, ...said } = readErrorBody(await response.text());
  const about = describeType(response);
  throw createApiError(response.status, message ?? `Status ${response.status}, ${about}.`, {
    ...context,
    ...said,
    requestId: named ?? requestId,
    retryAfterSeconds: readRetryAfter(response.headers.get("retry-after"), nowMs),
  });
}

/** The JSON of a good answer, once it has the fields it should have. */
export function readJson(
  text: string,
  response: Response,
  shape: Shape,
  context: CallContext,
): unknown {
  const about = describeType(response);
  if (text.trim() === "") throw invalid(response, context, `The answer is empty, ${about}.`);
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch (cause) {
    const fault = /^\s*[{[]/.test(text) ? "broken or cut-off JSON" : "not JSON";
    const problem = `The answer is ${fault} (${text.length} characters, ${about}).`;
    throw invalid(response, context, problem, cause);
  }
  for (const [field, kind] of Object.entries(shape)) {
    if (!isOfKind((Object(value) as Record<string, unknown>)[field], kind)) {
      const wanted = kind === "any" ? "" : ` (${kind})`;
      throw invalid(response, context, `The answer lacks the field \`${field}\`${wanted}.`);
    }
  }
  return value;
}

function isOfKind(value: unknown, kind: Shape[string]): boolean {
  if (kind === "any") return value !== undefined;
  if (kind === "array") return Array.isArray(value);
  return typeof value === kind && value !== null;
}

/** Both services' error shapes, and neither when something else answered. */
export function readErrorBody(text: string): ErrorBody {
  let body: unknown;
  try {
    body = JSON.parse(text);
  } catch {
    return {};
  }
  const simple = Object(body) as Record<string, unknown>;
  const { error, message } = simple;
  const requestId = ifText(simple.request_id);
  if (typeof error === "string") return { message: error, ...readDetails(simple), requestId };
  const standard = Object(error) as Record<string, unknown>;
  const sentence = ifText(standard.message) ?? ifText(message);
  // The directory's shape has no `error` inside.
  const details = readDetails(error === undefined ? simple : standard);
  return { message: sentence, type: ifText(standard.type), ...details, requestId };
}

type ErrorBody = Pick<ErrorDetails, "code" | "param" | "docUrl" | "requestId"> & {
  message?: string | undefined;
  type?: string | undefined;
};

/** What stands beside the message, in every shape. */
export function readDetails({
  code,
  param,
  doc_url,
}: Record<string, unknown>): Pick<ErrorDetails, "code" | "param" | "docUrl"> {
  return { code: ifText(code), param: ifText(param), docUrl: ifText(doc_url) };
}

function ifText(value: unknown): string | undefined {
  return typeof value === "string" && value !== "" ? value : undefined;
}

function describeType(response: Response): string {
  const type = response.headers.get("content-type");
  return type === null ? "no content type" : `content type ${type}`;
}

export function invalid(
  response: Response,
  context: CallContext,
  message: string,
  cause?: unknown,
): InvalidResponseError {
  return new InvalidResponseError(message, {
    ...context,
    type: "invalid_response_error",
    status: response.status || undefined,
    requestId: response.headers.get("x-request-id") ?? undefined,
    cause,
  });
}
