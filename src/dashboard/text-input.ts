// The text of a request from the page: written in the JSON body, or found in a file that was sent as
// multipart/form-data. A file goes the same way as one sent with a key.
import { createHash } from "node:crypto";
import type { FastifyRequest } from "fastify";
import { wordsIn } from "../detector/detector.ts";
import { type FileFormat, tooLarge } from "../files/files.ts";
import { AppError, readMultipart, type Server, type UploadedFile } from "../http/http.ts";
import { bad, readField, readString } from "./fields.ts";
import type { DashboardParts } from "./parts.ts";

declare module "fastify" {
  interface FastifyRequest {
    /** Set when the body was a form with a file; a JSON body can't pretend to be one. */
    upload?: UploadedFile | undefined;
  }
}

export type TextInput = {
  content: string;
  /** The format of the file; undefined for a text. */
  format: FileFormat | undefined;
  /** The file's name. */
  name: string | undefined;
  /** Of the file's bytes, in hexadecimal; undefined for a text. */
  sha256: string | undefined;
  /** What an Idempotency-Key stands for: the text, or the very file. */
  identity: string;
};

const NO_FILE = { format: undefined, name: undefined, sha256: undefined };

/** Lets the routes of a scope take forms; their fields are read like those of a JSON body. */
export function addMultipartParser(scope: Server, { fileSizeMax }: DashboardParts): void {
  scope.addContentTypeParser(
    "multipart/form-data",
    { parseAs: "buffer", bodyLimit: fileSizeMax + 65_536 },
    async (request: FastifyRequest, body: Buffer) => {
      const { fields, file } = await readMultipart(body, request.headers["content-type"] ?? "");
      request.upload = file;
      return Object.fromEntries(fields);
    },
  );
}

/** A body over its limit can only be a text that is too long, or a file that is too large. */
export function bodyTooLarge({ headers }: FastifyRequest, parts: DashboardParts): AppError {
  const isForm = headers["content-type"]?.startsWith("multipart/");
  return isForm ? bad(tooLarge(parts.fileSizeMax)) : tooLong(parts.textLengthMax);
}

export async function readInput(
  request: FastifyRequest,
  { files, textLengthMax }: DashboardParts,
): Promise<TextInput> {
  const { upload } = request;
  if (upload === undefined) {
    const content = readText(request, textLengthMax);
    return { ...NO_FILE, content, identity: content };
  }
  if (readField(request, "content") !== undefined) {
    throw bad("Send either 'content' or a 'file', not both.");
  }
  const { bytes, name, type } = upload;
  const outcome = await files.read(bytes, { name, type });
  if (!outcome.ok) {
    throw outcome.reason === "busy" ? new AppError("overloaded") : bad(outcome.message);
  }
  const { content, format } = outcome;
  if (wordsIn(content) === 0) throw bad("The text has no words.");
  const sha256 = createHash("sha256").update(bytes).digest("hex");
  // No text holds a NUL, so no text is taken for a file.
  return { content, format, name, sha256, identity: `\0${format} ${sha256}` };
}

/** What an answer about a file says in addition. */
export function withInput<T extends object>(
  result: T,
  { content, format }: TextInput,
): T | (T & { input_type: FileFormat; content: string }) {
  return format === undefined ? result : { ...result, input_type: format, content };
}

function readText(request: FastifyRequest, lengthMax: number): string {
  const content = readString(request, "content");
  if (content.trim() === "") throw new AppError("content_required");
  if (content.length > lengthMax) throw tooLong(lengthMax);
  if (content.includes("\0")) throw bad("The text must not hold a NUL character.");
  if (wordsIn(content) === 0) throw bad("The text has no words.");
  return content;
}

function tooLong(lengthMax: number): AppError {
  return bad(`Text is too long: at most ${lengthMax} characters.`);
}
