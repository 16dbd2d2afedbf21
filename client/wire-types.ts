// Made from the server's schemas (src/locations, src/authenticity) by `npm run generate`. Do not edit.
// Replies field by field as they come over the wire.

export type BatchDetection = {
  /** The item's own, as it was sent. */
  id?: string;
  ai_probability: number;
  human_probability: number;
  /** What the verdict is read from: drawn towards 50 where the evidence is thin. */
  final_probability: number;
  verdict: Verdict;
  input_type: InputType;
  /** The same text and version give the same answer. */
  model_version: string;
  /** In order; joined with what lies between them they give back the text. */
  segments: Array<Segment>;
  /** Words of prose that were scored. */
  words: number;
  language: string;
  /** What a reader of the result should know: tampering, and with `Uncertain` why, in a sentence. */
  warnings: Array<Warning>;
  /** The probability, not rounded. */
  score: number;
  /** With `Uncertain`; `warnings` says the same in a sentence. */
  uncertain_because?: "short" | "language" | "evidence" | "disagreement";
  /** With `Mixed`: the share of the prose's words in AI-like stretches. */
  ai_share?: number;
  /** Names the operator's own calibration, when one is in force. */
  calibration?: string;
  explanation?: Explanation;
  /** The text found in the file that was sent; offsets refer to it. */
  content?: string;
};

export type BatchError = {
  /** The item's own, as it was sent. */
  id?: string;
  error: string | ErrorDetails;
};

export type BatchReply = {
  /** One for each item, in order: a result, or the error it would get alone. */
  results: Array<BatchDetection | BatchError>;
  /** Results, one check each, and texts for which no check was left. */
  checks: {
    counted: number;
    refused: number;
  };
};

export type BatchRewrite = {
  /** The item's own, as it was sent. */
  id?: string;
  /** False: no safe improvement, the text is unchanged. */
  regenerated: boolean;
  humanized_text: string;
  original_ai_prob: number;
  new_human_prob: number;
  input_type: InputType;
  /** The same text and version give the same answer. */
  model_version: string;
  /** What a reader of the result should know: tampering, and with `Uncertain` why, in a sentence. */
  warnings: Array<Warning>;
  /** The AI probability of the input and of the rewritten text, not rounded. */
  scores: {
    /** The probability, not rounded. */
    before: number;
    /** The probability, not rounded. */
    after: number;
  };
  /** What a check of the input and of the rewritten text answers as `final_probability`. */
  final_probability: {
    before: number;
    after: number;
  };
  readability: {
    before: Readability;
    after: Readability;
  };
  /** Each edit, in order; applied to the input they give `humanized_text`. */
  changes: Array<Change>;
  /** The text found in the file that was sent; offsets refer to it. */
  content?: string;
};

export type Change = {
  /** Offset in UTF-16 code units. */
  start: number;
  /** Offset behind the last code unit. */
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
  /** What the verdict is read from: drawn towards 50 where the evidence is thin. */
  final_probability: number;
  verdict: Verdict;
  input_type: InputType;
  /** The same text and version give the same answer. */
  model_version: string;
  /** In order; joined with what lies between them they give back the text. */
  segments: Array<Segment>;
  /** Words of prose that were scored. */
  words: number;
  language: string;
  /** What a reader of the result should know: tampering, and with `Uncertain` why, in a sentence. */
  warnings: Array<Warning>;
  /** The probability, not rounded. */
  score: number;
  /** With `Uncertain`; `warnings` says the same in a sentence. */
  uncertain_because?: "short" | "language" | "evidence" | "disagreement";
  /** With `Mixed`: the share of the prose's words in AI-like stretches. */
  ai_share?: number;
  /** Names the operator's own calibration, when one is in force. */
  calibration?: string;
  explanation?: Explanation;
  /** The text found in the file that was sent; offsets refer to it. */
  content?: string;
};

export type District = {
  id: number;
  name: string;
  /** Code in the Local Government Directory, where known. */
  lgd_code: number | null;
  /** The name in the language of `lang`, where one is known. */
  local_name?: string;
  /** WGS 84; null where none is known. */
  latitude?: number | null;
  /** WGS 84. */
  longitude?: number | null;
  /** What the point is: the market's yard, its town, its post office, or only its district. */
  precision?: "market" | "town" | "pincode" | "district" | null;
};

