// Made from the server's schemas (src/locations, src/authenticity) by `npm run generate`. Do not edit.
// Replies field by field as they come over the wire.

export type BatchDetection = {
  /** The id that was sent with the item. */
  id?: string;
  ai_probability: number;
  human_probability: number;
  /** The probability behind the verdict: pulled towards 50 where there is little evidence. */
  final_probability: number;
  verdict: Verdict;
  input_type: InputType;
  /** The same text and version always give the same result. */
  model_version: string;
  /** In order; together with the characters between them they make up the whole text. */
  segments: Array<Segment>;
  /** Words of prose that were scored. */
  words: number;
  language: string;
  /** What readers of the result should know: signs of tampering and, with `Uncertain`, the reason in a sentence. */
  warnings: Array<Warning>;
  /** The probability of AI, not rounded. */
  score: number;
  /** Only with `Uncertain`; `warnings` explains it in a sentence. */
  uncertain_because?: "short" | "language" | "evidence" | "disagreement";
  /** Only with `Mixed`: percentage of the words in passages that read like AI. */
  ai_share?: number;
  /** Id of the operator's own calibration, if one is in use. */
  calibration?: string;
  explanation?: Explanation;
  /** The text extracted from the uploaded file; offsets refer to it. */
  content?: string;
  /** Whether the answer cost a check. It costs none without a verdict (under 50 words of prose, or a language the model doesn't know), nor where a rewrite changed nothing. With a test key: whether it would with a live one. */
  counted: boolean;
};

export type BatchError = {
  /** The id that was sent with the item. */
  id?: string;
  error: string | ErrorDetails;
  code?: ErrorCode;
  /** The parameter, part or header at fault, if it is one. */
  param?: string;
  /** Page about this error, on this server. */
  doc_url?: string;
};

export type BatchReply = {
  /** One per item, in order: a result, or the error that a request with this text alone would get. */
  results: Array<BatchDetection | BatchError>;
  /** Checks that were counted, and texts for which no check was left. */
  checks: {
    counted: number;
    refused: number;
  };
};

export type BatchRewrite = {
  /** The id that was sent with the item. */
  id?: string;
  /** False if no safe improvement was found: the text is unchanged. */
  regenerated: boolean;
  humanized_text: string;
  original_ai_prob: number;
  new_human_prob: number;
  input_type: InputType;
  /** The same text and version always give the same result. */
  model_version: string;
  /** What readers of the result should know: signs of tampering and, with `Uncertain`, the reason in a sentence. */
  warnings: Array<Warning>;
  /** The AI probability of the input and of the rewritten text, not rounded. */
  scores: {
    /** The probability of AI, not rounded. */
    before: number;
    /** The probability of AI, not rounded. */
    after: number;
  };
  /** `final_probability` of a check of the input and of the rewritten text. */
  final_probability: {
    before: number;
    after: number;
  };
  readability: {
    before: Readability;
    after: Readability;
  };
  /** The edits in order; applied to the input they give `humanized_text`. */
  changes: Array<Change>;
  /** Every segment of the text, in order and numbered as by a check; with the characters between them they make up `humanized_text`. */
  sentences: Array<RewrittenSentence>;
  /** The text extracted from the uploaded file; offsets refer to it. */
  content?: string;
  /** Whether the answer cost a check. It costs none without a verdict (under 50 words of prose, or a language the model doesn't know), nor where a rewrite changed nothing. With a test key: whether it would with a live one. */
  counted: boolean;
};

export type Change = {
  /** Offset in UTF-16 code units. */
  start: number;
  /** Offset after the last code unit. */
  end: number;
  from: string;
  to: string;
  why: string;
};

export type Counts = {
  states: number;
  districts: number;
  markets: number;
};

export type DatasetOrigin = {
  source: string;
  date: string;
  version: string;
  licence: string;
  attribution: string;
};

