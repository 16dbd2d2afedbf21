// How the rewriter's networks are run: one text at a time on one thread, so that what one says of a text
// depends on nothing else.
import { readFileSync } from "node:fs";
import { InferenceSession, Tensor } from "onnxruntime-node";

export function openSession(file: URL): Promise<InferenceSession> {
  return InferenceSession.create(readFileSync(file), {
    executionProviders: ["cpu"],
    intraOpNumThreads: 1,
    interOpNumThreads: 1,
    executionMode: "sequential",
    graphOptimizationLevel: "all",
    enableMemPattern: false,
    logSeverityLevel: 3,
  });
}

/** The named outputs for one row of tokens. */
export async function runSession<Name extends string>(
  session: InferenceSession,
  ids: readonly number[],
  names: readonly Name[],
): Promise<Record<Name, Float32Array>> {
  const dims = [1, ids.length];
  const found = await session.run({
    input_ids: new Tensor("int64", BigInt64Array.from(ids, BigInt), dims),
    attention_mask: new Tensor("int64", new BigInt64Array(ids.length).fill(1n), dims),
  });
  const outputs = names.map((name) => {
    const data = found[name]?.data;
    if (!(data instanceof Float32Array))
      throw new Error(`the model file has not the output "${name}"`);
    return [name, data] as const;
  });
  return Object.fromEntries(outputs) as Record<Name, Float32Array>;
}
