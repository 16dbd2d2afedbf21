// From a request's body to the text it carries: form, JSON or multipart, each read strictly. Every
// fault is a sentence under status 400; nothing is guessed.
import { Busboy } from "@fastify/busboy";
import type { FastifyRequest } from "fastify";
import { AppError } from "../http/http.ts";
import { findRepeatedKey } from "./json-keys.ts";
import { readBody } from "./read-body.ts";

/** The parameters of a request, `content` checked: there, within its length, without NUL. */
export type Content = { content: string; parameters: ReadonlyMap<string, unknown> };

export type ContentLimits = { textLengthMax: number; timeoutMs: number };

export async function readContent(
  request: FastifyRequest,
  { textLengthMax, timeoutMs }: ContentLimits,
): Promise<Content> {
  const type = request.headers["content-type"] ?? "";
  const kind = type.split(";")[0]?.trim().toLowerCase() ?? "";
  // Looked up as its own: `constructor` is no content type, though every object has one.
  const parse = Object.hasOwn(PARSERS, kind) ? PARSERS[kind] : undefined;
  // An unknown type is refused before its body is looked at, a missing one counts as no content.
  if (parse === undefined && kind !== "") {
    throw bad(
      "The content type is not supported: send application/x-www-form-urlencoded, application/json or multipart/form-data.",
    );
  }
  refuseEncoding(request);
  const body = await readBody(
    request.raw,
    {
      // In a form one UTF-16 unit takes up to nine bytes (%E2%82%AC); some room for the rest.
      sizeMax: 9 * textLengthMax + 65_536,
      excessMax: 64 * 1024 * 1024,
      timeoutMs,
    },
    (headers) => tooLong(textLengthMax, headers),
  );
  if (parse === undefined) throw new AppError("content_required");
  const parameters = await parse(body, type);
  const content = checkContent(parameters.get("content"), textLengthMax);
  return { content, parameters };
}

/** A text there is something to say about; anything else throws the sentence it deserves. */
export function checkContent(content: unknown, textLengthMax: number): string {
  if (content === undefined || content === null) throw new AppError("content_required");
  if (typeof content !== "string") throw bad("Parameter 'content' must be a text.");
  if (content.trim() === "") throw new AppError("content_required");
  if (content.length > textLengthMax) throw tooLong(textLengthMax);
  if (content.includes("\0")) throw bad("Parameter 'content' must not hold a NUL character.");
  return content;
}

function tooLong(textLengthMax: number, headers?: Record<string, string>): AppError {
  return bad(`Text is too long: at most ${textLengthMax} characters.`, headers);
}

export function refuseEncoding({ headers }: FastifyRequest): void {
  if (!["", "identity"].includes((headers["content-encoding"] ?? "").toLowerCase())) {
    throw bad("Content-Encoding is not supported: send the body as it is.");
  }
}

export function bad(message: string, headers: Record<string, string> = {}): AppError {
  return new AppError("content_invalid", { message, headers });
}

/** A JSON object in which no key stands twice, down to so many brackets. */
export function readJsonObject(
  body: Buffer,
  { example, depth = 1 }: { example: string; depth?: number },
): object {
  // Some programs begin a file with a byte order mark; RFC 8259 lets a reader ignore it.
  const text = decodeUtf8(body).replace(/^\ufeff/, "");
  let value: unknown;
  try {
    value = text.trim() === "" ? {} : JSON.parse(text);
  } catch {
    throw bad("The body is not valid JSON.");
  }
  if (typeof value !== "object" || value === null || Array.isArray(value)) {
    throw bad(`The JSON body must be an object such as ${example}.`);
  }
  const repeated = findRepeatedKey(text, depth);
  if (repeated !== null) throw givenTwice(repeated);
  return value;
}

type Parser = (body: Buffer, type: string) => Promise<Map<string, unknown>>;

const PARSERS: Readonly<Record<string, Parser>> = {
  "application/json": async (body) =>
    new Map(Object.entries(readJsonObject(body, { example: '{"content": "…"}' }))),

  "application/x-www-form-urlencoded": async (body) => {
    const parameters = new Map<string, unknown>();
    for (const pair of decodeUtf8(body).split("&")) {
      if (pair === "") continue;
      const equals = pair.indexOf("=");
      const name = decodeForm(equals === -1 ? pair : pair.slice(0, equals));
      const value = equals === -1 ? "" : decodeForm(pair.slice(equals + 1));
      addOnce(parameters, name, value);
    }
    return parameters;
  },

  "multipart/form-data": readMultipart,
};

const PARTS_MAX = 50;

function readMultipart(body: Buffer, type: string): Promise<Map<string, unknown>> {
  return new Promise<Map<string, unknown>>((resolve, reject) => {
    const parameters = new Map<string, unknown>();
    const parser = new Busboy({
      headers: { "content-type": type },
      // Every part comes as bytes: broken UTF-8 is noticed and not replaced, and a part that names
      // a charset is not decoded twice.
      isPartAFile: () => true,
      limits: { files: PARTS_MAX, parts: PARTS_MAX, headerPairs: 50 },
    });
    const tooMany = () => reject(bad(`A multipart body has at most ${PARTS_MAX} parts.`));
    parser.on("filesLimit", tooMany).on("partsLimit", tooMany);
    parser.on("file", (name, stream, filename: string | undefined) => {
      if (filename !== undefined) {
        stream.resume();
        reject(bad("Files are not taken by this version: send the text as 'content'."));
        return;
      }
      const pieces: Buffer[] = [];
      stream.on("data", (piece: Buffer) => pieces.push(piece));
      stream.on("error", reject);
      stream.on("end", () => {
        try {
          addOnce(parameters, name, decodeUtf8(Buffer.concat(pieces)));
        } catch (error) {
          reject(error);
        }
      });
    });
    parser.on("error", reject);
    parser.on("finish", () => resolve(parameters));
    parser.end(body);
  }).catch((error: unknown) => {
    throw error instanceof AppError ? error : bad("The multipart body is not valid.");
  });
}

function addOnce(parameters: Map<string, unknown>, name: string, value: string): void {
  if (parameters.has(name)) throw givenTwice(name);
  parameters.set(name, value);
}

function givenTwice(name: string): AppError {
  return bad(`Parameter '${shown(name)}' was given more than once.`);
}

const utf8 = new TextDecoder("utf-8", { fatal: true, ignoreBOM: true });

function decodeUtf8(body: Uint8Array): string {
  try {
    return utf8.decode(body);
  } catch {
    throw bad("The body is not valid UTF-8.");
  }
}

function decodeForm(text: string): string {
  try {
    return decodeURIComponent(text.replaceAll("+", " "));
  } catch {
    throw bad("The form is not validly escaped UTF-8.");
  }
}

/** Names come from the caller; a long or odd one is not repeated whole. */
function shown(name: string): string {
  return name.slice(0, 40).replace(/[^\w .-]/g, "?");
}
