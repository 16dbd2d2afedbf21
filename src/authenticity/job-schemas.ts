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
  Alternatives,
  BatchItem,
  content,
  errorReplies,
  File,
  idempotency,
  json,
  Keep,
  KeepInForm,
  keyed,
  Sentences,
  SentencesInForm,
  Strength,
  withFile,
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
        "Number of texts: in all, with a result, with an error, and those for which no check was left.",
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
          "Secret that webhooks are signed with (standardwebhooks.com), if the job has one. The same for all jobs of this key.",
      }),
    ),
  },
  { title: "NewJob" },
);
const JobList = Type.Object(
  {
    jobs: Type.Array(Job),
    next: Type.Union([Type.String(), Type.Null()], {
      description: "Pass it as `before` to get the next page; null on the last page.",
    }),
  },
  { title: "JobList" },
);
export type JobList = Static<typeof JobList>;
const JobResult = Type.Object(
  {
    results: Type.Array(Type.Union([BatchDetection, BatchRewrite, BatchError]), {
      description:
        "One per text, in order: a result, or the error that a request with this text alone would get.",
    }),
    checks: Type.Object({ counted: Count, refused: Count }, { title: "JobChecks" }),
  },
  { title: "JobResult" },
);

const options = {
  task: Type.Optional(
    choice(["detect", "regenerate"], {
      default: "detect",
      description: "What to do with each text.",
    }),
  ),
  explain: Type.Optional(
    Type.Boolean({
      default: false,
      description: "For `detect`: adds explanations to the results.",
    }),
  ),
  strength: Strength,
  alternatives: Alternatives,
  webhook: Type.Optional(
    Type.String({
      format: "uri",
      description:
        "HTTPS URL to notify when the job is done, if the operator has enabled webhooks.",
    }),
  ),
};
const text = content("The text to process.");
const formFields = { ...options, keep: KeepInForm, sentences: SentencesInForm };

export const createJob = {
  tags: ["Jobs"],
  operationId: "createJob",
  summary: "Process a long text, a file or up to 5,000 texts in the background",
  description:
    "Returns immediately. Each result costs one check, counted when its text is done; a text that fails, or whose result has `counted: false`, costs nothing. The same `Idempotency-Key` and body return the same job. A job can hold texts of 10,000,000 characters in all.",
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
          sentences: Sentences,
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
    202: json("The job was accepted; `Location` is its URL.", NewJob),
    400: json("The body can't be read, or a parameter is invalid.", SimpleError),
    ...errorReplies(401, 429),
  },
};

export const createFileJob = withFile(
  createJob,
  { operationId: "createFileJob", summary: "Process a file in the background" },
  formFields,
);

export const listJobs = {
  tags: ["Jobs"],
  operationId: "listJobs",
  summary: "Jobs of this key in the last 24 hours, newest first",
  description: "Costs no check.",
  ...keyed,
  querystring: Type.Object({
    limit: Type.Optional(Type.Integer({ minimum: 1, maximum: 100, default: 20 })),
    before: Type.Optional(Type.String({ description: "`next` of the previous page." })),
  }),
  response: {
    200: json("The jobs.", JobList),
    400: json("A parameter is invalid.", SimpleError),
    ...errorReplies(401, 429),
  },
};

const named = {
  ...keyed,
  params: Type.Object({ id: Type.String({ description: "Id of the job." }) }),
};

export const getJob = {
  tags: ["Jobs"],
  operationId: "getJob",
  summary: "Status and progress of a job",
  description: "Costs no check.",
  ...named,
  response: { 200: json("The job.", Job), ...errorReplies(400, 401, 404, 429) },
};

export const getJobResult = {
  tags: ["Jobs"],
  operationId: "getJobResult",
  summary: "Results of a finished job",
  description: "Kept for an hour after the job is done, then wiped. Costs no check.",
  ...named,
  response: { 200: json("The results.", JobResult), ...errorReplies(400, 401, 404, 409, 429) },
};

export const cancelJob = {
  tags: ["Jobs"],
  operationId: "cancelJob",
  summary: "Stop a job and wipe its texts and results",
  description: "Checks counted so far stay counted.",
  ...named,
  response: {
    200: json("The job after it was cancelled.", Job),
    ...errorReplies(400, 401, 404, 429),
  },
};