export type Detection = {
  ai_probability: number;
  human_probability: number;
  /** The probability behind the verdict: pulled towards 50 where there is little evidence. */
  final_probability: number;
  verdict: Verdict;
  input_type: InputType;
  /** The same text and version always give the same result. */
  model_version: string;
  /** In order; together with the characters between them they make up the whole text. */
  segments: Array<Segment>;
  /** Words of prose that were scored. */
  words: number;
  language: string;
  /** What readers of the result should know: signs of tampering and, with `Uncertain`, the reason in a sentence. */
  warnings: Array<Warning>;
  /** The probability of AI, not rounded. */
  score: number;
  /** Only with `Uncertain`; `warnings` explains it in a sentence. */
  uncertain_because?: "short" | "language" | "evidence" | "disagreement";
  /** Only with `Mixed`: percentage of the words in passages that read like AI. */
  ai_share?: number;
  /** Id of the operator's own calibration, if one is in use. */
  calibration?: string;
  explanation?: Explanation;
  /** The text extracted from the uploaded file; offsets refer to it. */
  content?: string;
  /** Whether the answer cost a check. It costs none without a verdict (under 50 words of prose, or a language the model doesn't know), nor where a rewrite changed nothing. With a test key: whether it would with a live one. */
  counted: boolean;
};

/** What went wrong, in a word that never changes. Later versions may add codes. */
export type DirectoryErrorCode =
  | "endpoint_not_found"
  | "method_not_allowed"
  | "parameter_required"
  | "invalid_parameter"
  | "malformed_request"
  | "headers_too_large"
  | "request_timeout"
  | "overloaded"
  | "internal"
  | "forbidden"
  | "state_not_found"
  | "district_not_found"
  | "market_not_found"
  | "pincode_not_found"
  | "query_required";

export type District = {
  id: number;
  name: string;
  /** The name to show, present where the source's spelling is plainly wrong. */
  display_name?: string;
  /** Code in the Local Government Directory, if known. */
  lgd_code: number | null;
  /** The name in the language of `lang`, if known. */
  local_name?: string;
  /** Degrees north (WGS 84); null if unknown. */
  latitude?: number | null;
  /** Degrees east (WGS 84); null if unknown. */
  longitude?: number | null;
  /** What the coordinates refer to: the market yard, its town, its post office, or only its district. */
  precision?: "market" | "town" | "pincode" | "district" | null;
};

export type DistrictOfPincode = {
  id: number;
  name: string;
  /** The name to show, present where the source's spelling is plainly wrong. */
  display_name?: string;
  /** Code in the Local Government Directory, if known. */
  lgd_code: number | null;
  /** The name in the language of `lang`, if known. */
  local_name?: string;
  /** Degrees north (WGS 84); null if unknown. */
  latitude?: number | null;
  /** Degrees east (WGS 84); null if unknown. */
  longitude?: number | null;
  /** What the coordinates refer to: the market yard, its town, its post office, or only its district. */
  precision?: "market" | "town" | "pincode" | "district" | null;
  state: State;
  markets: Array<Market>;
};

/** What went wrong, in a word that never changes. Later versions may add codes. */
export type ErrorCode =
  | "endpoint_not_found"
  | "method_not_allowed"
  | "parameter_required"
  | "invalid_parameter"
  | "malformed_request"
  | "headers_too_large"
  | "request_timeout"
  | "overloaded"
  | "internal"
  | "forbidden"
  | "unauthorized"
  | "https_required"
  | "endpoint_not_allowed"
  | "quota_exceeded"
  | "key_quota_exceeded"
  | "rate_limited"
  | "too_many_at_once"
  | "body_timeout"
  | "body_incomplete"
  | "body_too_large"
  | "unsupported_content_type"
  | "unsupported_encoding"
  | "invalid_utf8"
  | "invalid_json"
  | "not_an_object"
  | "too_many_values"
  | "nested_too_deeply"
  | "invalid_form"
  | "too_many_fields"
  | "invalid_multipart"
  | "too_many_parts"
  | "misnamed_file"
  | "message_part_too_long"
  | "several_messages"
  | "unknown_field"
  | "unknown_parameter"
  | "repeated_parameter"
  | "conflicting_parameters"
  | "content_required"
  | "text_without_words"
  | "text_too_short"
  | "text_too_long"
  | "texts_too_long"
  | "file_too_large"
  | "file_unreadable"
  | "file_damaged"
  | "file_protected"
  | "file_without_text"
  | "unsupported_file"
  | "file_misnamed"
  | "invalid_file_encoding"
  | "file_too_complex"
  | "report_too_slow"
  | "webhooks_disabled"
  | "invalid_idempotency_key"
  | "idempotency_mismatch"
  | "job_not_found"
  | "job_wiped"
  | "job_not_finished"
  | "too_many_jobs"
  | "jobs_full"
  | "key_not_found"
  | "too_many_keys"
  | "store_unavailable";

