// One request and one reply of each endpoint, for the documentation; replies are the released model's own.
import { AppError, docUrl, type ErrorCode } from "../http/http.ts";
import { errorBody, errorFields } from "./replies.ts";

const SAMPLE_ADDRESS = "https://lodestone.example";

const ESSAY =
  "The ferry was late again, so we sat on the wall by the ticket office and counted gulls. My aunt had packed boiled eggs, which rolled around in the bag and cracked one by one. A man with a dog asked whether this was the queue for Ardnish. Nobody knew, and when the boat came in at last it was the wrong one.";
const NOTICE =
  "In order to utilize the facility, visitors are required to obtain a ticket prior to entering. It is important to note that the office closes at five. Due to the fact that seats are limited, a large number of people are turned away.";

const segment = (start: number, end: number, aiProb: number, basis: "sentence" | "text") => ({
  text: ESSAY.slice(start, end),
  ai_prob: aiProb,
  human_prob: 100 - aiProb,
  color_label: "red",
  is_data: false,
  start,
  end,
  basis,
});

const DETECTION = {
  ai_probability: 95,
  human_probability: 5,
  final_probability: 66,
  verdict: "Uncertain",
  input_type: "text",
  model_version: "v2.5",
  segments: [
    segment(0, 87, 91, "text"),
    segment(88, 174, 91, "text"),
    segment(175, 237, 91, "text"),
    segment(238, 306, 91, "text"),
  ],
  words: 63,
  language: "en",
  warnings: [
    {
      code: "evidence",
      message:
        "The evidence is weak: texts like this one come from people and from AI about equally often.",
    },
  ],
  score: 0.9497617488545536,
  uncertain_because: "evidence",
  counted: true,
};

const change = (from: string, to: string, why: string) => {
  const start = NOTICE.indexOf(from);
  return { start, end: start + from.length, from, to, why };
};

const sentence = (index: number, original: string, rewritten: string) => ({
  index,
  original,
  rewritten,
  changed: true,
  alternatives: [],
});

const REWRITE = {
  regenerated: true,
  humanized_text:
    "To use the facility, visitors are required to obtain a ticket prior to entering. The office closes at five. Due to the fact that seats are limited, many people are turned away.",
  original_ai_prob: 29,
  new_human_prob: 94,
  input_type: "text",
  model_version: "v2.5",
  warnings: [
    {
      code: "short_text",
      message: "Under 50 words of prose: too little to judge reliably.",
    },
  ],
  scores: { before: 0.29294294201152604, after: 0.058236809182914594 },
  final_probability: { before: 36, after: 31 },
  readability: {
    before: { grade: 8.1, words: 43, sentences: 3 },
    after: { grade: 7, words: 32, sentences: 3 },
  },
  changes: [
    change("In order to", "To", "shorter phrase, same meaning"),
    change("utilize", "use", "plainer verb"),
    change("It is important to note that the", "The", "says only that something will be said"),
    change("a large number of", "many", "plainer noun"),
  ],
  sentences: [
    sentence(
      0,
      "In order to utilize the facility, visitors are required to obtain a ticket prior to entering.",
      "To use the facility, visitors are required to obtain a ticket prior to entering.",
    ),
    sentence(
      1,
      "It is important to note that the office closes at five.",
      "The office closes at five.",
    ),
    sentence(
      2,
      "Due to the fact that seats are limited, a large number of people are turned away.",
      "Due to the fact that seats are limited, many people are turned away.",
    ),
  ],
  counted: true,
};

const BATCH = {
  results: [
    { id: "essay-1", ...DETECTION },
    {
      id: "essay-2",
      ...errorFields(new AppError("content_required"), docUrl(SAMPLE_ADDRESS, "content_required")),
    },
  ],
  checks: { counted: 1, refused: 0 },
};

const USAGE = {
  day: "2026-11-16",
  limit: 50,
  used: 3,
  remaining: 47,
  resets_in: 21_600,
  bonus_days_left: 12,
  history: [{ day: "2026-11-16", endpoint: "detect", key_id: "k7Qw2mZp4xTn", checks: 3 }],
};

