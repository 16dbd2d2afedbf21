// Strict form parsing for both services. Invalid UTF-8, a duplicate name or a misplaced part is status 400
// with a sentence; nothing is guessed.
import { Busboy } from "@fastify/busboy";
import { AppError } from "./app-error.ts";
import { createBreaks } from "./breaks.ts";

export type UploadedFile = {
  readonly name: string;
  readonly type: string;
  readonly bytes: Buffer;
};

export type MultipartForm = {
  readonly fields: Map<string, unknown>;
  /** The part named `file`. */
  readonly file: UploadedFile | undefined;
};

const PARTS_MAX = 50;
/** Headers of a part: a name, a file's name and a type. */
const PART_HEADERS_SIZE_MAX = 16_384;
/** Bytes parsed at a time: at worst some hundred parts, a few milliseconds. */
const SLICE_SIZE = 4096;

/** Parses a multipart body; at most one file, named `file`. Nothing is read beyond the first thing that is wrong. */
export async function readMultipart(
  body: Buffer,
  type: string,
  /** Called with the bytes that were given to the parser so far. */
  onRead: (size: number) => void = () => {},
): Promise<MultipartForm> {
  try {
    return await parse(body, type, onRead);
  } catch (error) {
    throw error instanceof AppError ? error : new AppError("invalid_multipart");
  }
}

async function parse(
  body: Buffer,
  type: string,
  onRead: (size: number) => void,
): Promise<MultipartForm> {
  const fields = new Map<string, unknown>();
  let file: UploadedFile | undefined;
  const parser = new Busboy({
    headers: { "content-type": type },
    // Every part comes as bytes: broken UTF-8 is noticed and not replaced, and a part that names
    // a charset is not decoded twice.
    isPartAFile: () => true,
    limits: {
      files: PARTS_MAX,
      parts: PARTS_MAX,
      headerPairs: 50,
      headerSize: PART_HEADERS_SIZE_MAX,
      fileSize: body.length + 1,
    },
  });
  const ended = Promise.withResolvers<void>();
  // Awaited only at the end, unless it is refused before.
  ended.promise.catch(() => {});
  let isRefused = false;
  const refuse = (error: unknown) => {
    isRefused = true;
    ended.reject(error);
  };
  const isWhole = followParts(parser, refuse);
  const tooMany = () => {
    const message = `A multipart body has at most ${PARTS_MAX} parts.`;
    refuse(new AppError("too_many_parts", { message }));
  };
  parser.on("filesLimit", tooMany).on("partsLimit", tooMany);
  parser.on("file", (name, stream, filename: string | undefined, _encoding, mimeType: string) => {
    // Before anything else: a body that ends inside a skipped part emits 'error', and an unhandled 'error' event
    // crashes the process.
    stream.on("error", refuse);
    if (filename !== undefined && name !== "file") {
      stream.resume();
      refuse(new AppError("misnamed_file", { param: shownName(name) }));
      return;
    }
    const pieces: Buffer[] = [];
    stream.on("data", (piece: Buffer) => pieces.push(piece));
    stream.on("end", () => {
      try {
        const bytes = Buffer.concat(pieces);
        if (name !== "file") addOnce(fields, name, decodeUtf8(bytes));
        // A browser sends an empty part for a file that was not chosen.
        else if (filename !== "" || bytes.length > 0) {
          if (file !== undefined) throw givenTwice(name);
          file = { name: filename ?? "", type: mimeType, bytes };
        }
      } catch (error) {
        refuse(error);
      }
    });
  });
  parser.on("error", refuse);
  parser.on("finish", () => ended.resolve());

  const breathe = createBreaks();
  for (let at = 0; at < body.length && !isRefused; at += SLICE_SIZE) {
    const slice = body.subarray(at, at + SLICE_SIZE);
    onRead(at + slice.length);
    // Until the parser has taken it, or has ended: after the last delimiter it takes nothing more.
    await Promise.race([
      new Promise<void>((resolve) => parser.write(slice, () => resolve())),
      ended.promise,
    ]);
    await breathe();
  }
  // Headers without an end: the parser would wait for it forever.
  if (!isWhole()) refuse(new Error("The last part has no end of its headers."));
  if (!isRefused) parser.end();
  await ended.promise;
  return { fields, file };
}

/** Parts the parser skips (one too many) have no error listener, and an unhandled 'error' event crashes the process. A
 * part whose headers don't end is skipped without a word. The parser exposes its parts only internally. */
function followParts(
  parser: InstanceType<typeof Busboy>,
  refuse: (error: unknown) => void,
): () => boolean {
  type Inside = { _parser?: { parser?: NodeJS.EventEmitter } };
  // oxlint-disable-next-line no-underscore-dangle -- busboy has no public name for it.
  const dicer = (parser as unknown as Inside)._parser?.parser;
  if (dicer === undefined) throw new Error("The multipart parser has changed: read followParts.");
  let begun = 0;
  let headed = 0;
  dicer.on("part", (part: NodeJS.EventEmitter) => {
    part.on("error", () => {});
    part.on("header", () => headed++);
    if (begun > headed) refuse(new Error("A part has no end of its headers."));
    begun++;
  });
  return () => begun === headed;
}

const FIELDS_MAX = 1000;
const AMPERSAND = 0x26;

/** For forms in URL encoding: a megabyte of short fields takes far longer to read than a megabyte of text. */
export function checkFormLimits(body: Uint8Array): void {
  let fields = 1;
  for (const byte of body) if (byte === AMPERSAND) fields++;
  if (fields > FIELDS_MAX) {
    const message = `The form has too many fields: at most ${FIELDS_MAX}.`;
    throw new AppError("too_many_fields", { message });
  }
}

export function addOnce(fields: Map<string, unknown>, name: string, value: string): void {
  if (fields.has(name)) throw givenTwice(name);
  fields.set(name, value);
}

export function givenTwice(name: string): AppError {
  const param = shownName(name);
  const message = `Parameter '${param}' was given more than once.`;
  return new AppError("repeated_parameter", { message, param });
}

const utf8 = new TextDecoder("utf-8", { fatal: true, ignoreBOM: true });

export function decodeUtf8(body: Uint8Array): string {
  try {
    return utf8.decode(body);
  } catch {
    throw new AppError("invalid_utf8");
  }
}

/** Names come from the caller; long or unusual ones are not repeated in full. */
export function shownName(name: string): string {
  return name.slice(0, 40).replace(/[^\w .-]/g, "?");
}