export type DistrictOfPincode = {
  id: number;
  name: string;
  /** Code in the Local Government Directory, where known. */
  lgd_code: number | null;
  /** The name in the language of `lang`, where one is known. */
  local_name?: string;
  /** WGS 84; null where none is known. */
  latitude?: number | null;
  /** WGS 84. */
  longitude?: number | null;
  /** What the point is: the market's yard, its town, its post office, or only its district. */
  precision?: "market" | "town" | "pincode" | "district" | null;
  state: State;
  markets: Array<Market>;
};

export type ErrorDetails = {
  message: string;
  type: string;
};

export type Evidence = {
  /** Offset in UTF-16 code units. */
  start: number;
  /** Offset behind the last code unit. */
  end: number;
  text: string;
  direction: "ai" | "human";
  /** How far the log-odds of the score move when this phrase alone is left out. */
  weight: number;
  /** How often the phrase occurs in a million words of AI and of human training texts. */
  per_million?: {
    ai: number;
    human: number;
  };
};

/** Only when asked for with `explain=true`. */
export type Explanation = {
  /** Phrases that moved the score, strongest first. The text without all phrases of a direction scores lower (`ai`) or higher (`human`). */
  evidence: Array<Evidence>;
  /** How the text looks as a whole, beside the range of eight in ten human texts of such a length. Not part of the score. */
  signs: Array<Sign>;
};

