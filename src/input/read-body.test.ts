import { once } from "node:events";
import { createServer, request } from "node:http";
import type { AddressInfo } from "node:net";
import { afterAll, beforeAll, expect, test } from "vitest";
import { AppError } from "../http/http.ts";
import { readBody } from "./read-body.ts";

const limits = { sizeMax: 1000, excessMax: 100_000, timeoutMs: 300 };
const server = createServer((asked, reply) => {
  readBody(asked, limits, () => new AppError("content_invalid", { message: "too long" })).then(
    (body) => reply.end(`read ${body.length}`),
    (error: AppError) => reply.writeHead(error.status, error.headers).end(error.publicMessage),
  );
});
beforeAll(() => once(server.listen(0, "127.0.0.1"), "listening"));
afterAll(() => server.closeAllConnections());

async function send(pieces: readonly string[], isEnded = true) {
  const { port } = server.address() as AddressInfo;
  const asked = request({ port, method: "POST" });
  for (const piece of pieces) asked.write(piece);
  if (isEnded) asked.end();
  const [reply] = await once(asked, "response");
  let text = "";
  for await (const chunk of reply) text += chunk;
  asked.destroy();
  return text;
}

test("a body within the limit is read whole, in however many pieces it comes", async () => {
  expect(await send(["a".repeat(400), "b".repeat(600)])).toBe("read 1000");
});

test("a body over the limit is swallowed to its end, and the sender reads the refusal", async () => {
  expect(await send(["a".repeat(50_000), "b".repeat(20_000)])).toBe("too long");
});

test("a body far over the limit is refused without waiting for its end", async () => {
  expect(await send(["a".repeat(200_000)], false)).toBe("too long");
});

test("a body that stalls is refused in time", async () => {
  expect(await send(["abc"], false)).toBe("The body did not arrive in time.");
});