export const EXAMPLE_KEY = "key_h5Jd2sW9vLq7Rt4NbX8c";
const MANAGED_KEY = {
  id: EXAMPLE_KEY,
  name: "Customer 7",
  domain: "example.com",
  last_four: "4xTn",
  state: "active",
  is_test: false,
  endpoints: ["detect", "jobs"],
  checks_per_day: 20,
  rate_per_minute: 30,
  expires_at: null,
  metadata: { plan: "trial" },
  external_id: "customer-7",
  created_at: "2026-11-16T18:00:00.000Z",
  revoked_at: null,
  exposed_at: null,
  last_used_at: null,
  replaced_by: null,
  checks: 0,
  checks_today: 0,
};
const NEW_KEY = { ...MANAGED_KEY, key: "ls_live_…4xTn" };

export const EXAMPLE_JOB = "job_q3Zr8kT1mXw5Yb0LcN2e";
const JOB = {
  id: EXAMPLE_JOB,
  task: "detect",
  status: "done",
  progress: { total: 2, done: 1, failed: 1, refused: 0 },
  created_at: "2026-11-16T18:00:00.000Z",
  finished_at: "2026-11-16T18:00:02.000Z",
  expires_at: "2026-11-16T19:00:02.000Z",
};
const QUEUED_JOB = {
  id: JOB.id,
  task: "detect",
  status: "queued",
  progress: { total: 2, done: 0, failed: 1, refused: 0 },
  created_at: JOB.created_at,
};

const FORM = "application/x-www-form-urlencoded";
const JSON_TYPE = "application/json";
const UPLOAD = "multipart/form-data";

const MCP_RESPONSE = {
  jsonrpc: "2.0",
  id: 1,
  result: {
    content: [{ type: "text", text: JSON.stringify({ verdict: "AI-generated" }) }],
    structuredContent: { verdict: "AI-generated" },
  },
};

/** By operation id and content type. */
export const REQUESTS = {
  mcp: {
    [JSON_TYPE]: {
      jsonrpc: "2.0",
      id: 1,
      method: "tools/call",
      params: { name: "check_text", arguments: { text: ESSAY } },
    },
  },
  detectFile: { [UPLOAD]: { file: "essay.txt", explain: true } },
  regenerateFile: { [UPLOAD]: { file: "essay.txt", strength: "light" } },
  reportFile: { [UPLOAD]: { file: "essay.txt", format: "pdf", paper: "letter" } },
  createFileJob: { [UPLOAD]: { task: "detect", file: "essay.txt", explain: true } },
  detect: {
    [JSON_TYPE]: { content: ESSAY },
    [FORM]: { content: ESSAY, explain: true },
    [UPLOAD]: { file: "essay.txt", explain: true },
  },
  detectBatch: {
    [JSON_TYPE]: {
      items: [
        { id: "essay-1", content: ESSAY },
        { id: "essay-2", content: "" },
      ],
    },
  },
  report: {
    [JSON_TYPE]: { content: ESSAY, format: "pdf", title: "An essay" },
    [FORM]: { content: ESSAY, format: "html" },
    [UPLOAD]: { file: "essay.txt", format: "pdf", paper: "letter" },
  },
  createJob: {
    [JSON_TYPE]: {
      task: "detect",
      items: [
        { id: "essay-1", content: ESSAY },
        { id: "essay-2", content: "" },
      ],
    },
    [FORM]: { task: "regenerate", content: NOTICE, strength: "strong" },
    [UPLOAD]: { task: "detect", file: "thesis.docx", explain: true },
  },
  createKey: {
    [JSON_TYPE]: {
      domain: "example.com",
      name: "Customer 7",
      endpoints: ["detect", "jobs"],
      checks_per_day: 20,
      rate_per_minute: 30,
      metadata: { plan: "trial" },
      external_id: "customer-7",
    },
  },
  updateKey: { [JSON_TYPE]: { checks_per_day: 100, metadata: { plan: "paid" } } },
  rotateKey: { [JSON_TYPE]: { grace_hours: 1 } },
  regenerate: {
    [JSON_TYPE]: { content: NOTICE, strength: "medium", keep: ["facility"] },
    [FORM]: { content: NOTICE, keep: "facility\nvisitors" },
    [UPLOAD]: { file: "notice.txt", strength: "light" },
  },
};

