// What /v1/mcp takes and answers, as far as OpenAPI can say it: messages of JSON-RPC 2.0. The tools and their inputs are
// listed by the protocol itself (`tools/list`).
import { Type } from "typebox";
import { SimpleError } from "./reply-schemas.ts";
import { errorReplies, json, keyed } from "./schemas.ts";

const Id = Type.Union([Type.String(), Type.Integer(), Type.Null()]);
const Fields = Type.Object({}, { additionalProperties: true });

const Request = Type.Object(
  {
    jsonrpc: Type.Literal("2.0"),
    id: Type.Optional(Type.Union([Type.String(), Type.Integer()])),
    method: Type.String({ description: "`initialize`, `tools/list`, `tools/call`, …" }),
    params: Type.Optional(Fields),
  },
  { title: "McpRequest" },
);
const Response = Type.Object(
  {
    jsonrpc: Type.Literal("2.0"),
    id: Id,
    result: Type.Optional(Fields),
    error: Type.Optional(
      Type.Object(
        { code: Type.Integer(), message: Type.String(), data: Type.Optional(Type.Unknown()) },
        { title: "McpError" },
      ),
    ),
  },
  { title: "McpResponse" },
);

export const mcp = {
  tags: ["Agents"],
  operationId: "mcp",
  summary: "Tools for agents, over the Model Context Protocol",
  description:
    "Streamable HTTP without sessions: one message a request, with `Accept: application/json, text/event-stream`. Use a library of the protocol; `tools/list` describes the tools. Every message counts against the rate limit; a tool call that checks or rewrites a text costs one check where `counted` is true.",
  ...keyed,
  body: { content: { "application/json": { schema: Request } } },
  response: {
    200: {
      description: "The response, as one event or as JSON.",
      content: {
        "text/event-stream": { schema: Type.String() },
        "application/json": { schema: Response },
      },
    },
    202: { description: "A notification was accepted." },
    400: json("This is no message, or it is too large.", Type.Union([SimpleError, Response])),
    406: json("`Accept` lacks `application/json` or `text/event-stream`.", Response),
    415: json("`Content-Type` is not `application/json`.", Response),
    ...errorReplies(401, 429),
  },
};
