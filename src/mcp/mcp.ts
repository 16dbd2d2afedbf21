// Tools for agents, over the Model Context Protocol: check a text or a file, rewrite, find places. This is the
// room's entry file. It knows the protocol (through the official SDK); what a tool does is injected.
import { setImmediate as turn } from "node:timers/promises";
import { createMcpHandler, fromJsonSchema, McpServer } from "@modelcontextprotocol/server";
import { serveStdio } from "@modelcontextprotocol/server/stdio";
import type { Static, TObject } from "typebox";
import { toAppError } from "../http/http.ts";
import type { Tool } from "./tools.ts";

export { findLongPart } from "./message-limits.ts";
export { createTools, FILE_BY_PATH, FILE_UPLOADED, type Tool, type ToolWork } from "./tools.ts";

type Release = { version: string };

/** Answers one message that came over HTTP. */
export function answerMessage(
  request: Request,
  message: unknown,
  tools: readonly Tool[],
  release: Release,
): Promise<Response> {
  const handler = createMcpHandler(() => buildMcpServer(tools, release), {
    // Nothing here changes on its own, so there is nothing to notify clients about.
    maxSubscriptions: 0,
  });
  return handler.fetch(request, { parsedBody: message });
}

/** Serves over standard input and output until the client closes them. */
export async function serveStandardStreams(
  tools: readonly Tool[],
  release: Release,
): Promise<void> {
  const closed = new Promise((resolve) => process.stdin.once("close", resolve));
  const connection = serveStdio(() => buildMcpServer(tools, release));
  await closed;
  await connection.close();
}

function buildMcpServer(tools: readonly Tool[], { version }: Release): McpServer {
  const server = new McpServer({ name: "lodestone", title: "Lodestone", version });
  for (const { name, title, description, input, run } of tools) {
    const inputSchema = fromJsonSchema<Static<TObject>>(input);
    // Tools only read and compute: they change nothing and contact no other host.
    const annotations = { readOnlyHint: true, openWorldHint: false };
    server.registerTool(name, { title, description, inputSchema, annotations }, async (given) => {
      try {
        const result = await run(given);
        // The answer about a long text is megabytes, and the SDK writes them again: others get their turns in between.
        await turn();
        // For clients without support for structured results.
        const text = JSON.stringify(result);
        await turn();
        return { content: [{ type: "text", text }], structuredContent: { ...result } };
      } catch (error) {
        return { isError: true, content: [{ type: "text", text: messageOf(error) }] };
      }
    });
  }
  return server;
}

/** The error an agent sees: the sentence the service would respond with. */
function messageOf(error: unknown): string {
  return toAppError(error).publicMessage;
}
