// The text authenticity service: is a text written by an AI, and a plainer version of it.
import type {
  BatchItem,
  BatchReply,
  Detection,
  DetectOptions,
  Models,
  OfFile,
  Report,
  ReportOptions,
  Rewrite,
  RewriteEvent,
  RewriteOptions,
  TextOutcome,
  Usage,
} from "./authenticity-types.ts";
import { BATCH_SIZE_MAX, inBatches, toOutcomes } from "./batches.ts";
import { readEnvironment } from "./environment.ts";
import { createJobs, type Jobs } from "./jobs.ts";
import { encodeFile } from "./multipart.ts";
import type { Shape } from "./read-reply.ts";
import { type Call, createRequester } from "./request.ts";
import { readRewriteEvents } from "./rewrite-events.ts";
import { sleep } from "./settings.ts";
import {
  type CallOptions,
  type ConnectionOptions,
  type CountedCallOptions,
  DEFAULTS,
} from "./types.ts";

/**
 * What the text service's client can be made with.
 *
 * @example
 * ```ts
 * import { type AuthenticityOptions, createAuthenticity } from "@lodestone/client";
 *
 * const options: AuthenticityOptions = {
 *   baseUrl: "https://lodestone.example/v1",
 *   apiKey: "ls_test_your_key",
 *   origin: "https://example.com",
 * };
 * console.log((await createAuthenticity(options).getUsage()).remaining);
 * ```
 */
export type AuthenticityOptions = ConnectionOptions & {
  /**
   * The secret key of the dashboard; when left out, that of the environment variable `LODESTONE_API_KEY`, which
   * is never sent over plain HTTP. Only `listModels` does without.
   */
  apiKey?: string | undefined;
  /** The domain the key is registered for. A browser sends that of the page, whatever is set here. */
  origin?: string | undefined;
  /**
   * Lets a key be sent to an `http://` address. The service refuses it there and marks the key as
   * exposed, so this serves tests, and a proxy on the same machine that adds the encryption.
   */
  allowPlainHttp?: boolean | undefined;
  /** Makes idempotency keys; `crypto.randomUUID` unless a test wants to know them. */
  createId?: (() => string) | undefined;
};

/**
 * How `detectAll` works.
 *
 * @example
 * ```ts
 * import { createClient, type DetectAllOptions } from "@lodestone/client";
 *
 * const client = createClient({
 *   baseUrl: "https://lodestone.example",
 *   apiKey: "ls_test_your_key",
 *   origin: "https://example.com",
 * });
 * const options: DetectAllOptions = { batchSize: 20, timeoutMs: 600_000 };
 * for await (const outcome of client.authenticity.detectAll(["One text.", "Another."], options)) {
 *   console.log(outcome.index, outcome.ok);
 * }
 * ```
 */
export type DetectAllOptions = CallOptions & {
  /** Texts in one request, 1 to 100; 100 when left out. */
  batchSize?: number | undefined;
};

/**
 * The calls of the text service.
 *
 * @example
 * ```ts
 * import { type Authenticity, createClient } from "@lodestone/client";
 *
 * async function isSuspect(authenticity: Authenticity, text: string): Promise<boolean> {
 *   return (await authenticity.detect(text)).final_probability >= 70;
 * }
 * const client = createClient({
 *   baseUrl: "https://lodestone.example",
 *   apiKey: "ls_test_your_key",
 *   origin: "https://example.com",
 * });
 * console.log(await isSuspect(client.authenticity, "The text to check."));
 * ```
 */
