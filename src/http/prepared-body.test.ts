import { text } from "node:stream/consumers";
import { brotliDecompressSync, gunzipSync } from "node:zlib";
import fastify from "fastify";
import { expect, test } from "vitest";
import { onceForVersion, prepareBody, sendPrepared } from "./prepared-body.ts";

test("a version's value is made once, however many ask at once, and anew for the next version", async () => {
  let version = "1";
  let made = 0;
  const get = onceForVersion(
    () => version,
    async () => {
      await new Promise(setImmediate);
      return ++made;
    },
  );
  expect(await Promise.all([get(), get(), get()])).toEqual([1, 1, 1]);
  version = "2";
  expect([await get(), await get()]).toEqual([2, 2]);
});

test("a failure is not kept", async () => {
  let isBroken = true;
  const get = onceForVersion(
    () => "1",
    async () => {
      if (isBroken) throw new Error("broken");
      return "made";
    },
  );
  await expect(get()).rejects.toThrow("broken");
  isBroken = false;
  expect(await get()).toBe("made");
});

test.each([100, 300_000])(
  "%d bytes come whole in every encoding, compressed once",
  async (size) => {
    const bytes = Buffer.from("lodestone ".repeat(size / 10));
    const prepared = prepareBody(bytes);
    const server = fastify();
    server.get("/", (request, reply) => sendPrepared(request, reply, prepared));
    const ask = (encoding: string) =>
      server.inject({ url: "/", headers: { "accept-encoding": encoding } });
    const plain = await ask("");
    expect(plain.rawPayload.equals(bytes)).toBe(true);
    expect(plain.headers["content-length"]).toBe(String(size));
    for (const [encoding, decode] of [
      ["br", brotliDecompressSync],
      ["gzip", gunzipSync],
    ] as const) {
      const replies = [await ask(encoding), await ask(encoding)];
      for (const { headers, rawPayload } of replies) {
        const isEncoded = headers["content-encoding"] === encoding;
        expect(isEncoded).toBe(size > 1400);
        expect((isEncoded ? decode(rawPayload) : rawPayload).equals(bytes)).toBe(true);
        expect(headers.vary).toBe("accept-encoding");
      }
    }
    expect(prepared.encoded.size).toBe(size > 1400 ? 2 : 0);
    const response = await server.inject({ url: "/", payloadAsStream: true });
    expect(await text(response.stream())).toHaveLength(size);
  },
);
