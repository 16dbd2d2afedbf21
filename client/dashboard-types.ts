// The answers of the dashboard's own API, field by field as they come over the wire. Times are ISO
// 8601 in UTC.
import type { Detection, InputType, Rewrite, Verdict } from "./authenticity-types.ts";
import type * as wire from "./wire-types.ts";

/** What a page must know before it shows anything. */
export type DashboardState = {
  /** Null for somebody not signed in. */
  account: {
    email: string;
    created_at: string;
    is_owner: boolean;
    /** For how many days results are kept; null while they are not. */
    history_days: number | null;
    /** Whether signing in asks for a code of an authenticator app. */
    has_second_factor: boolean;
  } | null;
  quota: QuotaNow | null;
  /** At the machine itself: texts can be checked without an account. */
  is_local: boolean;
  is_first_run: boolean;
  can_claim: boolean;
  can_see_settings: boolean;
  signup: "open" | "closed";
  services: Array<"locations" | "authenticity">;
  version: string;
  model_version: string;
  /** Whether rewriting sends sentences to a language model the operator chose. */
  asks_language_model: boolean;
  /** Whether a link to a new password can be had by mail. */
  mails_reset_links: boolean;
  ca_file: string | null;
  has_local_certificate: boolean;
  limits: {
    text_length: number;
    /** Of a file, in bytes. */
    file_size: number;
    password_length_min: number;
    password_length_max: number;
    grace_hours: number;
    /** The most days an account may keep its results; 0 where the operator allows none. */
    history_days: number;
    /** The most days a link to a result may work. */
    share_days: number;
  };
};

export type QuotaNow = { limit: number; used: number; remaining: number; resets_at: string };

/** A result with where the account stands after it; null for a check without an account. */
export type Counted<Answer> = Answer & { quota: QuotaNow | null };
/** A detection with the time it was made at; a report of it gives the same. */
export type Checked<Answer> = Counted<Answer> & { checked_at: string };
export type CountedDetection = Checked<Detection>;
export type CountedRewrite = Counted<Rewrite>;

/** Requests with a key that were refused because of it or its Origin; alike ones of a moment are one. */
export type RefusedRequest = {
  /** Of the latest. */
  at: string;
  times: number;
  reason: "no_origin" | "origin" | "wrong_kind" | "revoked" | "expired" | "plain_http";
  /** The Origin header as sent, cut after 200 characters. */
  origin: string | null;
  /** Such as `detect`. */
  endpoint: string | null;
};

export type ListedKey = {
  id: string;
  name: string;
  domain: string;
  last_four: string;
  state: "active" | "grace" | "expired" | "revoked";
  created_at: string;
  expires_at: string | null;
  revoked_at: string | null;
  /** When the key was seen over plain HTTP. */
  exposed_at: string | null;
  last_used_at: string | null;
  replaced_by: string | null;
  checks: number;
  checks_today: number;
  /** Fixed answers, nothing counted. */
  is_test: boolean;
  is_management: boolean;
  /** Null where only the limit of the account holds. */
  checks_per_day: number | null;
  rate_per_minute: number | null;
  external_id: string | null;
  /** Null for all. */
  endpoints: string[] | null;
};

export type SecondFactor = { is_on: boolean; recovery_codes_left: number };

export type ListedShare = { id: string; created_at: string; expires_at: string };
/** `token` is shown this once. */
export type NewShare = ListedShare & { token: string };

/** A key that was just made; `key` is shown this once. */
export type NewKey = { id: string; key: string; last_four: string; domain: string };

export type ListedSession = {
  id: string;
  created_at: string;
  last_seen_at: string;
  address: string;
  agent: string;
  is_current: boolean;
};

export type RequestList = wire.RequestList;

export type UsageReport = {
  today: QuotaNow & { day: string; bonus_days_left: number; is_set_by_operator: boolean };
  from: string;
  to: string;
  /** `key_id` is null for checks made in the dashboard. */
  usage: Array<{ day: string; key_id: string | null; endpoint: string; checks: number }>;
  refusals: Array<{ day: string; key_id: string | null; reason: string; times: number }>;
  keys: Array<{ id: string; name: string; domain: string; last_four: string }>;
};

export type ShownSettings = {
  version: string;
  model_version: string;
  settings: Array<{
    name: string;
    value: string;
    default: string;
    about: string;
    is_secret: boolean;
  }>;
};

export type ReportFormat = "html" | "pdf";
export type ReportPaper = "a4" | "letter";
export type ReportOptions = { format: ReportFormat; paper: ReportPaper };
/** A document and the name to save it under. */
export type SavedReport = { content: Blob; name: string };

/** A kept result as lists show it. */
export type KeptRow = {
  id: string;
  at: string;
  expires_at: string;
  /** Null for a result of the dashboard. */
  key: { id: string; name: string | null; last_four: string | null } | null;
  endpoint: string;
  input_type: InputType;
  /** Of the file it came in. */
  name: string | null;
  /** Null for a rewrite. */
  verdict: Verdict | null;
  probability: number | null;
  words: number | null;
  /** SHA-256 of the text. */
  hash: string;
  opening: string;
};

/** The text with what was answered about it; `endpoint` tells which of the two that is. */
export type KeptResult = KeptRow & { content: string; result: Detection | Rewrite };

/** What a link to a result shows. */
export type SharedResult = Pick<
  KeptResult,
  "at" | "endpoint" | "input_type" | "name" | "hash" | "content" | "result" | "expires_at"
>;

export type WantedHistory = {
  /** The `next` of an earlier page. */
  before?: string | undefined;
  /** In the name of the file or the beginning of the text. */
  words?: string | undefined;
  /** Verdicts, and `rewrite` for rewrites. */
  verdicts?: readonly string[] | undefined;
};

export type HistoryPage = {
  /** Null while nothing is kept. */
  days: number | null;
  days_max: number;
  total: number;
  /** How many of them are as asked for. */
  found: number;
  /** Newest first. */
  results: KeptRow[];
  /** Asks for the page after this one; null on the last. */
  next: string | null;
};
