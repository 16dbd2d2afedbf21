// What each error means and what to do about it: shown on the server's own page of errors (`/errors`), in docs/api.md,
// and, as the list of codes, in the OpenAPI documents. A code belongs to the section of the service that answers with it.
import { type ErrorCode, errors } from "./errors.ts";

/** Where the page is served. */
export const ERRORS_URL = "/errors";

/** A failure simulated for a test key has the code of a real one. */
export type PublicErrorCode = Exclude<ErrorCode, "simulated_failure">;
/** The code that callers see. */
export function publicCodeOf(code: ErrorCode): PublicErrorCode {
  return code === "simulated_failure" ? "internal" : code;
}

type Help = readonly [cause: string, remedy: string];

const RETRY = "Retry after the seconds in `Retry-After`.";

/** On any path. */
const general = {
  endpoint_not_found: [
    "No endpoint has this path, or an id in it is not a whole number written plainly.",
    "Compare the path with the documentation; ids are written without leading zeros.",
  ],
  method_not_allowed: ["The path exists, but not with this method.", "Use a method from `Allow`."],
  parameter_required: [
    "A required parameter is missing.",
    "Send the parameter named in the message.",
  ],
  invalid_parameter: [
    "A parameter has a value that is not allowed.",
    "The message says which values are allowed; `param` names the parameter.",
  ],
  malformed_request: ["This is not a valid HTTP request.", "Use an HTTP library to send it."],
  headers_too_large: [
    "There are more than 200 headers, or they are larger than 16 KB together.",
    "Send fewer headers; cookies are the usual reason.",
  ],
  request_timeout: [
    "The headers did not arrive in time.",
    "Send the request again on a new connection.",
  ],
  overloaded: [
    "More requests came than the server can answer, or the result was not ready in time.",
    RETRY,
  ],
  internal: [
    "The server failed. Nothing was counted.",
    "Retry once; if it fails again, give `request_id` to the operator.",
  ],
  forbidden: [
    "This path is for the operator: from this machine, or with a token.",
    "Ask on the machine itself, or set `METRICS_TOKEN` for metrics.",
  ],
} as const satisfies Partial<Record<PublicErrorCode, Help>>;

const directory = {
  state_not_found: ["No state has this id.", "List the states with `GET /api/states`."],
  district_not_found: [
    "No district has this id, or it lies in another state.",
    "List a state's districts with `GET /api/states/{state_id}/districts`.",
  ],
  market_not_found: ["No market has this id.", "Find it by name with `GET /api/search`."],
  pincode_not_found: ["No district of the directory has this PIN code.", "Check the six digits."],
  query_required: ["A search came without words.", "Send what to search for as `q`."],
} as const satisfies Partial<Record<PublicErrorCode, Help>>;

