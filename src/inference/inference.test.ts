import { once } from "node:events";
import { Worker } from "node:worker_threads";
import { expect, test } from "vitest";

test("a worker thread started without the variable that stops telemetry does not load the library", async () => {
  const file = new URL("./inference.ts", import.meta.url).href;
  const code = `import(${JSON.stringify(file)}).then(({ loadRuntime }) => loadRuntime())`;
  const worker = new Worker(code, { eval: true, env: {} });
  const [error] = await once(worker, "error");
  expect(String(error)).toContain("ORT_DISABLE_TELEMETRY is not set");
});
