// Texts and examples of the directory's documentation; example replies come from the running service.
import {
  AppError,
  type ClientReader,
  createOwnAddress,
  type DocsOptions,
  type ErrorCode,
  isJson,
} from "../http/http.ts";

export function describeService(appVersion: string) {
  return {
    openapi: "3.1.0",
    info: {
      title: "Lodestone location directory",
      version: appVersion,
      description:
        "India's states, districts and agricultural markets (mandis) with the ids of AGMARKNET 2.0. Public and read-only: no key, no limit by address. Answers may be cached; send `If-None-Match` to spare the download.",
      contact: { name: "The operator of this server" },
      license: { name: "Apache-2.0", identifier: "Apache-2.0" },
    },
    servers: [{ url: "/" }],
    tags: [
      { name: "Lists", description: "Whole lists, or parts of them." },
      { name: "Search", description: "Find records." },
      { name: "Records", description: "One record with its parents." },
      { name: "Places", description: "Points on the map, PIN codes, and languages of names." },
      { name: "About", description: "Health, counts and endpoints." },
      { name: "Data set", description: "Where the data comes from, and all of it at once." },
    ],
  };
}

/** Values for the example calls; all of them exist in the shipped data. */
const EXAMPLES = {
  state_id: 20,
  district_id: 364,
  market_id: 164,
  q: "पुणे",
  pincode: "411001",
  lat: 18.52,
  lon: 73.86,
};

const REFUSALS: Readonly<Record<number, ErrorCode>> = {
  400: "invalid_parameter",
  404: "endpoint_not_found",
  405: "method_not_allowed",
  500: "internal",
  503: "overloaded",
};

export function describeDocs({
  client,
  version,
}: {
  client: ClientReader;
  version: () => string;
}): DocsOptions {
  const text = (description: string, example: string) => ({
    description,
    schema: { type: "string" as const },
    example,
  });
  return {
    ownAddress: createOwnAddress({ client }),
    version,
    parameters: EXAMPLES,
    shorten: (_operation, contentType, body) =>
      isJson(contentType)
        ? JSON.stringify(JSON.parse(body, keepFew))
        : body.split("\n").slice(0, 3).join("\n"),
    reply(_operation, status) {
      const code = REFUSALS[status];
      if (code === undefined) return undefined;
      const { publicMessage: message } = new AppError(code);
      return { status: "error", message, timestamp: "2026-11-16T08:30:00" };
    },
    headers: {
      "X-Request-Id": text("Names the request in the server's log.", "pX3kQz81-2f"),
      ETag: text("Tag of the data, for `If-None-Match`.", 'W/"a1b2c3d4"'),
      "Cache-Control": text("How long the answer may be kept.", "public, max-age=300"),
      Allow: text("The methods this path takes.", "GET, HEAD, OPTIONS"),
      "Retry-After": {
        description: "Seconds to wait before the next try.",
        schema: { type: "integer", minimum: 1 },
        example: 1,
      },
    },
    headersOf: ({ id }, status) => [
      "X-Request-Id",
      "Cache-Control",
      ...(status < 400 && id !== "getHealth" ? ["ETag"] : []),
      ...(status === 405 ? ["Allow"] : []),
      ...(status === 503 ? ["Retry-After"] : []),
    ],
  };
}

/** A list in an example shows its first entries. */
function keepFew(_key: string, value: unknown): unknown {
  return Array.isArray(value) ? value.slice(0, 2) : value;
}
