// POST /v1/mcp: the Model Context Protocol for agents with a key. Every rule of this service applies: a message
// counts as one request against the rate limit, a tool call on a text as one check where it is answered.
import { setImmediate as turn } from "node:timers/promises";
import type { FastifyReply, FastifyRequest, FastifySchema } from "fastify";
import type { Detector } from "../detector/detector.ts";
import { AppError, type Server } from "../http/http.ts";
import {
  checkContent,
  describeAsked,
  type Input,
  type InputLimits,
  type InputOwner,
  keepDetection,
  keepRewrite,
  readBody,
  readRewriteOptions,
  readUploadedFile,
  refuseEncoding,
  requireWords,
  requireWordsToRewrite,
  runRewrite,
  withInput,
} from "../input/input.ts";
import { answerMessage, createTools, FILE_UPLOADED, findLongPart, type Tool } from "../mcp/mcp.ts";
import { isDetectionCharged, isRewriteCharged } from "../metering/metering.ts";
import type { Rewriter } from "../rewriter/rewriter.ts";
import type { Guard } from "./guard.ts";
import { mcp } from "./mcp-schema.ts";
import { createTestDetector, createTestRewriter, isTestWord } from "./test-keys.ts";

export type McpOptions = {
  guard: Guard;
  detector: Detector;
  rewriter: Rewriter;
  limits: InputLimits;
  findPlaces: ((parameters: URLSearchParams) => Promise<object>) | undefined;
  appVersion: string;
};

export function addMcpRoute(scope: Server, options: McpOptions): void {
  // The protocol's library decides on the status, so it is not narrowed to those described.
  const schema: FastifySchema = mcp;
  scope.post("/mcp", { schema, onRequest: options.guard.admit }, async (request, reply) => {
    const requester = options.guard.requester(request);
    const message = await readMessage(request, options.limits, requester);
    // Taking over a message with a file takes as long as the SDK does at its first call.
    await turn();
    const { signal } = requester;
    const asked = new Request("https://localhost/v1/mcp", {
      method: "POST",
      headers: headersOf(request),
      signal,
    });
    const tools = toolsFor(request, reply, options);
    const answer = await answerMessage(asked, message, tools, { version: options.appVersion });
    const body = Buffer.from(await answer.arrayBuffer());
    const type = answer.headers.get("content-type");
    if (type !== null) reply.header("content-type", type);
    return reply.code(answer.status).send(body);
  });
}

function toolsFor(
  request: FastifyRequest,
  reply: FastifyReply,
  { guard, limits, findPlaces, ...live }: McpOptions,
): Tool[] {
  const requester = guard.requester(request);
  const isTest = guard.isTest(request);
  const detector = isTest ? createTestDetector(live.detector.version) : live.detector;
  const rewriter = isTest ? createTestRewriter(live.detector.version) : live.rewriter;
  const detect = async (
    input: Pick<Input, "content" | "format" | "name" | "identity">,
    explain = false,
  ) => {
    requireWords(input);
    const { result, counted } = await guard.metered(request, reply, {
      endpoint: "detect",
      body: input.identity,
      work: () => detector.detect(input.content, { ...requester, explain }),
      isCharged: isDetectionCharged,
      kept: (result) => keepDetection(result, input),
    });
    return { ...withInput(result, input), counted };
  };
  const asText = (text: string) => {
    const content = checkContent(text, limits.textLengthMax);
    return { content, format: undefined, name: undefined, identity: content };
  };
  return createTools(FILE_UPLOADED, {
    checkText: ({ text, explain }) => detect(asText(text), explain),
    checkFile: async ({ name, data, explain }) => {
      const bytes = Buffer.from(data, "base64");
      const file = { bytes, name, type: "" };
      return detect(await readUploadedFile(file, limits, requester), explain);
    },
    rewriteText: async ({ text, ...given }) => {
      const input = asText(text);
      const asked = readRewriteOptions(new Map(Object.entries(given)));
      const { content } = input;
      if (!isTest || !isTestWord(content)) requireWordsToRewrite(input);
      const { result, counted } = await guard.metered(request, reply, {
        endpoint: "regenerate",
        body: describeAsked(content, asked),
        work: () => runRewrite(rewriter, content, { ...asked, ...requester }),
        isCharged: isRewriteCharged,
        kept: (result) => keepRewrite(result, input),
      });
      return { ...result, counted };
    },
    findPlaces,
  });
}

async function readMessage(
  request: FastifyRequest,
  limits: InputLimits,
  owner: InputOwner,
): Promise<unknown> {
  const { textLengthMax, fileSizeMax, timeoutMs } = limits;
  refuseEncoding(request);
  // In JSON a UTF-16 unit takes up to six bytes (\u20ac), in base64 three bytes take four.
  const sizeMax = Math.max(6 * textLengthMax, Math.ceil((fileSizeMax * 4) / 3)) + 65_536;
  const bytes = await readBody(
    request.raw,
    { sizeMax, excessMax: 64 * 1024 * 1024, timeoutMs },
    (headers) => new AppError("body_too_large", { message: "The message is too long.", headers }),
  );
  // Within the limits on values and depth, whatever media type the body claims to have.
  const message = await limits.bodies.parse({ bytes, kind: "json" }, owner);
  // One message counts as one request against the rate limit.
  if (Array.isArray(message)) throw new AppError("several_messages");
  const problem = findLongPart(message);
  if (problem !== null) throw new AppError("message_part_too_long", { message: problem });
  return message;
}

/** The protocol's headers only; the key is not passed on. */
function headersOf({ headers }: FastifyRequest): Headers {
  const kept = new Headers();
  for (const [name, value] of Object.entries(headers)) {
    if (typeof value === "string" && /^(accept|content-type|mcp-[a-z-]+)$/.test(name))
      kept.set(name, value);
  }
  return kept;
}
