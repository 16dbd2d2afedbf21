import { text } from "node:stream/consumers";
import fastify from "fastify";
import { beforeAll, expect, test } from "vitest";
import { readShippedDataset } from "../data/dataset.ts";
import { buildDirectory, type Directory } from "../directory.ts";
import { addExportRoute, createStreams } from "./routes-export.ts";

let directory: Directory;
beforeAll(() => {
  directory = buildDirectory(readShippedDataset(), "1.0.0");
});

/** Tells how often the data set was read through. */
function buildServer(options?: { keptMarketsMax: number }) {
  let reads = 0;
  const counted = () => ({
    ...directory,
    dataset: {
      ...directory.dataset,
      get states() {
        reads++;
        return directory.dataset.states;
      },
    },
  });
  const server = fastify();
  addExportRoute(server, counted, options);
  return { server, reads: () => reads };
}

test.each(["json", "csv", "ndjson"])(
  "the %s export is made once, not for every call",
  async (format) => {
    const { server, reads } = buildServer();
    const ask = () => server.inject({ url: `/export?format=${format}` });
    const replies = await Promise.all(Array.from({ length: 20 }, ask));
    expect(new Set(replies.map(({ payload }) => payload)).size).toBe(1);
    expect(replies[0]?.payload.length).toBeGreaterThan(100_000);
    await ask();
    expect(reads()).toBe(1);
  },
);

test("a data set too large to be kept is streamed with the same content", async () => {
  const kept = await buildServer().server.inject("/export?format=csv");
  const { server } = buildServer({ keptMarketsMax: 0 });
  for (const encoding of ["", "br", "gzip"]) {
    const headers = { "accept-encoding": encoding };
    const streamed = await server.inject({ url: "/export?format=csv", headers });
    expect(streamed.statusCode).toBe(200);
    if (encoding === "") expect(streamed.payload).toBe(kept.payload);
  }
});

test("a few large exports are streamed at once; the next is refused until one has ended", async () => {
  const open = createStreams();
  const streams = Array.from({ length: 4 }, () => open(directory, "csv"));
  expect(() => open(directory, "csv")).toThrow("Service overloaded, retry later");
  streams[0]?.destroy();
  await text(streams[1] as NodeJS.ReadableStream & AsyncIterable<Buffer>);
  expect(() => open(directory, "csv")).not.toThrow();
});