export type ErrorDetails = {
  message: string;
  type: string;
  code: ErrorCode;
  /** The parameter, part or header at fault, if it is one. */
  param?: string;
  /** Page about this error, on this server. */
  doc_url?: string;
};

export type Evidence = {
  /** Offset in UTF-16 code units. */
  start: number;
  /** Offset after the last code unit. */
  end: number;
  text: string;
  direction: "ai" | "human";
  /** How far the log-odds of the score move when only this phrase is removed. */
  weight: number;
  /** Occurrences of the phrase per million words of AI-written and of human training texts. */
  per_million?: {
    ai: number;
    human: number;
  };
};

/** Only with `explain=true`. */
export type Explanation = {
  /** Phrases that moved the score, strongest first. Removing all phrases of one direction lowers (`ai`) or raises (`human`) the score. */
  evidence: Array<Evidence>;
  /** Style of the text as a whole, with the range that eight in ten human texts of similar length lie in. Not part of the score. */
  signs: Array<Sign>;
};

export type ExportDatasetReply = {
  status: "success";
  dataset: DatasetOrigin;
  data: {
    states: Array<{
      id: number;
      name: string;
      /** The name to show, present where the source's spelling is plainly wrong. */
      display_name?: string;
      /** Degrees north (WGS 84); null if unknown. */
      latitude: number | null;
      /** Degrees east (WGS 84); null if unknown. */
      longitude: number | null;
      /** What the coordinates refer to: the market yard, its town, its post office, or only its district. */
      precision: "market" | "town" | "pincode" | "district" | null;
      /** All names in other languages. */
      names: Array<LocalName>;
      /** Former, official and other names. */
      aliases: Array<string>;
      /** Source of each entry of `aliases`. */
      alias_sources: Array<string>;
      /** Code in the Local Government Directory, if known. */
      lgd_code: number | null;
      /** Code in the Census of 2011, if there is one. */
      census_code: string | null;
      /** ISO 3166-2 code; states only. */
      iso: string | null;
      /** Id of the Wikidata item. */
      wikidata: string | null;
    }>;
    districts: Array<{
      id: number;
      name: string;
      /** The name to show, present where the source's spelling is plainly wrong. */
      display_name?: string;
      /** Degrees north (WGS 84); null if unknown. */
      latitude: number | null;
      /** Degrees east (WGS 84); null if unknown. */
      longitude: number | null;
      /** What the coordinates refer to: the market yard, its town, its post office, or only its district. */
      precision: "market" | "town" | "pincode" | "district" | null;
      /** All names in other languages. */
      names: Array<LocalName>;
      /** Former, official and other names. */
      aliases: Array<string>;
      /** Source of each entry of `aliases`. */
      alias_sources: Array<string>;
      /** Code in the Local Government Directory, if known. */
      lgd_code: number | null;
      /** Code in the Census of 2011, if there is one. */
      census_code: string | null;
      /** ISO 3166-2 code; states only. */
      iso: string | null;
      /** Id of the Wikidata item. */
      wikidata: string | null;
      state_id: number;
      state_name: string;
      pincodes: Array<string>;
    }>;
    markets: Array<{
      id: number;
      name: string;
      /** The name to show, present where the source's spelling is plainly wrong. */
      display_name?: string;
      /** Degrees north (WGS 84); null if unknown. */
      latitude: number | null;
      /** Degrees east (WGS 84); null if unknown. */
      longitude: number | null;
      /** What the coordinates refer to: the market yard, its town, its post office, or only its district. */
      precision: "market" | "town" | "pincode" | "district" | null;
      /** All names in other languages. */
      names: Array<LocalName>;
      /** Former, official and other names. */
      aliases: Array<string>;
      /** Source of each entry of `aliases`. */
      alias_sources: Array<string>;
      district_id: number;
      district_name: string;
      state_id: number;
      state_name: string;
    }>;
  };
  /** Time of the response, UTC. */
  timestamp: string;
};

