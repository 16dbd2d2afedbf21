// Texts and examples of the directory's documentation; example replies come from the running service.
import {
  AppError,
  type ClientReader,
  createOwnAddress,
  type DocsOptions,
  detailsOf,
  docUrl,
  type ErrorCode,
  isJson,
} from "../../http/http.ts";

export function describeService(appVersion: string) {
  return {
    openapi: "3.1.0",
    info: {
      title: "Lodestone location directory",
      version: appVersion,
      description:
        "India's states, districts and agricultural markets (mandis) with the ids of AGMARKNET 2.0. Public and read-only: no key, no rate limit per address. Responses may be cached; send `If-None-Match` to avoid repeated downloads.",
      contact: { name: "The operator of this server" },
      license: { name: "Apache-2.0", identifier: "Apache-2.0" },
    },
    servers: [{ url: "/" }],
    tags: [
      { name: "Lists", description: "Lists of records, whole or in pages." },
      { name: "Search", description: "Find records by name." },
      { name: "Records", description: "Single records with their parents." },
      { name: "Places", description: "Coordinates, PIN codes and languages." },
      { name: "About", description: "Health, counts and endpoints." },
      { name: "Data set", description: "Origin of the data, and download of all of it." },
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
      const error = new AppError(code, code === "invalid_parameter" ? { param: "limit" } : {});
      const details = detailsOf(error, docUrl("https://lodestone.example", code));
      const timestamp = "2026-11-16T08:30:00";
      return { status: "error", message: error.publicMessage, ...details, timestamp };
    },
    headers: {
      "X-Request-Id": text("Id of the request, as in the server's log.", "pX3kQz81-2f"),
      ETag: text("Version of the data, for `If-None-Match`.", 'W/"a1b2c3d4"'),
      "Cache-Control": text("How long the response may be cached.", "public, max-age=300"),
      Allow: text("Methods that this path supports.", "GET, HEAD, OPTIONS"),
      "Retry-After": {
        description: "Seconds to wait before retrying.",
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
