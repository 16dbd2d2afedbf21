// From a request's body to the texts of a batch. A problem with the body as a whole is a 400; a problem with
// one text becomes that text's result, and the others are processed.
import type { FastifyRequest } from "fastify";
import { AppError, createBreaks } from "../http/http.ts";
import {
  checkContent,
  findUnknownField,
  type InputLimits,
  type InputOwner,
  invalidField,
  readBody,
  refuseEncoding,
  refuseUnknownField,
  requiredField,
  requireWords,
  unsupportedType,
} from "../input/input.ts";

const BATCH_ITEMS_MAX = 100;
const ID_LENGTH_MAX = 200;

/** One text of a batch: to be analysed, or the error it would get in a request of its own. */
export type BatchItem = { id?: string } & ({ content: string } | { error: AppError });

/** Checks that `content` is suitable for the requested work. */
export type ContentCheck = (content: string) => void;

export type Batch = {
  items: BatchItem[];
  /** Everything the result depends on, for the Idempotency-Key. */
  body: string;
};

export async function readBatch(
  request: FastifyRequest,
  limits: InputLimits,
  owner: InputOwner,
): Promise<Batch> {
  const type = (request.headers["content-type"] ?? "").split(";")[0]?.trim().toLowerCase() ?? "";
  if (type !== "" && type !== "application/json") {
    throw unsupportedType("application/json");
  }
  refuseEncoding(request);
  const lengthMax = batchLengthMax(limits.textLengthMax);
  const tooLong = (headers?: Record<string, string>) =>
    new AppError("texts_too_long", {
      message: `The texts are too long: at most ${lengthMax} characters in all.`,
      ...(headers && { headers }),
    });
  const bytes = await readBody(
    request.raw,
    {
      // Escaped in JSON, a UTF-16 unit takes up to six bytes; some room for the ids and the rest.
      sizeMax: 6 * (lengthMax + BATCH_ITEMS_MAX * ID_LENGTH_MAX) + 65_536,
      excessMax: 64 * 1024 * 1024,
      timeoutMs: limits.timeoutMs,
    },
    tooLong,
  );
  const object = {
    bytes,
    kind: "object",
    example: '{"items": [{"content": "…"}]}',
    depth: 3,
  } as const;
  const fields = (await limits.bodies.parse(object, owner)) as { items?: unknown };
  refuseUnknownField(findUnknownField(request, "application/json", fields));
  const { items } = fields;
  if (items === undefined || items === null) throw requiredField("items");
  if (!Array.isArray(items)) throw invalidField("items", "must be a list.");
  if (items.length < 1 || items.length > BATCH_ITEMS_MAX) {
    throw invalidField("items", `must list 1 to ${BATCH_ITEMS_MAX} texts.`);
  }
  const length = items.reduce((sum: number, item) => sum + lengthOf(item), 0);
  if (length > lengthMax) throw tooLong();
  return {
    items: await readItems(items, limits.textLengthMax, requireWord),
    body: JSON.stringify(items),
  };
}

/** Characters of all texts together: ten of the longest. Where the operator allows only shorter ones,
 * a hundred of those fit anyway, and a client need not know the setting to fill a batch. */
function batchLengthMax(textLengthMax: number): number {
  return 10 * Math.max(textLengthMax, 100_000);
}

/** Characters of an entry, whatever it holds. */
export function lengthOf(item: unknown): number {
  const { content } = Object(item) as { content?: unknown };
  return typeof content === "string" ? content.length : 0;
}

const requireWord: ContentCheck = (content) => requireWords({ content });

/** The entries of a list of texts. Each may take some milliseconds. */
export async function readItems(
  items: readonly unknown[],
  textLengthMax: number,
  check: ContentCheck,
): Promise<BatchItem[]> {
  const breathe = createBreaks();
  const read: BatchItem[] = [];
  for (const item of items) {
    read.push(readItem(item, textLengthMax, check));
    await breathe();
  }
  return read;
}

function readItem(item: unknown, textLengthMax: number, check: ContentCheck): BatchItem {
  if (typeof item !== "object" || item === null || Array.isArray(item)) {
    const message = 'An item must be an object such as {"content": "…"}.';
    return { error: new AppError("invalid_parameter", { message, param: "items" }) };
  }
  const { id = null, content } = item as { id?: unknown; content?: unknown };
  if (id !== null && (typeof id !== "string" || id.length > ID_LENGTH_MAX)) {
    return {
      error: invalidField("id", `must be a string of at most ${ID_LENGTH_MAX} characters.`),
    };
  }
  const named = id === null ? {} : { id };
  try {
    const text = checkContent(content, textLengthMax);
    check(text);
    return { ...named, content: text };
  } catch (error) {
    if (error instanceof AppError) return { ...named, error };
    throw error;
  }
}