export type FindNearbyReply = {
  status: "success";
  data: Array<NearbyRecord>;
  count: number;
  /** Time of the response, UTC. */
  timestamp: string;
};

export type GetDatasetReply = {
  status: "success";
  data: {
    source: string;
    date: string;
    /** Hash of the data. */
    version: string;
    licence: string;
    /** Credit to show wherever names and coordinates are used. */
    attribution: string;
    counts: {
      states: number;
      districts: number;
      markets: number;
      aliases: number;
      local_names: number;
      points: number;
      pincodes: number;
    };
    retired: Counts;
  };
  /** Time of the response, UTC. */
  timestamp: string;
};

export type GetDistrictReply = {
  status: "success";
  data: {
    id: number;
    name: string;
    /** The name to show, present where the source's spelling is plainly wrong. */
    display_name?: string;
    /** Code in the Local Government Directory, if known. */
    lgd_code: number | null;
    /** The name in the language of `lang`, if known. */
    local_name?: string;
    /** Degrees north (WGS 84); null if unknown. */
    latitude: number | null;
    /** Degrees east (WGS 84); null if unknown. */
    longitude: number | null;
    /** What the coordinates refer to: the market yard, its town, its post office, or only its district. */
    precision: "market" | "town" | "pincode" | "district" | null;
    /** Code in the Census of 2011, if there is one. */
    census_code: string | null;
    /** ISO 3166-2 code; states only. */
    iso: string | null;
    /** Id of the Wikidata item. */
    wikidata: string | null;
    market_count: number;
    state: State;
    /** Names in other languages; unverified ones only with `names=all`. */
    local_names: Array<LocalName>;
    /** Former, official and other names. */
    aliases: Array<string>;
    /** Present if the record is no longer in the source. */
    retired?: true;
  };
  /** Time of the response, UTC. */
  timestamp: string;
};

export type GetHealthReply = {
  status: "healthy";
  service: string;
  version: string;
  /** Time of the response, UTC. */
  timestamp: string;
  endpoints: {
    states: string;
    districts: string;
    markets: string;
    stats: string;
  };
};

export type GetMarketReply = {
  status: "success";
  data: {
    id: number;
    name: string;
    /** The name to show, present where the source's spelling is plainly wrong. */
    display_name?: string;
    /** The name in the language of `lang`, if known. */
    local_name?: string;
    /** Degrees north (WGS 84); null if unknown. */
    latitude: number | null;
    /** Degrees east (WGS 84); null if unknown. */
    longitude: number | null;
    /** What the coordinates refer to: the market yard, its town, its post office, or only its district. */
    precision: "market" | "town" | "pincode" | "district" | null;
    district: District;
    state: State;
    /** Names in other languages; unverified ones only with `names=all`. */
    local_names: Array<LocalName>;
    /** Former, official and other names. */
    aliases: Array<string>;
    /** Present if the record is no longer in the source. */
    retired?: true;
  };
  /** Time of the response, UTC. */
  timestamp: string;
};

export type GetPincodeReply = {
  status: "success";
  data: {
    pincode: string;
    districts: Array<DistrictOfPincode>;
  };
  /** Time of the response, UTC. */
  timestamp: string;
};