export type ExportDatasetReply = {
  status: "success";
  dataset: DatasetOrigin;
  data: {
    states: Array<{
      id: number;
      name: string;
      /** WGS 84; null where none is known. */
      latitude: number | null;
      /** WGS 84. */
      longitude: number | null;
      /** What the point is: the market's yard, its town, its post office, or only its district. */
      precision: "market" | "town" | "pincode" | "district" | null;
      /** Names in other languages, all of them. */
      names: Array<LocalName>;
      /** Former, official and other names. */
      aliases: Array<string>;
      /** Where each of `aliases` comes from. */
      alias_sources: Array<string>;
      /** Code in the Local Government Directory, where known. */
      lgd_code: number | null;
      /** Code in the Census of 2011, where there is one. */
      census_code: string | null;
      /** ISO 3166-2; states only. */
      iso: string | null;
      /** Item in Wikidata. */
      wikidata: string | null;
    }>;
    districts: Array<{
      id: number;
      name: string;
      /** WGS 84; null where none is known. */
      latitude: number | null;
      /** WGS 84. */
      longitude: number | null;
      /** What the point is: the market's yard, its town, its post office, or only its district. */
      precision: "market" | "town" | "pincode" | "district" | null;
      /** Names in other languages, all of them. */
      names: Array<LocalName>;
      /** Former, official and other names. */
      aliases: Array<string>;
      /** Where each of `aliases` comes from. */
      alias_sources: Array<string>;
      /** Code in the Local Government Directory, where known. */
      lgd_code: number | null;
      /** Code in the Census of 2011, where there is one. */
      census_code: string | null;
      /** ISO 3166-2; states only. */
      iso: string | null;
      /** Item in Wikidata. */
      wikidata: string | null;
      state_id: number;
      state_name: string;
      pincodes: Array<string>;
    }>;
    markets: Array<{
      id: number;
      name: string;
      /** WGS 84; null where none is known. */
      latitude: number | null;
      /** WGS 84. */
      longitude: number | null;
      /** What the point is: the market's yard, its town, its post office, or only its district. */
      precision: "market" | "town" | "pincode" | "district" | null;
      /** Names in other languages, all of them. */
      names: Array<LocalName>;
      /** Former, official and other names. */
      aliases: Array<string>;
      /** Where each of `aliases` comes from. */
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
    /** To be printed beside names and points. */
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
    /** Code in the Local Government Directory, where known. */
    lgd_code: number | null;
    /** The name in the language of `lang`, where one is known. */
    local_name?: string;
    /** WGS 84; null where none is known. */
    latitude: number | null;
    /** WGS 84. */
    longitude: number | null;
    /** What the point is: the market's yard, its town, its post office, or only its district. */
    precision: "market" | "town" | "pincode" | "district" | null;
    /** Code in the Census of 2011, where there is one. */
    census_code: string | null;
    /** ISO 3166-2; states only. */
    iso: string | null;
    /** Item in Wikidata. */
    wikidata: string | null;
    market_count: number;
    state: State;
    /** Names in other languages; those nobody checked only with `names=all`. */
    local_names: Array<LocalName>;
    /** Former, official and other names. */
    aliases: Array<string>;
    /** Present when the record has left the source. */
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
    /** The name in the language of `lang`, where one is known. */
    local_name?: string;
    /** WGS 84; null where none is known. */
    latitude: number | null;
    /** WGS 84. */
    longitude: number | null;
    /** What the point is: the market's yard, its town, its post office, or only its district. */
    precision: "market" | "town" | "pincode" | "district" | null;
    district: District;
    state: State;
    /** Names in other languages; those nobody checked only with `names=all`. */
    local_names: Array<LocalName>;
    /** Former, official and other names. */
    aliases: Array<string>;
    /** Present when the record has left the source. */
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
    /** Code in the Local Government Directory, where known. */
    lgd_code: number | null;
    /** The name in the language of `lang`, where one is known. */
    local_name?: string;
    /** WGS 84; null where none is known. */
    latitude: number | null;
    /** WGS 84. */
    longitude: number | null;
    /** What the point is: the market's yard, its town, its post office, or only its district. */
    precision: "market" | "town" | "pincode" | "district" | null;
    /** Code in the Census of 2011, where there is one. */
    census_code: string | null;
    /** ISO 3166-2; states only. */
    iso: string | null;
    /** Item in Wikidata. */
    wikidata: string | null;
    district_count: number;
    /** Names in other languages; those nobody checked only with `names=all`. */
    local_names: Array<LocalName>;
    /** Former, official and other names. */
    aliases: Array<string>;
    /** Present when the record has left the source. */
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

/** `text`, or the format of the file that was sent. */
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
  /** Give it as `before` for the jobs after these; null when there are none. */
  next: string | null;
};

/** Texts in all; with a result, each one check; with an error; and those for which no check was left. */
export type JobProgress = {
  total: number;
  done: number;
  failed: number;
  refused: number;
};

export type JobResult = {
  /** One for each text, in order: a result, or the error it would get alone. */
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

export type Language = {
  /** BCP 47, as `lang` takes it. */
  lang: string;
  /** In English. */
  name: string;
  native_name: string;
  /** ISO 15924. */
  script: string;
  /** Records with a name. */
  counts: {
    states: number;
    districts: number;
    markets: number;
  };
  /** Those with a name that is shown without `names=all`. */
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
  /** Entries of the whole list. */
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
  /** Entries of the whole list. */
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
  /** Entries of the whole list. */
  total?: number;
  district_id: number;
  /** Time of the response, UTC. */
  timestamp: string;
};

export type ListStatesReply = {
  status: "success";
  data: Array<State>;
  count: number;
  /** Entries of the whole list. */
  total?: number;
  /** Time of the response, UTC. */
  timestamp: string;
};

export type LocalName = {
  /** BCP 47. */
  lang: string;
  name: string;
  /** How the name was verified; `rule` and `no` only where all are asked for. */
  checked: "hand" | "two-sources" | "consonants" | "rule" | "no";
};

export type Market = {
  id: number;
  name: string;
  /** The name in the language of `lang`, where one is known. */
  local_name?: string;
  /** WGS 84; null where none is known. */
  latitude?: number | null;
  /** WGS 84. */
  longitude?: number | null;
  /** What the point is: the market's yard, its town, its post office, or only its district. */
  precision?: "market" | "town" | "pincode" | "district" | null;
};

export type Model = {
  /** The same text and version give the same answer. */
  version: string;
  is_current: boolean;
  /** Languages that get a verdict; texts in others are `Uncertain`. */
  languages: Array<string>;
  /** Names the operator's own calibration, when one is in force. */
  calibration?: string;
};

export type Models = {
  models: Array<Model>;
};

export type NearbyRecord = {
  kind: "state" | "district" | "market";
  id: number;
  name: string;
  district_id?: number;
  district_name?: string;
  state_name?: string;
  /** The name in the language of `lang`, where one is known. */
  local_name?: string;
  /** WGS 84; null where none is known. */
  latitude: number | null;
  /** WGS 84. */
  longitude: number | null;
  /** What the point is: the market's yard, its town, its post office, or only its district. */
  precision: "market" | "town" | "pincode" | "district" | null;
  /** Along a great circle. */
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
  /** With a webhook: what it is signed with (standardwebhooks.com). The same for all jobs of this key. */
  webhook_secret?: string;
};

/** Flesch–Kincaid grade (years of schooling asked of a reader), and counts. */
export type Readability = {
  grade: number;
  words: number;
  sentences: number;
};

export type Rewrite = {
  /** False: no safe improvement, the text is unchanged. */
  regenerated: boolean;
  humanized_text: string;
  original_ai_prob: number;
  new_human_prob: number;
  input_type: InputType;
  /** The same text and version give the same answer. */
  model_version: string;
  /** What a reader of the result should know: tampering, and with `Uncertain` why, in a sentence. */
  warnings: Array<Warning>;
  /** The AI probability of the input and of the rewritten text, not rounded. */
  scores: {
    /** The probability, not rounded. */
    before: number;
    /** The probability, not rounded. */
    after: number;
  };
  /** What a check of the input and of the rewritten text answers as `final_probability`. */
  final_probability: {
    before: number;
    after: number;
  };
  readability: {
    before: Readability;
    after: Readability;
  };
  /** Each edit, in order; applied to the input they give `humanized_text`. */
  changes: Array<Change>;
  /** The text found in the file that was sent; offsets refer to it. */
  content?: string;
};

export type SearchReply = {
  status: "success";
  data: {
    states: Array<{
      id: number;
      name: string;
      /** Code in the Local Government Directory, where known. */
      lgd_code: number | null;
      /** The name in the language of `lang`, where one is known. */
      local_name?: string;
      /** WGS 84; null where none is known. */
      latitude?: number | null;
      /** WGS 84. */
      longitude?: number | null;
      /** What the point is: the market's yard, its town, its post office, or only its district. */
      precision?: "market" | "town" | "pincode" | "district" | null;
      /** The other name that matched, when it was not the record's own. */
      matched?: string;
    }>;
    districts: Array<{
      id: number;
      name: string;
      /** Code in the Local Government Directory, where known. */
      lgd_code: number | null;
      /** The name in the language of `lang`, where one is known. */
      local_name?: string;
      /** WGS 84; null where none is known. */
      latitude?: number | null;
      /** WGS 84. */
      longitude?: number | null;
      /** What the point is: the market's yard, its town, its post office, or only its district. */
      precision?: "market" | "town" | "pincode" | "district" | null;
      state_name: string;
      /** The other name that matched, when it was not the record's own. */
      matched?: string;
    }>;
    markets: Array<{
      id: number;
      name: string;
      /** The name in the language of `lang`, where one is known. */
      local_name?: string;
      /** WGS 84; null where none is known. */
      latitude?: number | null;
      /** WGS 84. */
      longitude?: number | null;
      /** What the point is: the market's yard, its town, its post office, or only its district. */
      precision?: "market" | "town" | "pincode" | "district" | null;
      district_id: number;
      district_name: string;
      state_name: string;
      /** The other name that matched, when it was not the record's own. */
      matched?: string;
    }>;
  };
  /** Hits of each kind in all, of which `data` may hold a part. */
  total: {
    states: number;
    districts: number;
    markets: number;
  };
  /** What was searched for. */
  query: string;
  /** Time of the response, UTC. */
  timestamp: string;
};

export type Segment = {
  text: string;
  ai_prob: number;
  human_prob: number;
  /** red from 70, amber 31 to 69, green up to 30, gray for data. */
  color_label: "red" | "amber" | "green" | "gray";
  /** Not prose: code, tables, links, references, numbers. It does not count in the result. */
  is_data: boolean;
  /** Offset in UTF-16 code units. */
  start: number;
  /** Offset behind the last code unit. */
  end: number;
  /** What the number mostly comes from: the sentence itself, or its neighbours and the text as a whole. Absent for what is not prose and where nothing was scored. */
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
  /** Code in the Local Government Directory, where known. */
  lgd_code: number | null;
  /** The name in the language of `lang`, where one is known. */
  local_name?: string;
  /** WGS 84; null where none is known. */
  latitude?: number | null;
  /** WGS 84. */
  longitude?: number | null;
  /** What the point is: the market's yard, its town, its post office, or only its district. */
  precision?: "market" | "town" | "pincode" | "district" | null;
};

export type Usage = {
  /** The UTC day, `YYYY-MM-DD`. */
  day: string;
  limit: number;
  used: number;
  remaining: number;
  /** Seconds to UTC midnight. */
  resets_in: number;
  /** Days with the sign-up bonus that are left, today included. */
  bonus_days_left: number;
  /** The last 30 days, by day, endpoint and key. */
  history: Array<UsageOfDay>;
};

export type UsageOfDay = {
  day: string;
  endpoint: string;
  key_id: string | null;
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
