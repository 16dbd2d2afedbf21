// Sends the export. That of a data set of usual size is made once and kept, compressed as asked for; a larger one
// is streamed to a few clients at a time, compressed on the way: nobody holds the whole text in memory.
import { finished, Readable } from "node:stream";
import { constants, createBrotliCompress, createGzip } from "node:zlib";
import type { FastifyReply, FastifyRequest } from "fastify";
import {
  AppError,
  chooseEncoding,
  formatTimestamp,
  invalid,
  onceForVersion,
  prepareBody,
  readQuery,
  readText,
  type Server,
  sendPrepared,
} from "../../http/http.ts";
import type { Directory } from "../directory.ts";
import { EXPORT_FORMATS, type ExportFormat, exportDirectory } from "./export.ts";
import { mountOtherMethods } from "./read-routes.ts";
import { CACHE_CONTROL, EXPOSED, isUnchanged } from "./replies.ts";
import * as schemas from "./schemas-dataset.ts";

/** Markets of a data set whose export is kept: some 10 MB in each format. */
const KEPT_MARKETS_MAX = 50_000;
/** Each takes a part of the processor for as long as its client reads. */
const STREAMS_MAX = 4;

export function addExportRoute(
  scope: Server,
  current: () => Directory,
  { keptMarketsMax = KEPT_MARKETS_MAX } = {},
): void {
  const url = "/export";
  mountOtherMethods(scope, url);
  const kept = {
    json: keepExport("json", current),
    csv: keepExport("csv", current),
    ndjson: keepExport("ndjson", current),
    geojson: keepExport("geojson", current),
  };
  const stream = createStreams();
  scope.get(
    url,
    { schema: schemas.exportAll, config: { isQuiet: true } },
    async (request, reply) => {
      const directory = current();
      const format = readFormat(request.url);
      const { etag, dataset } = directory;
      reply.headers({
        etag,
        "cache-control": CACHE_CONTROL,
        vary: "accept-encoding",
        "access-control-allow-origin": "*",
        "access-control-expose-headers": EXPOSED,
      });
      if (isUnchanged(request.headers["if-none-match"], etag)) return reply.code(304).send();
      const isKept = dataset.markets.length <= keptMarketsMax;
      const body = isKept ? await kept[format]() : null;
      const pieces = body === null ? stream(directory, format) : null;
      reply.headers({
        "content-type": EXPORT_FORMATS[format],
        "content-disposition": `attachment; filename="lodestone-locations-${dataset.date}.${format}"`,
      });
      if (body !== null) return sendPrepared(request, reply, body);
      return sendStream(request, reply, pieces as Readable);
    },
  );
}

/** The whole export of the current data set, made once. */
function keepExport(format: ExportFormat, current: () => Directory) {
  return onceForVersion(
    () => current().etag,
    async () => {
      const chunks: Buffer[] = [];
      for (const chunk of inChunks(exportDirectory(current(), format, timestamp()))) {
        chunks.push(chunk);
        // Yields to other requests in between.
        await new Promise(setImmediate);
      }
      return prepareBody(Buffer.concat(chunks));
    },
  );
}

/** Opens streams of large exports, a few at a time. */
export function createStreams() {
  let running = 0;
  return (directory: Directory, format: ExportFormat): Readable => {
    if (running >= STREAMS_MAX) throw new AppError("overloaded");
    const pieces = inChunks(exportDirectory(directory, format, timestamp()));
    const stream = Readable.from(pieces, { objectMode: false });
    running++;
    finished(stream, () => running--);
    return stream;
  };
}

function sendStream(request: FastifyRequest, reply: FastifyReply, plain: Readable): FastifyReply {
  const encoding = chooseEncoding(request.headers["accept-encoding"]);
  if (encoding === "identity") return reply.send(plain);
  reply.header("content-encoding", encoding);
  const compress =
    encoding === "br"
      ? createBrotliCompress({ params: { [constants.BROTLI_PARAM_QUALITY]: 4 } })
      : createGzip({ level: 5 });
  // A client that leaves ends the source as well.
  finished(compress, () => plain.destroy());
  return reply.send(plain.pipe(compress));
}

const timestamp = () => formatTimestamp(Date.now());

function readFormat(url: string): ExportFormat {
  const text = readText(readQuery(url), "format") ?? "json";
  if (!Object.hasOwn(EXPORT_FORMATS, text)) {
    throw invalid("format", `must be one of ${Object.keys(EXPORT_FORMATS).join(", ")}`);
  }
  return text as ExportFormat;
}

/** Rows are small; joining them spares the stream thousands of tiny writes. */
function* inChunks(pieces: Generator<string>): Generator<Buffer> {
  let chunk = "";
  for (const piece of pieces) {
    chunk += piece;
    if (chunk.length > 65_536) {
      yield Buffer.from(chunk);
      chunk = "";
    }
  }
  if (chunk !== "") yield Buffer.from(chunk);
}