export type GetStateReply = {
  status: "success";
  data: {
    id: number;
    name: string;
    /** The name to show, present where the source's spelling is plainly wrong. */
    display_name?: string;
    /** Code in the Local Government Directory, if known. */
    lgd_code: number | null;
    /** The name in the language of `lang`, if known. */
    local_name?: string;
    /** Degrees north (WGS 84); null if unknown. */
    latitude: number | null;
    /** Degrees east (WGS 84); null if unknown. */
    longitude: number | null;
    /** What the coordinates refer to: the market yard, its town, its post office, or only its district. */
    precision: "market" | "town" | "pincode" | "district" | null;
    /** Code in the Census of 2011, if there is one. */
    census_code: string | null;
    /** ISO 3166-2 code; states only. */
    iso: string | null;
    /** Id of the Wikidata item. */
    wikidata: string | null;
    district_count: number;
    /** Names in other languages; unverified ones only with `names=all`. */
    local_names: Array<LocalName>;
    /** Former, official and other names. */
    aliases: Array<string>;
    /** Present if the record is no longer in the source. */
    retired?: true;
  };
  /** Time of the response, UTC. */
  timestamp: string;
};

export type GetStatsReply = {
  status: "success";
  data: Counts;
  /** Time of the response, UTC. */
  timestamp: string;
};

/** `text`, or the format of the uploaded file. */
export type InputType = "text" | "markdown" | "html" | "pdf" | "docx" | "odt";

export type Job = {
  id: string;
  task: JobTask;
  status: JobStatus;
  progress: JobProgress;
  created_at: string;
  finished_at?: string;
  expires_at?: string;
  webhook?: JobWebhook;
};

export type JobChecks = {
  counted: number;
  refused: number;
};

export type JobList = {
  jobs: Array<Job>;
  /** Pass it as `before` to get the next page; null on the last page. */
  next: string | null;
};

/** Number of texts: in all, with a result, with an error, and those for which no check was left. */
export type JobProgress = {
  total: number;
  done: number;
  failed: number;
  refused: number;
};

export type JobResult = {
  /** One per text, in order: a result, or the error that a request with this text alone would get. */
  results: Array<BatchDetection | BatchRewrite | BatchError>;
  checks: JobChecks;
};

/** `done`: the result can be read until `expires_at`. `cancelled` and `expired`: texts and results are wiped. */
export type JobStatus = "queued" | "running" | "done" | "cancelled" | "expired";

export type JobTask = "detect" | "regenerate";

export type JobWebhook = {
  url: string;
  status: "waiting" | "delivered" | "failed";
  attempts: number;
};

export type KeyEndpoint = "detect" | "detect/batch" | "report" | "regenerate" | "jobs";

export type KeyState = "active" | "grace" | "expired" | "revoked";

export type KeyUsage = {
  from: string;
  to: string;
  usage: Array<UsageOfKey>;
};

export type Language = {
  /** Language tag (BCP 47), as accepted by `lang`. */
  lang: string;
  /** English name of the language. */
  name: string;
  native_name: string;
  /** Code of the script (ISO 15924). */
  script: string;
  /** Records with a name in this language. */
  counts: {
    states: number;
    districts: number;
    markets: number;
  };
  /** Records whose name is shown without `names=all`. */
  shown: {
    states: number;
    districts: number;
    markets: number;
  };
};

export type ListDistrictsReply = {
  status: "success";
  data: Array<District>;
  count: number;
  /** Number of entries in the whole list. */
  total?: number;
  state_id: number;
  /** Time of the response, UTC. */
  timestamp: string;
};

export type ListLanguagesReply = {
  status: "success";
  data: Array<Language>;
  count: number;
  /** Time of the response, UTC. */
  timestamp: string;
};

export type ListMarketsOfStateReply = {
  status: "success";
  data: Array<Market>;
  count: number;
  /** Number of entries in the whole list. */
  total?: number;
  state_id: number;
  district_id: number;
  /** Time of the response, UTC. */
  timestamp: string;
};

export type ListMarketsReply = {
  status: "success";
  data: Array<Market>;
  count: number;
  /** Number of entries in the whole list. */
  total?: number;
  district_id: number;
  /** Time of the response, UTC. */
  timestamp: string;
};

