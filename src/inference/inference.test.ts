import { once } from "node:events";
import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { Worker } from "node:worker_threads";
import { expect, test } from "vitest";
import { writeOnnx } from "../../testing/onnx-writer.ts";
import { openNetwork } from "./inference.ts";

test("a worker thread started without the variable that stops telemetry does not load the library", async () => {
  const file = new URL("./inference.ts", import.meta.url).href;
  const code = `import(${JSON.stringify(file)}).then(({ loadRuntime }) => loadRuntime())`;
  const worker = new Worker(code, { eval: true, env: {} });
  const [error] = await once(worker, "error");
  expect(String(error)).toContain("ORT_DISABLE_TELEMETRY is not set");
});

// Model files of before v2.5 have the second input, and an operator may keep one in MODEL_DIR.
test.each([[["input_ids"]], [["input_ids", "attention_mask"]]])(
  "a network with the inputs %j is run",
  async (inputs) => {
    const folder = await mkdtemp(join(tmpdir(), "lodestone-network-"));
    const file = join(folder, "network.onnx");
    await writeFile(file, buildNetwork(inputs));
    const network = await openNetwork(file);
    const { found } = await network.run([2, 0, 1], ["found"]);
    expect([...found]).toEqual([30, 10, 20]);
    await network.release();
    await rm(folder, { recursive: true });
  },
);

/** Looks every token up in a table, and asks for the named inputs. */
function buildNetwork(inputs: readonly string[]): Uint8Array {
  return writeOnnx({
    opset: 17,
    nodes: [{ op: "Gather", inputs: ["table", "input_ids"], outputs: ["found"] }],
    constants: [{ name: "table", dims: [3], values: Float32Array.of(10, 20, 30) }],
    inputs: inputs.map((name) => ({ name, type: "int64", shape: ["batch", "length"] })),
    outputs: [{ name: "found", type: "float", shape: ["batch", "length"] }],
  });
}
