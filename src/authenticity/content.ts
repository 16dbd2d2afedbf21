// From a request's body to the text it carries: form, JSON or multipart, each read strictly. Every
// fault is a sentence under status 400; nothing is guessed.
import { Busboy } from "@fastify/busboy";
import type { FastifyRequest } from "fastify";
import { AppError } from "../http/http.ts";
import { readBody } from "./read-body.ts";

/** The parameters of a request, `content` checked: there, within its length, without NUL. */
export type Content = { content: string; parameters: ReadonlyMap<string, unknown> };

export type ContentLimits = { textLengthMax: number; timeoutMs?: number };

export async function readContent(
  request: FastifyRequest,
  { textLengthMax, timeoutMs = 20_000 }: ContentLimits,
): Promise<Content> {
  const tooLong = () => bad(`Text is too long: at most ${textLengthMax} characters.`);
  const type = request.headers["content-type"] ?? "";
  const kind = type.split(";")[0]?.trim().toLowerCase() ?? "";
  const parse = PARSERS[kind];
  // An unknown type is refused before its body is looked at, a missing one counts as no content.
  if (parse === undefined && kind !== "") {
    throw bad(
      "The content type is not supported: send application/x-www-form-urlencoded, application/json or multipart/form-data.",
    );
  }
  const body = await readBody(
    request.raw,
    {
      // In a form one UTF-16 unit takes up to nine bytes (%E2%82%AC); some room for the rest.
      sizeMax: 9 * textLengthMax + 65_536,
      excessMax: 64 * 1024 * 1024,
      timeoutMs,
    },
    tooLong,
  );
  if (parse === undefined) throw new AppError("content_required");
  const parameters = await parse(body, type);
  const content = parameters.get("content");
  if (content === undefined || content === null) throw new AppError("content_required");
  if (typeof content !== "string") throw bad("Parameter 'content' must be a text.");
  if (content.trim() === "") throw new AppError("content_required");
  if (content.length > textLengthMax) throw tooLong();
  if (content.includes("\0")) throw bad("Parameter 'content' must not hold a NUL character.");
  return { content, parameters };
}

export function bad(message: string): AppError {
  return new AppError("content_invalid", { message });
}

type Parser = (body: Buffer, type: string) => Promise<Map<string, unknown>>;

const PARSERS: Readonly<Record<string, Parser>> = {
  "application/json": async (body) => {
    const text = decodeUtf8(body);
    let value: unknown;
    try {
      value = text.trim() === "" ? {} : JSON.parse(text);
    } catch {
      throw bad("The body is not valid JSON.");
    }
    if (typeof value !== "object" || value === null || Array.isArray(value)) {
      throw bad('The JSON body must be an object such as {"content": "…"}.');
    }
    return new Map(Object.entries(value));
  },

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

function readMultipart(body: Buffer, type: string): Promise<Map<string, unknown>> {
  return new Promise<Map<string, unknown>>((resolve, reject) => {
    const parameters = new Map<string, unknown>();
    const parser = new Busboy({
      headers: { "content-type": type },
      // Fields come as bytes in latin1, so that broken UTF-8 is noticed and not replaced.
      defCharset: "latin1",
      limits: { fields: 50, files: 1, parts: 51, fieldSize: body.length, headerPairs: 50 },
    });
    parser.on("field", (name: string, value: string) => {
      try {
        addOnce(parameters, name, decodeUtf8(Buffer.from(value, "latin1")));
      } catch (error) {
        reject(error);
      }
    });
    parser.on("file", (_name: string, stream: NodeJS.ReadableStream) => {
      stream.resume();
      reject(bad("Files are not taken by this version: send the text as 'content'."));
    });
    parser.on("error", reject);
    parser.on("finish", () => resolve(parameters));
    parser.end(body);
  }).catch((error: unknown) => {
    throw error instanceof AppError ? error : bad("The multipart body is not valid.");
  });
}

function addOnce(parameters: Map<string, unknown>, name: string, value: string): void {
  if (parameters.has(name)) throw bad(`Parameter '${shown(name)}' was given more than once.`);
  parameters.set(name, value);
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
