// Sends the export, streamed and compressed on the way: nobody holds the whole text in memory.
import { Readable } from "node:stream";
import { constants, createBrotliCompress, createGzip } from "node:zlib";
import {
  chooseEncoding,
  formatTimestamp,
  invalid,
  readQuery,
  readText,
  type Server,
} from "../http/http.ts";
import type { Directory } from "./directory.ts";
import { EXPORT_FORMATS, type ExportFormat, exportDirectory } from "./export.ts";
import { mountOtherMethods } from "./read-routes.ts";
import { CACHE_CONTROL, EXPOSED, isUnchanged } from "./replies.ts";
import * as schemas from "./schemas-dataset.ts";

export function addExportRoute(scope: Server, current: () => Directory): void {
  const url = "/export";
  mountOtherMethods(scope, url);
  scope.get(url, { schema: schemas.exportAll, config: { isQuiet: true } }, (request, reply) => {
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
    reply.headers({
      "content-type": EXPORT_FORMATS[format],
      "content-disposition": `attachment; filename="lodestone-locations-${dataset.date}.${format}"`,
    });
    const pieces = inChunks(exportDirectory(directory, format, formatTimestamp(Date.now())));
    const plain = Readable.from(pieces, { objectMode: false });
    const encoding = chooseEncoding(request.headers["accept-encoding"]);
    if (encoding === "identity") return reply.send(plain);
    reply.header("content-encoding", encoding);
    const compress =
      encoding === "br"
        ? createBrotliCompress({ params: { [constants.BROTLI_PARAM_QUALITY]: 4 } })
        : createGzip({ level: 5 });
    return reply.send(plain.pipe(compress));
  });
}

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
