// Schemas of the paths of jobs.
import { type Static, Type } from "typebox";
import {
  BatchDetection,
  BatchError,
  BatchRewrite,
  Count,
  choice,
  SimpleError,
} from "./reply-schemas.ts";
import {
  BatchItem,
  content,
  errorReplies,
  File,
  idempotency,
  json,
  Keep,
  KeepInForm,
  keyed,
  Strength,
} from "./schemas.ts";

const Time = Type.String({ format: "date-time" });
const Task = choice(["detect", "regenerate"], { title: "JobTask" });

const Webhook = Type.Object(
  {
    url: Type.String({ format: "uri" }),
    status: choice(["waiting", "delivered", "failed"]),
    attempts: Count,
  },
  { title: "JobWebhook" },
);

const fields = {
  id: Type.String({ pattern: "^job_[\\w-]{20}$" }),
  task: Task,
  status: choice(["queued", "running", "done", "cancelled", "expired"], {
    title: "JobStatus",
    description:
      "`done`: the result can be read until `expires_at`. `cancelled` and `expired`: texts and results are wiped.",
  }),
  progress: Type.Object(
    { total: Count, done: Count, failed: Count, refused: Count },
    {
      title: "JobProgress",
      description:
        "Texts in all; with a result, each one check; with an error; and those for which no check was left.",
    },
  ),
  created_at: Time,
  finished_at: Type.Optional(Time),
  expires_at: Type.Optional(Time),
  webhook: Type.Optional(Webhook),
};

const Job = Type.Object(fields, { title: "Job" });
export type JobReply = Static<typeof Job>;
const NewJob = Type.Object(
  {
    ...fields,
    webhook_secret: Type.Optional(
      Type.String({
        description:
          "With a webhook: what it is signed with (standardwebhooks.com). The same for all jobs of this key.",
      }),
    ),
  },
  { title: "NewJob" },
);
const JobList = Type.Object(
  {
    jobs: Type.Array(Job),
    next: Type.Union([Type.String(), Type.Null()], {
      description: "Give it as `before` for the jobs after these; null when there are none.",
    }),
  },
  { title: "JobList" },
);
export type JobList = Static<typeof JobList>;
const JobResult = Type.Object(
  {
    results: Type.Array(Type.Union([BatchDetection, BatchRewrite, BatchError]), {
      description: "One for each text, in order: a result, or the error it would get alone.",
    }),
    checks: Type.Object({ counted: Count, refused: Count }, { title: "JobChecks" }),
  },
  { title: "JobResult" },
);

const options = {
  task: Type.Optional(
    choice(["detect", "regenerate"], {
      default: "detect",
      description: "What is done with each text.",
    }),
  ),
  explain: Type.Optional(
    Type.Boolean({
      default: false,
      description: "For `detect`: whether results have explanations.",
    }),
  ),
  strength: Strength,
  webhook: Type.Optional(
    Type.String({
      format: "uri",
      description:
        "An https address that is notified when the job is done, where the operator has switched webhooks on.",
    }),
  ),
};
const text = content("The text to work on.");
const formFields = { ...options, keep: KeepInForm };

export const createJob = {
  tags: ["Jobs"],
  operationId: "createJob",
  summary: "Work on a long text, a file or up to 5,000 texts later",
  description:
    "Answered at once. Each result is one check, counted when its text is done; a text that fails costs nothing. The same `Idempotency-Key` and body give the same job. Texts of 10,000,000 characters in all fit.",
  ...keyed,
  ...idempotency,
  body: {
    content: {
      "application/json": {
        schema: Type.Object({
          items: Type.Optional(Type.Array(BatchItem, { minItems: 1, maxItems: 5000 })),
          content: Type.Optional(text),
          ...options,
          keep: Keep,
        }),
      },
      "application/x-www-form-urlencoded": {
        schema: Type.Object({ content: text, ...formFields }),
      },
      "multipart/form-data": {
        schema: Type.Object({ content: Type.Optional(text), file: File, ...formFields }),
      },
    },
  },
  response: {
    202: json("The job was accepted; `Location` is its address.", NewJob),
    400: json("The body can't be read, or a parameter is wrong.", SimpleError),
    ...errorReplies(401, 429),
  },
};

export const listJobs = {
  tags: ["Jobs"],
  operationId: "listJobs",
  summary: "The key's own jobs of the last day, newest first",
  description: "Costs nothing.",
  ...keyed,
  querystring: Type.Object({
    limit: Type.Optional(Type.Integer({ minimum: 1, maximum: 100, default: 20 })),
    before: Type.Optional(Type.String({ description: "`next` of the list before." })),
  }),
  response: {
    200: json("The jobs.", JobList),
    400: json("A parameter is wrong.", SimpleError),
    ...errorReplies(401, 429),
  },
};

const named = {
  ...keyed,
  params: Type.Object({ id: Type.String({ description: "Of the job, as it was answered." }) }),
};

export const getJob = {
  tags: ["Jobs"],
  operationId: "getJob",
  summary: "How far a job is",
  description: "Costs nothing.",
  ...named,
  response: { 200: json("The job.", Job), ...errorReplies(401, 404, 429) },
};

export const getJobResult = {
  tags: ["Jobs"],
  operationId: "getJobResult",
  summary: "The results of a job that is done",
  description: "Kept for an hour after the job is done, then wiped. Costs nothing.",
  ...named,
  response: { 200: json("The results.", JobResult), ...errorReplies(401, 404, 409, 429) },
};

export const cancelJob = {
  tags: ["Jobs"],
  operationId: "cancelJob",
  summary: "Stop a job and wipe its texts and results",
  description: "What was done by then stays counted.",
  ...named,
  response: { 200: json("The job, as it is now.", Job), ...errorReplies(401, 404, 429) },
};