const texts = {
  unauthorized: [
    "The key is missing, unknown, revoked or expired, or `Origin` is not its domain. The answer doesn't say which.",
    "Send the key in `x-api-key` and its domain in `Origin`. The owner sees in the dashboard what was wrong.",
  ],
  https_required: [
    "The request came over plain HTTP. Its key may have been read on the way.",
    "Use `https://`, and replace the key.",
  ],
  endpoint_not_allowed: [
    "The key was made for other endpoints.",
    "Use another key, or let the owner make one for this endpoint.",
  ],
  quota_exceeded: [
    "The account's checks of the day are used up.",
    "Wait until midnight UTC (`Retry-After`), or ask the operator for a higher quota.",
  ],
  key_quota_exceeded: [
    "The key's own checks of the day are used up; the account may have some left.",
    "Wait until midnight UTC (`Retry-After`), or raise the key's limit in the dashboard.",
  ],
  rate_limited: ["Too many requests in a minute.", RETRY],
  too_many_at_once: [
    "Too many requests with this key are running.",
    "Wait for one of them to end, then retry.",
  ],
  body_timeout: ["The body took too long to arrive.", "Send it again, on a faster connection."],
  body_incomplete: ["The connection ended before the body was complete.", "Send it again."],
  body_too_large: ["The body is larger than this endpoint reads.", "Send less at once."],
  unsupported_content_type: [
    "The body has a content type that this endpoint does not read.",
    "Send one of the types named in the message.",
  ],
  unsupported_encoding: ["The body is compressed.", "Send it without `Content-Encoding`."],
  invalid_utf8: ["The body contains bytes that are not UTF-8.", "Encode the text as UTF-8."],
  invalid_json: ["The body can't be parsed as JSON.", "Use a JSON library to write it."],
  not_an_object: ["The JSON body is a list or a single value.", "Send an object, `{…}`."],
  too_many_values: ["The JSON body has more values than are read.", "Send fewer at once."],
  nested_too_deeply: [
    "The JSON body has more levels than are read.",
    "Send it less deeply nested.",
  ],
  invalid_form: [
    "The form has an escape (`%…`) that is not valid UTF-8.",
    "Use a library to encode the form.",
  ],
  too_many_fields: ["The form has more fields than are read.", "Send fewer fields."],
  invalid_multipart: [
    "The multipart body can't be parsed: its boundary or a part's headers are wrong.",
    "Use a library to write it, and let it set `Content-Type` with the boundary.",
  ],
  too_many_parts: ["The multipart body has more parts than are read.", "Send fewer parts."],
  misnamed_file: ["A part with a file name is not called `file`.", "Name the part `file`."],
  message_part_too_long: [
    "Something in an MCP message other than a text or a file is too long.",
    "Shorten the part named in the message.",
  ],
  several_messages: ["An MCP request holds a list of messages.", "Send one message a request."],
  unknown_field: [
    "The body has a field that this endpoint does not take; it is not ignored, since it may be mistyped.",
    "Correct the name or leave the field out; `param` says where it stands.",
  ],
  unknown_parameter: [
    "The query has a parameter that this endpoint does not take. The directory ignores such parameters.",
    "Correct the name, leave it out, or send it in the body.",
  ],
  repeated_parameter: [
    "A parameter was given more than once.",
    "Send it once; `param` names the parameter.",
  ],
  conflicting_parameters: [
    "Two parameters were sent of which one is allowed: a text and a file, or one text and a list.",
    "Send one of them.",
  ],
  content_required: ["The text is missing, empty or only white space.", "Send it as `content`."],
  text_without_words: ["The text has no letter.", "Send a text with at least one word."],
  text_too_short: ["The text has too few words to rewrite.", "Send at least 20 words."],
  text_too_long: [
    "The text is longer than the server reads.",
    "Split it; the message names the limit.",
  ],
  texts_too_long: [
    "The texts of one request are too long together.",
    "Spread them over several requests; the message names the limit.",
  ],
  file_too_large: ["The file is larger than the server reads.", "Send a smaller file."],
  file_unreadable: ["The file can't be opened.", "Check that it is there and can be read."],
  file_damaged: [
    "The file is damaged.",
    "Open it where it was made, save it again, and send that.",
  ],
  file_protected: ["The file is protected by a password.", "Save it without one."],
  file_without_text: [
    "The file is empty or has no text; a scan has only pictures of it.",
    "Run text recognition (OCR) on a scan first.",
  ],
  unsupported_file: [
    "The file has a format that is not read, or a part of one.",
    "Send plain text, Markdown, HTML, PDF, DOCX or ODT.",
  ],
  file_misnamed: [
    "The extension of the file's name doesn't fit what the file holds.",
    "Rename it, or send the file you meant.",
  ],
  invalid_file_encoding: ["The bytes of a text file are not valid.", "Save it as UTF-8."],
  file_too_complex: [
    "Reading the file takes too long, too much memory, or it has far more parts than a text.",
    "Split it, or send its text.",
  ],
  report_too_slow: [
    "The PDF of this text would take too long to write.",
    "Ask for HTML, or send a shorter text.",
  ],
  webhooks_disabled: [
    "The operator has not switched webhooks on.",
    "Leave `webhook` out and ask for the job's status.",
  ],
  invalid_idempotency_key: [
    "The `Idempotency-Key` is empty, too long, not ASCII, or given twice.",
    "Send 1 to 255 visible ASCII characters, once.",
  ],
  idempotency_mismatch: [
    "The `Idempotency-Key` was used for another body within 24 hours.",
    "Use a new key for each new body.",
  ],
  job_not_found: [
    "The job does not exist or belongs to another key.",
    "List the key's jobs with `GET /v1/jobs`.",
  ],
  job_wiped: [
    "The job's results were wiped.",
    "Read results within an hour, or send the job again.",
  ],
  job_not_finished: [
    "The job is still running.",
    "Ask for its status and retry once it is `done`.",
  ],
  too_many_jobs: [
    "The account has too many unfinished jobs.",
    "Wait for one to finish, or cancel one.",
  ],
  jobs_full: [
    "The account's unfinished jobs hold too much text.",
    "Wait for one to finish, or cancel one.",
  ],
  key_not_found: [
    "The account has no key with this id that still works.",
    "List the account's keys again.",
  ],
  too_many_keys: ["The account has 100 working keys.", "Revoke one that is no longer used."],
  store_unavailable: ["The server can't reach its storage at the moment.", RETRY],
} as const satisfies Partial<Record<PublicErrorCode, Help>>;

/** Only from the dashboard's own API. */
const dashboard = {
  content_invalid: ["A field of the page can't be used; the message says why.", "Correct it."],
  signed_out: ["The session has ended.", "Sign in again."],
  wrong_credentials: ["The email address or the password is wrong.", "Check both."],
  code_required: ["The account has two-factor authentication.", "Enter a code from the app."],
  wrong_code: ["The code is wrong, or was used before.", "Enter the app's next code."],
  wrong_password: ["The password is wrong.", "Enter the account's current password."],
  reset_link_invalid: ["The link was used, replaced or has expired.", "Ask for a new link."],
  share_not_found: ["The link was revoked or has expired.", "Ask its owner for a new one."],
  too_many_attempts: ["Too many attempts in a short time.", RETRY],
  signup_closed: ["The operator creates the accounts.", "Ask the operator for one."],
  signup_refused: ["The account could not be created.", "If you already have one, sign in."],
  email_taken: ["An account has this email address.", "Sign in with it."],
  session_not_found: ["The session has ended.", "Reload the list of sessions."],
  result_not_found: ["The result was deleted or has expired.", "Reload the list of results."],
  cross_site: [
    "The request did not come from the dashboard's page.",
    "Use the page, or the API with a key.",
  ],
} as const satisfies Partial<Record<PublicErrorCode, Help>>;

export const errorSections = { general, directory, texts, dashboard };

const complete = { ...general, ...directory, ...texts, ...dashboard } satisfies Record<
  PublicErrorCode,
  Help
>;

export type ErrorEntry = {
  code: PublicErrorCode;
  status: number;
  type: string;
  cause: string;
  remedy: string;
};

export function entriesOf(section: keyof typeof errorSections): ErrorEntry[] {
  return (Object.keys(errorSections[section]) as PublicErrorCode[]).map((code) => {
    const [status, , type] = errors[code];
    const [cause, remedy] = complete[code];
    return { code, status, type, cause, remedy };
  });
}

/** The codes a service answers with, those of any path included. */
export function codesOf(service: "directory" | "texts"): PublicErrorCode[] {
  return [...entriesOf("general"), ...entriesOf(service)].map(({ code }) => code);
}
