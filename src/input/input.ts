// From a request's body to the text it carries, for every service: form, JSON or multipart, each parsed
// strictly. Every problem is answered with status 400 and a sentence; nothing is guessed.
import { subtle } from "node:crypto";
import type { FastifyRequest } from "fastify";
import { hasWords } from "../detector/detector.ts";
import { type FileFault, type FileFormat, type FileReader, tooLarge } from "../files/files.ts";
import {
  AppError,
  type ErrorCode,
  type MultipartForm,
  readMultipart,
  type UploadedFile,
} from "../http/http.ts";
import { conflict, invalidField, requiredField, unsupportedType } from "./bad.ts";
import type { BodyParser } from "./body-parser.ts";
import { findUnknownField, mediaTypesOf, refuseUnknownField } from "./known-names.ts";
import { readBody } from "./read-body.ts";

export { conflict, invalidField, requiredField, unsupportedType } from "./bad.ts";
export { type BodyParser, openBodyParser } from "./body-parser.ts";
export { keepDetection, keepRewrite } from "./kept-result.ts";
export { findUnknownField, refuseUnknownField, refuseUnknownQuery } from "./known-names.ts";
export {
  describeAsked,
  type JobOptions,
  type RewriteAsked,
  readDetectOptions,
  readJobOptions,
  readReportOptions,
  readRewriteOptions,
} from "./options.ts";
export { readBody } from "./read-body.ts";
export { runRewrite } from "./run-rewrite.ts";

/** What a request carries, `content` checked: there, within its length, without NUL. */
export type Input = {
  /** The text, or what was found in the file. */
  content: string;
  parameters: ReadonlyMap<string, unknown>;
  /** The format of the file; undefined for a text. */
  format: FileFormat | undefined;
  /** The file's name, if the client sent one. */
  name: string | undefined;
  /** Of the file's bytes, in hexadecimal; undefined for a text. */
  sha256: string | undefined;
  /** What an Idempotency-Key is bound to: the text, or the exact file. */
  identity: string;
};

export type InputLimits = {
  textLengthMax: number;
  fileSizeMax: number;
  timeoutMs: number;
  files: FileReader;
  bodies: BodyParser;
};

/** The account a file is read for, and a signal that cancels the reading. */
export type InputOwner = { account: string; signal: AbortSignal };

/** Reads the body. The sender must have been admitted before: parsing a file is costly. */
export async function readInput(
  request: FastifyRequest,
  { textLengthMax, fileSizeMax, timeoutMs, files, bodies }: InputLimits,
  owner: InputOwner,
): Promise<Input> {
  const type = request.headers["content-type"] ?? "";
  const kind = type.split(";")[0]?.trim().toLowerCase() ?? "";
  // Own properties only: `constructor` is not a content type, though every object has one.
  const parse = Object.hasOwn(PARSERS, kind) ? PARSERS[kind] : undefined;
  // An unknown type is refused before its body is read; a missing one counts as no content.
  const supported = mediaTypesOf(request) ?? Object.keys(PARSERS);
  if (kind !== "" && (parse === undefined || !supported.includes(kind))) {
    throw unsupportedType(listOf(supported));
  }
  // On a path for files a text is not the content.
  const isFileNeeded = supported.length === 1 && supported[0] === MULTIPART;
  refuseEncoding(request);
  const body = await readBody(
    request.raw,
    {
      // In a form one UTF-16 unit takes up to nine bytes (%E2%82%AC); plus some room for other fields.
      sizeMax: Math.max(9 * textLengthMax, kind === MULTIPART ? fileSizeMax : 0) + 65_536,
      excessMax: 64 * 1024 * 1024,
      timeoutMs,
    },
    (headers, head) =>
      kind === MULTIPART && FILE_PART.test(head.toString("latin1"))
        ? new AppError("file_too_large", { message: tooLarge(fileSizeMax), headers })
        : tooLong(textLengthMax, headers),
  );
  if (parse === undefined)
    throw isFileNeeded ? requiredField("file") : new AppError("content_required");
  const { fields: parameters, file } = await parse(body, { type, bodies, owner });
  const unknown = findUnknownField(request, kind, Object.fromEntries(parameters));
  // Without a text the contract's message comes first, unless a name is so near that it is mistyped.
  const isEmpty = file === undefined && !parameters.has("content");
  if (!isEmpty || unknown?.nearest) refuseUnknownField(unknown);
  if (isFileNeeded && file === undefined) throw requiredField("file");
  if (file === undefined) {
    const content = checkContent(parameters.get("content"), textLengthMax);
    return { ...NO_FILE, content, parameters, identity: content };
  }
  if (parameters.has("content")) throw conflict("Send either 'content' or a 'file', not both.");
  return { parameters, ...(await readUploadedFile(file, { files, fileSizeMax }, owner)) };
}

