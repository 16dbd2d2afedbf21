// The documentation of a service: its OpenAPI document, and a page (Scalar's API reference, served from here)
// that shows it. Both contain the address under which the reader reached the server.
import type { FastifySchema } from "fastify";
import { type SampleKey, writeSamples } from "./code-samples.ts";
import {
  type ApiDocument,
  type DocumentExtras,
  finishDocument,
  type Operation,
  operationsOf,
} from "./openapi-document.ts";
import type { OwnAddress } from "./own-address.ts";
import { onceForVersion, type PreparedBody, prepareBody, sendPrepared } from "./prepared-body.ts";
import {
  REFERENCE_SCRIPT,
  readReferenceScript,
  referenceHeaders,
  writeReference,
} from "./reference-page.ts";
import type { Server } from "./server.ts";

export type DocsOptions = Omit<DocumentExtras, "reply"> & {
  ownAddress: OwnAddress;
  /** Example replies; undefined for those that are fetched from the running service. */
  reply?: DocumentExtras["reply"];
  /** Shortens a real reply that is too long to show. */
  shorten?: (operation: Operation, contentType: string, body: string) => string;
  /** Version of the data in the example replies; they are fetched again when it changes. */
  version?: () => string;
  /** File names for replies that are saved, by operation id. */
  savedAs?: Readonly<Record<string, string>>;
};

/** Addresses whose documents are cached; bounded, because callers choose the Host header. */
const ADDRESSES_MAX = 8;

/** Adds `/openapi.json`, `/docs` and the page's script below the scope's own prefix. */
export function addDocsPage(scope: Server, options: DocsOptions): void {
  const route = { schema: { hide: true } as FastifySchema, config: { isQuiet: true } };
  const { ownAddress, version = () => "" } = options;
  const finished = onceForVersion(version, async () => {
    const raw = scope.swagger() as ApiDocument;
    const asked = await askForReplies(scope, raw, options);
    const reply: DocumentExtras["reply"] = (operation, status, type) =>
      options.reply?.(operation, status, type) ?? asked.get(`${operation.id} ${status} ${type}`);
    return finishDocument(raw, { ...options, reply });
  });
  const byAddress = new Map<string, () => Promise<PreparedBody>>();
  const openapiFor = (address: string): Promise<PreparedBody> => {
    const known =
      byAddress.get(address) ??
      onceForVersion(version, async () => {
        const document = addAddress(await finished(), address, options);
        return prepareBody(Buffer.from(JSON.stringify(document)));
      });
    // Least recently used first.
    byAddress.delete(address);
    byAddress.set(address, known);
    const [oldest = ""] = byAddress.keys();
    if (byAddress.size > ADDRESSES_MAX) byAddress.delete(oldest);
    return known();
  };

  scope.get("/openapi.json", route, async (request, reply) => {
    reply.headers({
      "content-type": "application/json; charset=utf-8",
      "access-control-allow-origin": "*",
      "cache-control": "no-cache",
    });
    return sendPrepared(request, reply, await openapiFor(ownAddress(request.raw)));
  });
  scope.get(`/docs/${REFERENCE_SCRIPT}`, route, async (request, reply) => {
    reply.headers({
      "content-type": "text/javascript; charset=utf-8",
      "cache-control": "public, max-age=86400",
    });
    return sendPrepared(request, reply, await readReferenceScript());
  });
  scope.get("/docs", route, async (request, reply) => {
    const { title } = (scope.swagger() as ApiDocument).info;
    return reply
      .headers(referenceHeaders(ownAddress(request.raw)))
      .send(writeReference(title, scope.prefix));
  });
}

/** Fetches an example from the running service for every plain GET that needs only its example parameters. */
async function askForReplies(scope: Server, document: ApiDocument, options: DocsOptions) {
  const replies = new Map<string, unknown>();
  for (const operation of operationsOf(document)) {
    const { id, about, method } = operation;
    const isOpen = (about.security ?? []).length === 0;
    if (method !== "get" || !isOpen) continue;
    const okay = about.responses?.["200"] as { content?: Record<string, unknown> } | undefined;
    for (const type of Object.keys(okay?.content ?? {})) {
      const url = exampleUrl(operation, options.parameters, FORMATS[type]);
      const { statusCode, body } = await scope.inject({ method: "GET", url });
      if (statusCode !== 200) continue;
      const shown = options.shorten?.(operation, type, body) ?? body;
      replies.set(`${id} 200 ${type}`, isJson(type) ? JSON.parse(shown) : shown);
    }
  }
  return replies;
}

/** What `format` asks for to get a reply of this type. */
const FORMATS: Readonly<Record<string, string>> = {
  "text/csv": "csv",
  "application/x-ndjson": "ndjson",
  "application/geo+json": "geojson",
};

/** Any JSON media type, such as `application/geo+json`. */
export function isJson(contentType: string): boolean {
  return contentType === "application/json" || contentType.endsWith("+json");
}

function addAddress(document: ApiDocument, address: string, options: DocsOptions): ApiDocument {
  const addressed = structuredClone(document);
  addressed.servers = [{ url: address }];
  for (const operation of operationsOf(addressed)) {
    const { method, id, about } = operation;
    const samples = writeSamples({
      method,
      url: address + exampleUrl(operation, options.parameters),
      key: keyOf(about),
      body: options.requests?.[id]?.["application/json"],
      upload: (options.requests?.[id]?.["multipart/form-data"] as { file?: string } | undefined)
        ?.file,
      accept: acceptOf(about),
      saveAs: options.savedAs?.[id],
    });
    Object.assign(about, { "x-codeSamples": samples });
  }
  return addressed;
}

function keyOf({ security = [] }: Operation["about"]): SampleKey | undefined {
  if (security.length === 0) return undefined;
  return security.some((scheme) => "managementKey" in scheme) ? "management" : "live";
}

/** Where an answer may be a stream of events, clients say that they take it. */
function acceptOf({ responses }: Operation["about"]): string | undefined {
  const okay = responses?.["200"] as { content?: Record<string, unknown> } | undefined;
  const isStream = okay?.content !== undefined && "text/event-stream" in okay.content;
  return isStream ? "application/json, text/event-stream" : undefined;
}

/** The path with example values; lists are asked for their first entries. */
function exampleUrl(
  { path, about }: Operation,
  examples: DocsOptions["parameters"],
  format?: string,
): string {
  let url = path;
  const query = new URLSearchParams();
  for (const given of about.parameters ?? []) {
    if (!("name" in given)) continue;
    const { name, required } = given;
    const value = examples[name];
    if (given.in === "path") url = url.replace(`{${name}}`, String(value));
    if (given.in !== "query") continue;
    if (required === true) query.set(name, String(value));
    else if (name === "limit") query.set(name, "2");
    else if (name === "format" && format !== undefined) query.set(name, format);
  }
  return query.size === 0 ? url : `${url}?${query}`;
}
