// What a client takes from its environment, and what it says when it was told too little.
import { afterEach, expect, test, vi } from "vitest";
import { createClient } from "./client.ts";

afterEach(() => vi.unstubAllEnvs());

function recorder() {
  const sent: Headers[] = [];
  const fetch: typeof globalThis.fetch = async (_input, init) => {
    sent.push(new Headers(init?.headers));
    return Response.json(
      { used: 1, data: {}, status: "success" },
      { headers: { "x-request-id": "r1" } },
    );
  };
  return { sent, fetch };
}

test("the key comes from LODESTONE_API_KEY when none is given", async () => {
  vi.stubEnv("LODESTONE_API_KEY", "ls_live_environment");
  const { sent, fetch } = recorder();
  const baseUrl = "https://lodestone.example";
  await createClient({ baseUrl, fetch }).authenticity.getUsage();
  await createClient({ baseUrl, fetch, apiKey: "ls_live_given" }).authenticity.getUsage();
  expect(sent.map((headers) => headers.get("x-api-key"))).toEqual([
    "ls_live_environment",
    "ls_live_given",
  ]);
});

test("the environment's key is never sent over plain HTTP, nor to the directory", async () => {
  vi.stubEnv("LODESTONE_API_KEY", "ls_live_environment");
  const { sent, fetch } = recorder();
  const plain = createClient({ baseUrl: "http://lodestone.example", fetch });
  await plain.authenticity.getUsage();
  await createClient({ baseUrl: "https://lodestone.example", fetch }).locations.getStats();
  for (const headers of sent) expect(headers.get("x-api-key")).toBeNull();
});

test.each([undefined, {}, { baseUrl: "" }, { baseUrl: 7 }])(
  "createClient(%j) says what is missing",
  (options) => {
    expect(() => createClient(options as never)).toThrow(
      /^baseUrl is missing: createClient\(\{ baseUrl: "https:\/\/lodestone\.example" \}\)/,
    );
  },
);

test("a call can be given its own look at the raw answer", async () => {
  const { fetch } = recorder();
  const client = createClient({ baseUrl: "https://lodestone.example", fetch });
  let raw: Promise<string> | undefined;
  let requestId: string | undefined;
  const stats = await client.locations.getStats({
    onResponse: (info) => {
      requestId = info.requestId;
      raw = info.response.clone().text();
    },
  });
  expect(requestId).toBe("r1");
  expect(JSON.parse((await raw) ?? "")).toEqual(stats);
});
