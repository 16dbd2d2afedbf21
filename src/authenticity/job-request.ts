// From the body of POST /v1/jobs to the texts of a job: a list of texts or one text as JSON, one text as a form, or
// one file. A problem with the body as a whole is a 400; a problem with one text of a list becomes its result.
import type { FastifyRequest } from "fastify";
import { AppError, createBreaks } from "../http/http.ts";
import {
  checkContent,
  conflict,
  findUnknownField,
  type Input,
  type InputLimits,
  type InputOwner,
  invalidField,
  readBody,
  readDetectOptions,
  readInput,
  readJobOptions,
  readRewriteOptions,
  refuseEncoding,
  refuseUnknownField,
  requireWords,
  requireWordsToRewrite,
} from "../input/input.ts";
import type { JobTask, NewJobItem } from "../jobs/jobs.ts";
import { type ContentCheck, lengthOf, readItems } from "./batch-items.ts";
import { errorFields } from "./replies.ts";
import { isTestWord } from "./test-keys.ts";

export const JOB_ITEMS_MAX = 5000;
/** UTF-16 units of all texts together. */
export const JOB_LENGTH_MAX = 10_000_000;
const BODY_SIZE_MAX = 32 * 1024 * 1024;

export type JobRequest = {
  task: JobTask;
  /** Those of the task. */
  options: object;
  webhookUrl: string | null;
  items: NewJobItem[];
  /** The texts and all that is sent with them, as JSON in a JSON string, in pieces: for the Idempotency-Key. */
  quotedBody(): Promise<string[]>;
};

export async function readJobRequest(
  request: FastifyRequest,
  { limits, owner, isTest }: { limits: InputLimits; owner: InputOwner; isTest: boolean },
): Promise<JobRequest> {
  const type = (request.headers["content-type"] ?? "").split(";")[0]?.trim().toLowerCase();
  if (type !== "application/json") {
    const input = await readInput(request, limits, owner);
    const asked = readAsked(input.parameters, isTest);
    return { ...asked, ...singleItem(input, asked.check) };
  }
  refuseEncoding(request);
  const fields = await readFields(request, limits, owner);
  refuseUnknownField(findUnknownField(request, "application/json", fields));
  const parameters = new Map(Object.entries(fields));
  const asked = readAsked(parameters, isTest);
  const items = parameters.get("items");
  if (items === undefined || items === null) {
    const content = checkContent(parameters.get("content"), limits.textLengthMax);
    return { ...asked, ...singleItem({ ...NO_FILE, content, identity: content }, asked.check) };
  }
  if (parameters.has("content")) throw conflict("Send either 'content' or 'items', not both.");
  return { ...asked, ...(await listedItems(items, limits, asked.check)) };
}

const NO_FILE = { format: undefined, name: undefined };

async function readFields(
  request: FastifyRequest,
  limits: InputLimits,
  owner: InputOwner,
): Promise<Record<string, unknown>> {
  const bytes = await readBody(
    request.raw,
    {
      sizeMax: BODY_SIZE_MAX,
      excessMax: 64 * 1024 * 1024,
      timeoutMs: limits.timeoutMs,
    },
    (headers) =>
      new AppError("body_too_large", {
        message: `The body is too large: at most ${BODY_SIZE_MAX} bytes.`,
        headers,
      }),
  );
  // An object for each text, with its two fields, and some room.
  const valuesMax = 5 * JOB_ITEMS_MAX;
  const example = '{"items": [{"content": "…"}]}';
  const object = { bytes, kind: "object", example, depth: 3, valuesMax } as const;
  return (await limits.bodies.parse(object, owner)) as Record<string, unknown>;
}

/** The task, its options and what each text needs for it. */
function readAsked(parameters: ReadonlyMap<string, unknown>, isTest: boolean) {
  const { task, webhook } = readJobOptions(parameters);
  const check: ContentCheck = (content) => {
    if (task === "detect") requireWords({ content });
    else if (!isTest || !isTestWord(content)) requireWordsToRewrite({ content });
  };
  // Options of the other task are not used, but still validated, so that a mistyped one is reported.
  const options = {
    detect: readDetectOptions(parameters),
    regenerate: readRewriteOptions(parameters),
  };
  return { task, options: options[task], webhookUrl: webhook, check };
}

function singleItem(
  { content, format, name, identity }: Pick<Input, "content" | "format" | "name" | "identity">,
  check: ContentCheck,
): Pick<JobRequest, "items" | "quotedBody"> {
  check(content);
  return {
    items: [{ id: undefined, content, format, name }],
    quotedBody: () => quoteList([identity]),
  };
}

async function listedItems(
  items: unknown,
  { textLengthMax }: InputLimits,
  check: ContentCheck,
): Promise<Pick<JobRequest, "items" | "quotedBody">> {
  if (!Array.isArray(items)) throw invalidField("items", "must be a list.");
  if (items.length < 1 || items.length > JOB_ITEMS_MAX) {
    throw invalidField("items", `must list 1 to ${JOB_ITEMS_MAX} texts.`);
  }
  const length = items.reduce((sum: number, item) => sum + lengthOf(item), 0);
  if (length > JOB_LENGTH_MAX) {
    const message = `The texts are too long: at most ${JOB_LENGTH_MAX} characters in all.`;
    throw new AppError("texts_too_long", { message });
  }
  const read = (await readItems(items, textLengthMax, check)).map(
    ({ id, ...rest }): NewJobItem =>
      "error" in rest
        ? { id, error: JSON.stringify(errorFields(rest.error)) }
        : { id, content: rest.content },
  );
  return { items: read, quotedBody: () => quoteList(items) };
}

/** UTF-16 units quoted at a time. */
const QUOTED_LENGTH = 262_144;

/** `JSON.stringify(JSON.stringify(list))`, in pieces: as one text the texts of a job take a tenth of a second. */
export async function quoteList(list: readonly unknown[]): Promise<string[]> {
  const breathe = createBreaks();
  const quoted = ['"['];
  for (const [index, item] of list.entries()) {
    if (index > 0) quoted.push(",");
    const text = JSON.stringify(item);
    for (let from = 0; from < text.length; ) {
      const to = from + QUOTED_LENGTH;
      // A pair of surrogates is quoted together.
      const end = isHighSurrogate(text.charCodeAt(to - 1)) ? to - 1 : to;
      quoted.push(JSON.stringify(text.slice(from, end)).slice(1, -1));
      from = end;
      await breathe();
    }
  }
  quoted.push(']"');
  return quoted;
}

function isHighSurrogate(unit: number): boolean {
  return unit >= 0xd800 && unit < 0xdc00;
}
