// /v1/jobs: texts accepted now and processed later. A key sees only its own jobs; others are not found.
import { Readable } from "node:stream";
import type { FastifyReply, FastifyRequest } from "fastify";
import type { Accounts, Caller } from "../accounts/accounts.ts";
import {
  AppError,
  type ErrorCode,
  readQuery,
  readText,
  readWholeNumber,
  type Server,
} from "../http/http.ts";
import { type InputLimits, invalidField } from "../input/input.ts";
import { findWebhookProblem, type Job, type Jobs } from "../jobs/jobs.ts";
import { readIdempotencyKey } from "../metering/metering.ts";
import { describeJob } from "./describe-job.ts";
import { type Guard, quotaError } from "./guard.ts";
import { type JobRequest, readJobRequest } from "./job-request.ts";
import * as schemas from "./job-schemas.ts";
import { EXPOSED } from "./replies.ts";

export type JobRouteOptions = {
  guard: Guard;
  accounts: Accounts;
  jobs: Jobs;
  webhooks: { isOn: boolean; privateNetworks: readonly string[] };
  clock: () => number;
  limits: InputLimits;
};

const LIST_LIMIT = { min: 1, max: 100 };
const LIST_USUAL = 20;
/** For a full queue: some of it is done by then. */
const FULL_RETRY_SECONDS = "30";

export function addJobRoutes(
  scope: Server,
  { guard, accounts, jobs, limits, webhooks, clock }: JobRouteOptions,
): void {
  const onRequest = guard.admit;

  const createRoute = async (request: FastifyRequest, reply: FastifyReply) => {
    const caller = guard.caller(request);
    const isTest = guard.isTest(request);
    const idempotencyKey = readIdempotencyKey(request);
    const owner = guard.requester(request);
    const wanted = await readJobRequest(request, { limits, owner, isTest });
    checkWebhook(wanted.webhookUrl, webhooks);
    owner.signal.throwIfAborted();
    const job = await create(caller, wanted, idempotencyKey);
    const secret = job.webhook && { webhook_secret: await jobs.webhookSecret(job.keyId) };
    return reply
      .code(202)
      .header("location", `/v1/jobs/${job.id}`)
      .header("access-control-expose-headers", `${EXPOSED}, location`)
      .send({ ...describeJob(job), ...secret });
  };
  scope.post("/jobs", { schema: schemas.createJob, onRequest }, createRoute);
  scope.post("/jobs/file", { schema: schemas.createFileJob, onRequest }, createRoute);

  scope.get(
    "/jobs",
    { schema: schemas.listJobs, onRequest: guard.admitRead },
    async (request): Promise<schemas.JobList> => {
      const query = readQuery(request.url);
      const limit = readWholeNumber(query, "limit", LIST_LIMIT) ?? LIST_USUAL;
      const before = readText(query, "before") ?? undefined;
      // Fetching one extra row shows whether there are more.
      const found = await jobs.list(ownerOf(guard.caller(request)), { limit: limit + 1, before });
      const shown = found.slice(0, limit);
      const next = found.length > limit ? (shown.at(-1)?.id ?? null) : null;
      return { jobs: shown.map(describeJob), next };
    },
  );

  scope.get("/jobs/:id", { schema: schemas.getJob, onRequest: guard.admitRead }, async (request) =>
    describeJob(found(await jobs.find(ownerOf(guard.caller(request)), idOf(request)))),
  );

  scope.delete(
    "/jobs/:id",
    { schema: schemas.cancelJob, onRequest: guard.admitRead },
    async (request) =>
      describeJob(found(await jobs.cancel(ownerOf(guard.caller(request)), idOf(request)))),
  );

  scope.get(
    "/jobs/:id/result",
    { schema: schemas.getJobResult, onRequest: guard.admitRead },
    async (request, reply) => {
      const job = found(await jobs.find(ownerOf(guard.caller(request)), idOf(request)));
      if (job.status === "cancelled" || job.status === "expired") throw new AppError("job_wiped");
      if (job.status !== "done") {
        throw new AppError("job_not_finished", { headers: { "retry-after": "1" } });
      }
      return sendResult(reply, job, jobs, (code) => request.docUrl(code));
    },
  );

  async function create(
    caller: Caller,
    { task, options, webhookUrl, items, quotedBody }: JobRequest,
    idempotencyKey: string | undefined,
  ): Promise<Job> {
    const day = accounts.quota.stateFor(caller);
    const owner = ownerOf(caller);
    const bodyOf = async () => [
      `${JSON.stringify([task, options, webhookUrl]).slice(0, -1)},`,
      ...(await quotedBody()),
      "]",
    ];
    const idempotency =
      idempotencyKey === undefined
        ? undefined
        : await accounts.quota.fingerprint(
            { owner: owner.keyId, endpoint: "jobs" },
            { key: idempotencyKey, body: await bodyOf() },
            clock(),
          );
    const isTest = caller.isTest === true;
    const isQuotaSpent = !isTest && day.remaining === 0;
    const wanted = { ...owner, isTest, task, options, webhookUrl, idempotency, isQuotaSpent };
    const inserted = await jobs.create(wanted, items);
    switch (inserted.outcome) {
      case "inserted":
      case "repeated":
        return inserted.job;
      case "other_body":
        throw new AppError("idempotency_mismatch");
      case "account_gone":
        throw new AppError("unauthorized");
      case "quota_exceeded":
        throw quotaError({ reason: "quota_exceeded", day });
      case "too_many":
        throw new AppError("too_many_jobs", { headers: { "retry-after": FULL_RETRY_SECONDS } });
      case "account_full":
        throw new AppError("jobs_full", { headers: { "retry-after": FULL_RETRY_SECONDS } });
      case "full":
        throw new AppError("overloaded", { headers: { "retry-after": FULL_RETRY_SECONDS } });
    }
  }
}