function listOf(words: readonly string[]): string {
  const last = words.at(-1) ?? "";
  return words.length === 1 ? last : `${words.slice(0, -1).join(", ")} or ${last}`;
}

const NO_FILE = { format: undefined, name: undefined, sha256: undefined };
const MULTIPART = "multipart/form-data";
const FILE_PART = /;[ \t]{0,5}filename\*?=/i;

const FAULTS = {
  damaged: "file_damaged",
  protected: "file_protected",
  no_text: "file_without_text",
  unsupported: "unsupported_file",
  misnamed: "file_misnamed",
  encoding: "invalid_file_encoding",
  too_complex: "file_too_complex",
  too_large: "file_too_large",
  text_too_long: "text_too_long",
} as const satisfies Record<FileFault, ErrorCode>;

/** Extracts the text of a file, within the limits. */
export async function readUploadedFile(
  { bytes, name, type }: UploadedFile,
  { files, fileSizeMax }: Pick<InputLimits, "files" | "fileSizeMax">,
  owner: InputOwner,
): Promise<Omit<Input, "parameters">> {
  if (bytes.length > fileSizeMax) {
    throw new AppError("file_too_large", { message: tooLarge(fileSizeMax) });
  }
  const outcome = await files.read(bytes, { name, type }, owner);
  if (!outcome.ok) {
    throw outcome.reason === "busy"
      ? new AppError("overloaded")
      : new AppError(FAULTS[outcome.fault], { message: outcome.message, param: "file" });
  }
  const { format, content } = outcome;
  // Not on this thread: ten megabytes take it long enough to be noticed.
  const sha256 = Buffer.from(await subtle.digest("SHA-256", bytes)).toString("hex");
  // No text contains NUL, so a text and a file never share an identity.
  return { content, format, name, sha256, identity: `\0${format} ${sha256}` };
}

/** Detection takes anything with at least one word. */
export function requireWords({ content }: Pick<Input, "content">): void {
  if (!hasWords(content, 1)) throw new AppError("text_without_words");
}

/** Rewriting needs some text to work on. */
export function requireWordsToRewrite({ content }: Pick<Input, "content">): void {
  if (!hasWords(content, WORDS_MIN_REWRITE)) throw new AppError("text_too_short");
}

const WORDS_MIN_REWRITE = 20;

/** Adds the fields that only answers about files have. */
export function withInput<T extends object>(
  result: T,
  { content, format }: Pick<Input, "content" | "format">,
): T | (T & { input_type: FileFormat; content: string }) {
  return format === undefined ? result : { ...result, input_type: format, content };
}

/** The text, if it can be worked on; otherwise throws the error that says why not. */
export function checkContent(content: unknown, textLengthMax: number): string {
  if (content === undefined || content === null) throw new AppError("content_required");
  if (typeof content !== "string") throw invalidField("content", "must be a string.");
  if (content.trim() === "") throw new AppError("content_required");
  if (content.length > textLengthMax) throw tooLong(textLengthMax);
  if (content.includes("\0")) throw invalidField("content", "must not contain a NUL character.");
  return content;
}

function tooLong(textLengthMax: number, headers?: Record<string, string>): AppError {
  const message = `Text is too long: at most ${textLengthMax} characters.`;
  return new AppError("text_too_long", { message, ...(headers && { headers }) });
}

export function refuseEncoding({ headers }: FastifyRequest): void {
  if (!["", "identity"].includes((headers["content-encoding"] ?? "").toLowerCase())) {
    throw new AppError("unsupported_encoding");
  }
}

type Parser = (
  bytes: Buffer,
  by: { type: string; bodies: BodyParser; owner: InputOwner },
) => Promise<MultipartForm>;

const PARSERS: Readonly<Record<string, Parser>> = {
  "application/json": async (bytes, { bodies, owner }) => {
    const object = { bytes, kind: "object", example: '{"content": "…"}' } as const;
    const fields = new Map(Object.entries((await bodies.parse(object, owner)) as object));
    return { fields, file: undefined };
  },

  "application/x-www-form-urlencoded": async (bytes, { bodies, owner }) => {
    const pairs = (await bodies.parse({ bytes, kind: "form" }, owner)) as [string, string][];
    return { fields: new Map<string, unknown>(pairs), file: undefined };
  },

  [MULTIPART]: (bytes, { type }) => readMultipart(bytes, type),
};
