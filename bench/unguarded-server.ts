// The reference of the authenticity benchmark: the same server, content reading and detector with no
// guard in front (no key, limits, quota or count), and a bare route that refuses everything.
import { mkdtempSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { openDetector } from "../src/detector/detector.ts";
import { openFileReader } from "../src/files/files.ts";
import {
  buildServer,
  createClientReader,
  createLog,
  createMetrics,
  createRequestIds,
  listen,
  openLocalCertificate,
} from "../src/http/http.ts";
import { openBodyParser, readInput } from "../src/input/input.ts";
import { RELEASED_MODELS } from "../src/release.ts";

const detector = await openDetector({ modelDir: RELEASED_MODELS, workers: 1, queueMax: 32 });
const server = buildServer({
  log: createLog({ level: "silent" }),
  metrics: createMetrics({ version: "0.0.0" }),
  nextRequestId: createRequestIds(),
  client: createClientReader([]),
});
server.removeAllContentTypeParsers();
server.addContentTypeParser("*", (_request, _payload, done) => done(null));
const sizes = { textLengthMax: 100_000, fileSizeMax: 10_485_760 };
const files = openFileReader({ ...sizes, processes: 1, queueMax: 8 });
const limits = { ...sizes, files, bodies: openBodyParser(), timeoutMs: 20_000 };
const owner = { account: "bench", signal: new AbortController().signal };
server.post("/v1/detect", async (request) => {
  const { content } = await readInput(request, limits, owner);
  return detector.detect(content);
});
const refusal = JSON.stringify({
  error: {
    message: "Invalid API Key or Domain Not Authorized",
    type: "authentication_error",
  },
  request_id: "0123456789-abc",
});
server.post("/bare", (_request, reply) =>
  reply.code(401).header("content-type", "application/json; charset=utf-8").send(refusal),
);
const certificate = await openLocalCertificate({
  folder: mkdtempSync(join(tmpdir(), "lodestone-unguarded-")),
  host: "127.0.0.1",
  nowMs: Date.now(),
});
const { httpsPort } = await listen(server, {
  host: "127.0.0.1",
  httpPort: 0,
  httpsPort: 0,
  certificate,
});
console.log(httpsPort);