export type ListStatesReply = {
  status: "success";
  data: Array<State>;
  count: number;
  /** Number of entries in the whole list. */
  total?: number;
  /** Time of the response, UTC. */
  timestamp: string;
};

export type LocalName = {
  /** Language tag (BCP 47). */
  lang: string;
  name: string;
  /** How the name was verified. `rule` (generated) and `no` (unverified) appear only with `names=all` and in exports. */
  checked: "hand" | "two-sources" | "consonants" | "rule" | "no";
};

export type ManagedKey = {
  id: string;
  name: string;
  domain: string;
  last_four: string;
  state: KeyState;
  is_test: boolean;
  endpoints: Array<KeyEndpoint> | null;
  checks_per_day: number | null;
  rate_per_minute: number | null;
  expires_at: string | null;
  /** Your own notes: up to 20 strings of at most 500 characters, under names of at most 40. */
  metadata: Record<string, string>;
  external_id: string | null;
  created_at: string;
  revoked_at: string | null;
  exposed_at: string | null;
  last_used_at: string | null;
  replaced_by: string | null;
  checks: number;
  checks_today: number;
};

export type ManagedKeyList = {
  keys: Array<ManagedKey>;
  /** Pass it as `before` to get the next page; null on the last page. */
  next: string | null;
};

export type Market = {
  id: number;
  name: string;
  /** The name to show, present where the source's spelling is plainly wrong. */
  display_name?: string;
  /** The name in the language of `lang`, if known. */
  local_name?: string;
  /** Degrees north (WGS 84); null if unknown. */
  latitude?: number | null;
  /** Degrees east (WGS 84); null if unknown. */
  longitude?: number | null;
  /** What the coordinates refer to: the market yard, its town, its post office, or only its district. */
  precision?: "market" | "town" | "pincode" | "district" | null;
};

export type Model = {
  /** The same text and version always give the same result. */
  version: string;
  is_current: boolean;
  /** Languages that get a verdict; texts in others are `Uncertain`. */
  languages: Array<string>;
  /** Id of the operator's own calibration, if one is in use. */
  calibration?: string;
};

export type Models = {
  models: Array<Model>;
};

export type NearbyRecord = {
  kind: "state" | "district" | "market";
  id: number;
  name: string;
  /** The name to show, present where the source's spelling is plainly wrong. */
  display_name?: string;
  district_id?: number;
  district_name?: string;
  state_name?: string;
  /** The name in the language of `lang`, if known. */
  local_name?: string;
  /** Degrees north (WGS 84); null if unknown. */
  latitude: number | null;
  /** Degrees east (WGS 84); null if unknown. */
  longitude: number | null;
  /** What the coordinates refer to: the market yard, its town, its post office, or only its district. */
  precision: "market" | "town" | "pincode" | "district" | null;
  /** Great-circle distance. */
  distance_km: number;
};

export type NewJob = {
  id: string;
  task: JobTask;
  status: JobStatus;
  progress: JobProgress;
  created_at: string;
  finished_at?: string;
  expires_at?: string;
  webhook?: JobWebhook;
  /** Secret that webhooks are signed with (standardwebhooks.com), if the job has one. The same for all jobs of this key. */
  webhook_secret?: string;
};

export type NewManagedKey = {
  id: string;
  name: string;
  domain: string;
  last_four: string;
  state: KeyState;
  is_test: boolean;
  endpoints: Array<KeyEndpoint> | null;
  checks_per_day: number | null;
  rate_per_minute: number | null;
  expires_at: string | null;
  /** Your own notes: up to 20 strings of at most 500 characters, under names of at most 40. */
  metadata: Record<string, string>;
  external_id: string | null;
  created_at: string;
  revoked_at: string | null;
  exposed_at: string | null;
  last_used_at: string | null;
  replaced_by: string | null;
  checks: number;
  checks_today: number;
  /** The secret key. Shown this once. */
  key: string;
};

/** Flesch–Kincaid grade level (years of schooling a reader needs), words and sentences. */
export type Readability = {
  grade: number;
  words: number;
  sentences: number;
};

