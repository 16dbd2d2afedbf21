// Whose share of the workers each endpoint takes: the fair queues know only what they are told.
import { request } from "node:https";
import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import { makeKey } from "../../test/contract/v1.ts";
import { buildService, type Service } from "../../testing/build-service.ts";
import type { Detection, DetectOptions } from "../detector/detector.ts";

const TEXT = "The ferry was late again, so we sat on the wall and counted gulls. ".repeat(3);
let service: Service;
let asked: DetectOptions[] = [];

beforeAll(async () => {
  service = await buildService(async (_text, options = {}) => {
    asked.push(options);
    // Not English, so that the rewriter is done after one reading.
    return {
      verdict: "Uncertain",
      language: "vi",
      segments: [],
      warnings: [],
    } as never as Detection;
  });
});
afterAll(() => service.stop());
beforeEach(() => {
  asked = [];
});

function post(path: string, key: string, body: object): Promise<number | undefined> {
  return new Promise((resolve, reject) => {
    const sent = request({
      port: service.httpsPort,
      path,
      method: "POST",
      rejectUnauthorized: false,
      headers: {
        "x-api-key": key,
        origin: "https://example.com",
        "content-type": "application/json",
      },
    });
    sent.on("error", reject);
    sent.on("response", (response) => {
      response.resume().on("end", () => resolve(response.statusCode));
    });
    sent.end(JSON.stringify(body));
  });
}

test.each([
  ["/v1/detect", { content: TEXT }],
  ["/v1/report", { content: TEXT }],
  ["/v1/regenerate", { content: TEXT }],
  ["/v1/detect/batch", { items: [{ content: TEXT }] }],
])(
  "%s works for the account of its key, and only as long as its client waits",
  async (path, body) => {
    const { key, accountId } = await makeKey(service.accounts);
    await post(path, key, body);
    expect(asked).not.toEqual([]);
    for (const { account, signal } of asked) {
      expect(account).toBe(accountId);
      expect(signal).toBeInstanceOf(AbortSignal);
    }
  },
);