export type Authenticity = {
  /** How likely the text was written by an AI, overall and sentence by sentence. One check. */
  detect(content: string, options?: DetectOptions & CountedCallOptions): Promise<Detection>;
  /** The same for a file: plain text, Markdown, HTML, PDF, DOCX or ODT. One check. */
  detectFile(
    file: Blob,
    options?: DetectOptions & CountedCallOptions & FileName,
  ): Promise<OfFile<Detection>>;
  /**
   * The check as an HTML page or a PDF to hand over. One check; none with the `idempotencyKey` under
   * which `detect` answered the same text within 24 hours.
   */
  report(content: string, options?: ReportOptions & CountedCallOptions): Promise<Report>;
  /** A plainer, more natural version of the text with the same meaning. One check. */
  regenerate(content: string, options?: RewriteOptions & CountedCallOptions): Promise<Rewrite>;
  /**
   * The same, sentence by sentence: each as soon as it is final, in whatever order, and the whole answer as the last
   * event. Leaving the loop stops the work. A lost stream is not repeated; with an `idempotencyKey` you may repeat it.
   */
  regenerateStream(
    content: string,
    options?: RewriteOptions & CountedCallOptions,
  ): AsyncGenerator<RewriteEvent, void, undefined>;
  /** The same for a file. One check. */
  regenerateFile(
    file: Blob,
    options?: RewriteOptions & CountedCallOptions & FileName,
  ): Promise<OfFile<Rewrite>>;
  /** Up to 100 texts in one request, answered in order. One check for each result. */
  detectBatch(items: readonly BatchItem[], options?: CountedCallOptions): Promise<BatchReply>;
  /**
   * Any number of texts, sent in batches and given back one by one, in order; no more than a batch is
   * held at a time. A text that is refused (or for which no check was left) is an outcome like any
   * other; a call that fails altogether ends the loop with its error.
   */
  detectAll(
    texts: Iterable<string | BatchItem> | AsyncIterable<string | BatchItem>,
    options?: DetectAllOptions,
  ): AsyncGenerator<TextOutcome, void, undefined>;
  /** Long texts, files and up to 5,000 texts, processed in the background. */
  jobs: Jobs;
  /** Checks used and left today. Costs no check. */
  getUsage(options?: CallOptions): Promise<Usage>;
  /** The models in use; open to everyone. */
  listModels(options?: CallOptions): Promise<Models>;
};

/**
 * The name a file is sent under; that of a `File` is known, a `Blob` has none.
 *
 * @example
 * ```ts
 * import { createClient, type FileName } from "@lodestone/client";
 *
 * const client = createClient({
 *   baseUrl: "https://lodestone.example",
 *   apiKey: "ls_test_your_key",
 *   origin: "https://example.com",
 * });
 * const named: FileName = { fileName: "essay.md" };
 * const file = new Blob(["# Essay\n\nThe text to check."], { type: "text/markdown" });
 * console.log((await client.authenticity.detectFile(file, named)).input_type);
 * ```
 */
export type FileName = { fileName?: string | undefined };

const DETECTION: Shape = {
  ai_probability: "number",
  human_probability: "number",
  final_probability: "number",
  verdict: "string",
  segments: "array",
};
const REWRITE: Shape = { regenerated: "boolean", humanized_text: "string" };

/**
 * A client of the text service alone; `baseUrl` ends in `/v1`.
 *
 * @example
 * ```ts
 * import { createAuthenticity } from "@lodestone/client";
 *
 * const authenticity = createAuthenticity({
 *   baseUrl: "https://lodestone.example/v1",
 *   apiKey: "ls_test_your_key",
 *   origin: "https://example.com",
 * });
 * const result = await authenticity.detect("The text to check, ideally fifty words or more.");
 * console.log(`${result.verdict} (${result.final_probability} %)`);
 * ```
 */