/** Why it stayed as it was. Later versions may add codes. */
export type ReasonUnchanged = {
  code:
    | "not_prose"
    | "quotation"
    | "verse"
    | "too_long"
    | "other_language"
    | "not_selected"
    | "already_plain"
    | "nothing_safe";
  message: string;
};

export type RequestEntry = {
  time: string;
  key_id: string;
  last_four: string;
  method: string;
  /** The path as documented, without ids. */
  endpoint: string;
  status: number;
  /** Of the error it was answered with. */
  code: string | null;
  request_id: string;
  /** Of the texts that were checked. */
  words: number | null;
  ms: number;
};

export type RequestList = {
  requests: Array<RequestEntry>;
  /** Pass it as `before` to get the next page; null on the last page. */
  next: string | null;
};

export type Rewrite = {
  /** False if no safe improvement was found: the text is unchanged. */
  regenerated: boolean;
  humanized_text: string;
  original_ai_prob: number;
  new_human_prob: number;
  input_type: InputType;
  /** The same text and version always give the same result. */
  model_version: string;
  /** What readers of the result should know: signs of tampering and, with `Uncertain`, the reason in a sentence. */
  warnings: Array<Warning>;
  /** The AI probability of the input and of the rewritten text, not rounded. */
  scores: {
    /** The probability of AI, not rounded. */
    before: number;
    /** The probability of AI, not rounded. */
    after: number;
  };
  /** `final_probability` of a check of the input and of the rewritten text. */
  final_probability: {
    before: number;
    after: number;
  };
  readability: {
    before: Readability;
    after: Readability;
  };
  /** The edits in order; applied to the input they give `humanized_text`. */
  changes: Array<Change>;
  /** Every segment of the text, in order and numbered as by a check; with the characters between them they make up `humanized_text`. */
  sentences: Array<RewrittenSentence>;
  /** The text extracted from the uploaded file; offsets refer to it. */
  content?: string;
  /** Whether the answer cost a check. It costs none without a verdict (under 50 words of prose, or a language the model doesn't know), nor where a rewrite changed nothing. With a test key: whether it would with a live one. */
  counted: boolean;
};

export type RewrittenSentence = {
  /** Number of the segment, from 0. */
  index: number;
  original: string;
  rewritten: string;
  changed: boolean;
  reason?: ReasonUnchanged;
  /** Other wordings of a changed sentence that passed the same checks of meaning; often fewer than asked for. */
  alternatives: Array<string>;
};

