// The front of the package: one client for both services, and everything else a caller may need.
import { type Authenticity, type AuthenticityOptions, createAuthenticity } from "./authenticity.ts";
import type { Jobs } from "./jobs.ts";
import { createLocations, type Locations, type LocationsOptions } from "./locations.ts";

/**
 * What a client of both services can be made with; `baseUrl` is the address of the program, without
 * `/api` or `/v1`.
 *
 * @example
 * ```ts
 * import { type ClientOptions, createClient } from "@lodestone/client";
 *
 * const options: ClientOptions = {
 *   baseUrl: "https://lodestone.example",
 *   apiKey: "ls_test_your_key",
 *   origin: "https://example.com",
 *   cache: true,
 *   retries: 5,
 * };
 * const client = createClient(options);
 * console.log((await client.locations.getStats()).data.districts);
 * ```
 */
export type ClientOptions = LocationsOptions & AuthenticityOptions;

/**
 * Both services of one Lodestone.
 *
 * @example
 * ```ts
 * import { type Client, createClient } from "@lodestone/client";
 *
 * async function isUp({ locations }: Client): Promise<boolean> {
 *   const health = await locations.getHealth({ retries: 0 }).catch(() => null);
 *   return health?.status === "healthy";
 * }
 * console.log(await isUp(createClient({ baseUrl: "https://lodestone.example" })));
 * ```
 */
export type Client = { locations: Locations; authenticity: Authenticity; jobs: Jobs };

/**
 * Makes a client of both services. It opens nothing until the first call and can be shared by a whole
 * program.
 *
 * @example
 * ```ts
 * import { createClient } from "@lodestone/client";
 *
 * const client = createClient({
 *   baseUrl: "https://lodestone.example",
 *   apiKey: "ls_test_your_key",
 *   origin: "https://example.com",
 * });
 * const { data: states } = await client.locations.listStates();
 * const { verdict } = await client.authenticity.detect("The text to check.");
 * console.log(states.length, verdict);
 * ```
 */
export function createClient(options: ClientOptions): Client {
  const given: unknown = Object(options).baseUrl;
  if (typeof given !== "string" || given === "") {
    throw new TypeError(
      'baseUrl is missing: createClient({ baseUrl: "https://lodestone.example" }) names the address of your Lodestone.',
    );
  }
  const baseUrl = given.replace(/\/+$/, "");
  if (/\/(api|v1)$/.test(baseUrl)) {
    throw new TypeError(
      "baseUrl is the address of the program, without /api or /v1. For one service at an address of its own use createLocations or createAuthenticity.",
    );
  }
  const authenticity = createAuthenticity({ ...options, baseUrl: `${baseUrl}/v1` });
  return {
    locations: createLocations({ ...options, baseUrl: `${baseUrl}/api` }),
    authenticity,
    jobs: authenticity.jobs,
  };
}

export {
  type Authenticity,
  type AuthenticityOptions,
  createAuthenticity,
  type DetectAllOptions,
  type FileName,
} from "./authenticity.ts";
export type {
  BatchEntry,
  BatchItem,
  BatchReply,
  Change,
  ColorLabel,
  Detection,
  DetectOptions,
  Evidence,
  Explanation,
  InputType,
  Models,
  OfFile,
  Readability,
  Report,
  ReportOptions,
  Rewrite,
  RewriteEvent,
  RewriteOptions,
  RewrittenSentence,
  Segment,
  Sign,
  Strength,
  TextOutcome,
  UncertainCause,
  Usage,
  Verdict,
  Warning,
} from "./authenticity-types.ts";
export {
  ApiError,
  AuthenticationError,
  BadRequestError,
  ConnectionError,
  type ErrorCode,
  type ErrorDetails,
  type ErrorType,
  InternalServerError,
  InvalidResponseError,
  LodestoneError,
  MethodNotAllowedError,
  NotFoundError,
  OverloadedError,
  PermissionError,
  TimeoutError,
  TooManyRequestsError,
} from "./errors.ts";
export type { Job, JobList, JobRequest, JobResult, NewJob, WaitOptions } from "./job-types.ts";
export type { Jobs } from "./jobs.ts";
export type {
  Counts,
  Dataset,
  District,
  DistrictRecord,
  Download,
  Envelope,
  ExportedRecord,
  ExportFormat,
  Health,
  List,
  LocationKind,
  Market,
  MarketRecord,
  Part,
  RecordExtras,
  SearchOptions,
  SearchResult,
  State,
  StateRecord,
} from "./location-types.ts";
export { createLocations, type Locations, type LocationsOptions } from "./locations.ts";
export {
  createManagement,
  type KeySettings,
  type ManagedKey,
  type Management,
  type ManagementOptions,
  type NewManagedKey,
} from "./management.ts";
export type { Language, Near, NearbyOptions, NearbyResult, Pincode } from "./place-answers.ts";
export type {
  Codes,
  LanguageOptions,
  LocalName,
  Location,
  Precision,
  ViewOptions,
} from "./place-types.ts";
export { type RateLimit, readRateLimits } from "./rate-limits.ts";
export { type Call, createRequester, type Requester, type RequesterOptions } from "./request.ts";
export {
  type CallOptions,
  type ConnectionOptions,
  type CountedCallOptions,
  DEFAULTS,
  type ResponseInfo,
} from "./types.ts";