export function createAuthenticity(given: AuthenticityOptions): Authenticity {
  const options = { ...given, apiKey: given.apiKey ?? keyOfEnvironment(given) };
  checkCredentials(options);
  const { createId = () => crypto.randomUUID() } = options;
  const requester = createRequester(
    { ...options, headers: credentialsOf(options) },
    { limits: DEFAULTS.authenticity, redirect: "manual" },
  );

  const post = async <T>(
    path: string,
    shape: Shape,
    pendingBody: Call["body"] | Promise<Call["body"]>,
    callOptions: CountedCallOptions = {},
  ) => {
    const body = await pendingBody;
    const idempotencyKey = callOptions.idempotencyKey ?? createId();
    return requester.json<T>({ method: "POST", path, shape, body, idempotencyKey }, callOptions);
  };

  const detectBatch: Authenticity["detectBatch"] = (items, options) =>
    post("/detect/batch", { results: "array" }, json({ items }), options);

  return {
    detect: (content, { explain, ...options } = {}) =>
      post("/detect", DETECTION, json({ content, explain }), options),

    detectFile(file, { explain, ...options } = {}) {
      const fields = { explain: explain === true ? "true" : undefined };
      return post("/detect", DETECTION, encodeFile(file, nameOf(file, options), fields), options);
    },

    async report(content, { format = "html", paper, title, ...options } = {}) {
      const { idempotencyKey = createId() } = options;
      const body = json({ content, format, paper, title });
      const call: Call = { method: "POST", path: "/report", body, idempotencyKey };
      const { body: bytes, headers } = await requester.stream(call, options);
      const type = headers.get("content-type") ?? "";
      const document = await new Response(bytes, { headers: { "content-type": type } }).blob();
      const named = /filename="([^"]+)"/.exec(headers.get("content-disposition") ?? "");
      return { document, fileName: named?.[1] ?? `report.${format}` };
    },

    regenerate: (content, { strength, keep, sentences, alternatives, ...options } = {}) =>
      post(
        "/regenerate",
        REWRITE,
        json({ content, strength, keep, sentences, alternatives }),
        options,
      ),

    async *regenerateStream(
      content,
      { strength, keep, sentences, alternatives, idempotencyKey = createId(), ...options } = {},
    ) {
      const { body, headers } = await requester.stream(
        {
          method: "POST",
          path: "/regenerate",
          accept: "text/event-stream",
          body: json({ content, strength, keep, sentences, alternatives }),
          idempotencyKey,
        },
        options,
      );
      yield* readRewriteEvents(body, {
        idempotencyKey,
        requestId: headers.get("x-request-id") ?? undefined,
      });
    },

    regenerateFile(file, { strength, keep, sentences, alternatives, ...options } = {}) {
      // A form names a parameter once; the phrases stand on lines of their own.
      const fields = {
        strength,
        keep: keep?.join("\n"),
        sentences: sentences?.join(","),
        alternatives: alternatives?.toString(),
      };
      const body = encodeFile(file, nameOf(file, options), fields);
      return post("/regenerate", REWRITE, body, options);
    },

    detectBatch,

    async *detectAll(texts, { batchSize = BATCH_SIZE_MAX, ...options } = {}) {
      if (!(batchSize >= 1 && batchSize <= BATCH_SIZE_MAX)) {
        throw new TypeError(`batchSize must be from 1 to ${BATCH_SIZE_MAX}; it is ${batchSize}.`);
      }
      let count = 0;
      for await (const items of inBatches(texts, batchSize)) {
        const reply = await detectBatch(items, options);
        yield* toOutcomes(items, reply, count);
        count += items.length;
      }
    },

    jobs: createJobs({ requester, createId, sleep: options.sleep ?? sleep }),

    getUsage: (options) =>
      requester.json({ method: "GET", path: "/usage", shape: { used: "number" } }, options),

    listModels: (options) =>
      requester.json({ method: "GET", path: "/models", shape: { models: "array" } }, options),
  };
}

/** A program that uses a directory over plain HTTP may have a key in its environment for something else. */
function keyOfEnvironment({ baseUrl, allowPlainHttp }: AuthenticityOptions): string | undefined {
  const isPrivate = allowPlainHttp === true || /^\s*https:/i.test(baseUrl);
  return isPrivate ? readEnvironment("LODESTONE_API_KEY") : undefined;
}

/** Fails early on what could never work; neither message repeats the key. */
function checkCredentials({ baseUrl, apiKey, origin, allowPlainHttp }: AuthenticityOptions): void {
  for (const [name, value] of Object.entries({ apiKey, origin })) {
    if (value !== undefined && !/^[\x21-\x7e]+$/.test(value)) {
      throw new TypeError(`${name} holds characters that can't be sent, or none at all.`);
    }
  }
  // A key sent over plain HTTP must be considered stolen, so it is not sent at all.
  if (apiKey !== undefined && allowPlainHttp !== true && /^\s*http:/i.test(baseUrl)) {
    throw new TypeError(
      "An API key is sent over https:// only: change baseUrl, or leave apiKey out.",
    );
  }
}

function credentialsOf({ apiKey, origin, headers }: AuthenticityOptions) {
  return () => ({
    ...(typeof headers === "function" ? headers() : headers),
    ...(apiKey === undefined ? {} : { "x-api-key": apiKey }),
    // Browsers drop this header and send that of the page.
    ...(origin === undefined ? {} : { origin }),
  });
}

function json(value: unknown): { contentType: string; data: string } {
  return { contentType: "application/json", data: JSON.stringify(value) };
}

function nameOf(file: Blob, options: FileName | undefined): string {
  const { name } = file as { name?: unknown };
  return options?.fileName ?? (typeof name === "string" ? name : "file");
}