export type SearchReply = {
  status: "success";
  data: {
    states: Array<{
      id: number;
      name: string;
      /** The name to show, present where the source's spelling is plainly wrong. */
      display_name?: string;
      /** Code in the Local Government Directory, if known. */
      lgd_code: number | null;
      /** The name in the language of `lang`, if known. */
      local_name?: string;
      /** Degrees north (WGS 84); null if unknown. */
      latitude?: number | null;
      /** Degrees east (WGS 84); null if unknown. */
      longitude?: number | null;
      /** What the coordinates refer to: the market yard, its town, its post office, or only its district. */
      precision?: "market" | "town" | "pincode" | "district" | null;
      /** The alternative name that matched, if it wasn't the record's own name. */
      matched?: string;
      /** `all`: the record, with its district and state, holds every part of the query; `misspelt`: it does if a misspelling is allowed for; `partial`: it lacks some. */
      match: "all" | "partial" | "misspelt";
      /** How well it matched; comparable within one answer. */
      score: number;
    }>;
    districts: Array<{
      id: number;
      name: string;
      /** The name to show, present where the source's spelling is plainly wrong. */
      display_name?: string;
      /** Code in the Local Government Directory, if known. */
      lgd_code: number | null;
      /** The name in the language of `lang`, if known. */
      local_name?: string;
      /** Degrees north (WGS 84); null if unknown. */
      latitude?: number | null;
      /** Degrees east (WGS 84); null if unknown. */
      longitude?: number | null;
      /** What the coordinates refer to: the market yard, its town, its post office, or only its district. */
      precision?: "market" | "town" | "pincode" | "district" | null;
      state_name: string;
      /** The alternative name that matched, if it wasn't the record's own name. */
      matched?: string;
      /** `all`: the record, with its district and state, holds every part of the query; `misspelt`: it does if a misspelling is allowed for; `partial`: it lacks some. */
      match: "all" | "partial" | "misspelt";
      /** How well it matched; comparable within one answer. */
      score: number;
    }>;
    markets: Array<{
      id: number;
      name: string;
      /** The name to show, present where the source's spelling is plainly wrong. */
      display_name?: string;
      /** The name in the language of `lang`, if known. */
      local_name?: string;
      /** Degrees north (WGS 84); null if unknown. */
      latitude?: number | null;
      /** Degrees east (WGS 84); null if unknown. */
      longitude?: number | null;
      /** What the coordinates refer to: the market yard, its town, its post office, or only its district. */
      precision?: "market" | "town" | "pincode" | "district" | null;
      district_id: number;
      district_name: string;
      state_name: string;
      /** The alternative name that matched, if it wasn't the record's own name. */
      matched?: string;
      /** `all`: the record, with its district and state, holds every part of the query; `misspelt`: it does if a misspelling is allowed for; `partial`: it lacks some. */
      match: "all" | "partial" | "misspelt";
      /** How well it matched; comparable within one answer. */
      score: number;
    }>;
  };
  /** Matches of each kind; `data` may contain only some of them. */
  total: {
    states: number;
    districts: number;
    markets: number;
  };
  /** Words of the query that were set aside: those nothing is known of, and names of commodities. */
  dropped: Array<string>;
  /** The search text. */
  query: string;
  /** Time of the response, UTC. */
  timestamp: string;
};

export type Segment = {
  text: string;
  ai_prob: number;
  human_prob: number;
  /** By `ai_prob`: red from 70, amber 31 to 69, green up to 30; gray for data. */
  color_label: "red" | "amber" | "green" | "gray";
  /** Not prose: code, tables, links, references, numbers. Ignored in the overall result. */
  is_data: boolean;
  /** Offset in UTF-16 code units. */
  start: number;
  /** Offset after the last code unit. */
  end: number;
  /** What the probability is mostly based on: the sentence itself, or its neighbours and the text as a whole. Absent for data and where nothing was scored. */
  basis?: "sentence" | "text";
};

export type Sign = {
  name: string;
  value: number;
  human_range: [number, number];
  text: string;
};

export type State = {
  id: number;
  name: string;
  /** The name to show, present where the source's spelling is plainly wrong. */
  display_name?: string;
  /** Code in the Local Government Directory, if known. */
  lgd_code: number | null;
  /** The name in the language of `lang`, if known. */
  local_name?: string;
  /** Degrees north (WGS 84); null if unknown. */
  latitude?: number | null;
  /** Degrees east (WGS 84); null if unknown. */
  longitude?: number | null;
  /** What the coordinates refer to: the market yard, its town, its post office, or only its district. */
  precision?: "market" | "town" | "pincode" | "district" | null;
};

export type Usage = {
  /** The UTC day, `YYYY-MM-DD`. */
  day: string;
  limit: number;
  used: number;
  remaining: number;
  /** Seconds until midnight UTC. */
  resets_in: number;
  /** Days of the sign-up bonus left, including today. */
  bonus_days_left: number;
  /** Checks of the last 30 days by day, endpoint and key. */
  history: Array<UsageOfDay>;
};

export type UsageOfDay = {
  day: string;
  endpoint: string;
  key_id: string | null;
  checks: number;
};

export type UsageOfKey = {
  day: string;
  key_id: string | null;
  endpoint: string;
  checks: number;
};

export type Verdict =
  | "AI-generated"
  | "Likely AI-generated"
  | "Mixed"
  | "Uncertain"
  | "Likely human-written"
  | "Human-written";

export type Warning = {
  code: string;
  message: string;
};