function checkWebhook(
  url: string | null,
  { isOn, privateNetworks }: JobRouteOptions["webhooks"],
): void {
  if (url === null) return;
  if (!isOn) throw new AppError("webhooks_disabled");
  const problem = findWebhookProblem(url, privateNetworks);
  if (problem !== null) throw invalidField("webhook", problem);
}

/** Jobs are only created with keys. */
function ownerOf({ accountId, keyId }: Caller): { accountId: string; keyId: string } {
  return { accountId, keyId: keyId ?? "" };
}

function idOf({ params }: FastifyRequest): string {
  return (params as { id: string }).id;
}

function found(job: Job | null): Job {
  if (job === null) throw new AppError("job_not_found");
  return job;
}

/** Streamed: results of 5,000 texts are not held in memory. */
function sendResult(
  reply: FastifyReply,
  job: Job,
  jobs: Jobs,
  docUrl: (code: ErrorCode) => string,
): FastifyReply {
  return reply
    .header("content-type", "application/json; charset=utf-8")
    .send(Readable.from(writeResult(job, jobs, docUrl), { objectMode: false }));
}

async function* writeResult(
  job: Job,
  jobs: Jobs,
  docUrl: (code: ErrorCode) => string,
): AsyncGenerator<string> {
  let before = '{"results":[';
  let free = 0;
  for await (const { itemId, result: stored } of jobs.results(job)) {
    if (stored.endsWith(FREE)) free++;
    const result = addDocUrl(stored, docUrl);
    yield before + (itemId === null ? result : `{"id":${itemId},${result.slice(1)}`);
    before = ",";
  }
  yield `],"checks":${JSON.stringify({ counted: job.done - free, refused: job.refused })}}`;
}

/** How a stored result that cost nothing ends: inside a text the quotes would be escaped. */
const FREE = '"counted":false}';

type StoredError = { error: string | { code?: ErrorCode }; code?: ErrorCode };

/** Errors are stored without the address of their page: under which name the server will be asked isn't known then. */
function addDocUrl(result: string, docUrl: (code: ErrorCode) => string): string {
  if (!result.startsWith('{"error":')) return result;
  const stored = JSON.parse(result) as StoredError;
  const place = typeof stored.error === "string" ? stored : stored.error;
  // Jobs of an earlier version have no code.
  if (place.code !== undefined) Object.assign(place, { doc_url: docUrl(place.code) });
  return JSON.stringify(stored);
}