const REPORTS = {
  "text/html": '<!doctype html>\n<html lang="en">…</html>',
  "application/pdf": "%PDF-1.7 …",
};

const REPLIES: Readonly<Record<string, Readonly<Record<string, unknown>>>> = {
  mcp: {
    "text/event-stream": `event: message\ndata: ${JSON.stringify(MCP_RESPONSE)}\n\n`,
    [JSON_TYPE]: MCP_RESPONSE,
  },
  detect: { [JSON_TYPE]: DETECTION },
  detectFile: { [JSON_TYPE]: { ...DETECTION, content: ESSAY } },
  detectBatch: { [JSON_TYPE]: BATCH },
  report: REPORTS,
  reportFile: REPORTS,
  regenerate: { [JSON_TYPE]: REWRITE },
  regenerateFile: { [JSON_TYPE]: { ...REWRITE, content: NOTICE } },
  createJob: { [JSON_TYPE]: QUEUED_JOB },
  createFileJob: { [JSON_TYPE]: QUEUED_JOB },
  listJobs: { [JSON_TYPE]: { jobs: [JOB], next: null } },
  getJob: { [JSON_TYPE]: JOB },
  getJobResult: { [JSON_TYPE]: BATCH },
  cancelJob: { [JSON_TYPE]: { ...JOB, status: "cancelled" } },
  getUsage: { [JSON_TYPE]: USAGE },
  listKeys: { [JSON_TYPE]: { keys: [MANAGED_KEY], next: null } },
  createKey: { [JSON_TYPE]: NEW_KEY },
  getKey: { [JSON_TYPE]: MANAGED_KEY },
  updateKey: { [JSON_TYPE]: { ...MANAGED_KEY, checks_per_day: 100 } },
  rotateKey: { [JSON_TYPE]: NEW_KEY },
  revokeKey: {
    [JSON_TYPE]: { ...MANAGED_KEY, state: "revoked", revoked_at: "2026-11-17T09:00:00.000Z" },
  },
  listRequests: {
    [JSON_TYPE]: {
      requests: [
        {
          time: "2026-11-16T18:00:02.481Z",
          key_id: EXAMPLE_KEY,
          last_four: "4xTn",
          method: "POST",
          endpoint: "/v1/detect",
          status: 200,
          code: null,
          request_id: "pX3kQz81-2f",
          words: 412,
          ms: 87,
        },
      ],
      next: null,
    },
  },
  getKeyUsage: {
    [JSON_TYPE]: {
      from: "2026-11-16",
      to: "2026-11-16",
      usage: [{ day: "2026-11-16", key_id: EXAMPLE_KEY, endpoint: "detect", checks: 3 }],
    },
  },
  listModels: {
    [JSON_TYPE]: { models: [{ version: "v2.5", is_current: true, languages: ["en"] }] },
  },
};

const REFUSALS: Readonly<Record<number, ErrorCode>> = {
  400: "content_required",
  401: "unauthorized",
  403: "https_required",
  404: "job_not_found",
  405: "method_not_allowed",
  409: "job_not_finished",
  429: "quota_exceeded",
  431: "headers_too_large",
  500: "internal",
  503: "overloaded",
};

export function exampleReply(operationId: string, status: number, contentType: string): unknown {
  if (status < 300) return REPLIES[operationId]?.[contentType];
  const message = MCP_REFUSALS[status];
  if (message !== undefined) return { jsonrpc: "2.0", error: { code: -32000, message }, id: null };
  const code = REFUSALS[status];
  if (code === undefined) return undefined;
  return errorBody(new AppError(code), "pX3kQz81-2f", docUrl(SAMPLE_ADDRESS, code));
}

/** What the protocol's own library answers. */
const MCP_REFUSALS: Partial<Record<number, string>> = {
  406: "Not Acceptable",
  415: "Unsupported Media Type",
};
