// Runs a network with onnxruntime on one core, one row of tokens at a time: a batch would not be faster
// on one core, and this way a result depends only on its own tokens. The only file that loads the library,
// because the library sends telemetry unless that is disabled before it is loaded.
import { isMainThread } from "node:worker_threads";
import type { InferenceSession } from "onnxruntime-node";

export type Network = {
  /** The named outputs for one row of tokens. */
  run<Name extends string>(
    ids: ArrayLike<number>,
    names: readonly Name[],
  ): Promise<Record<Name, Float32Array>>;
  release(): Promise<void>;
};

/** Opens the network in a model file. */
export async function openNetwork(file: string): Promise<Network> {
  const { InferenceSession, Tensor } = await loadRuntime();
  const session = await InferenceSession.create(file, OPTIONS);
  if (session.inputNames.join() !== INPUT)
    throw new Error(`model: ${file} asks for ${session.inputNames.join()}, not for ${INPUT} alone`);
  return {
    async run(ids, names) {
      const tokens = BigInt64Array.from({ length: ids.length }, (_, i) => BigInt(ids[i] ?? 0));
      const found = await session.run({ [INPUT]: new Tensor("int64", tokens, [1, ids.length]) });
      const outputs = names.map((name) => {
        const data = found[name]?.data;
        if (!(data instanceof Float32Array))
          throw new Error(`the model file has no output "${name}"`);
        return [name, data] as const;
      });
      return Object.fromEntries(outputs) as Record<(typeof names)[number], Float32Array>;
    },
    release: () => session.release(),
  };
}

// Files of earlier releases asked for a mask as well.
const INPUT = "input_ids";

const OPTIONS: InferenceSession.SessionOptions = {
  executionProviders: ["cpu"],
  intraOpNumThreads: 1,
  interOpNumThreads: 1,
  executionMode: "sequential",
  graphOptimizationLevel: "all",
  // Inputs differ in length, so a memory plan for one shape would never be reused.
  enableMemPattern: false,
  logSeverityLevel: 3,
};

/** The library itself, loaded without telemetry. */
export function loadRuntime(): Promise<typeof import("onnxruntime-node")> {
  if (isMainThread) disableTelemetry();
  // The library reads the process's environment; a worker thread's is a copy, taken when it started.
  // Without the variable there, nobody called disableTelemetry() before starting this thread.
  // oxlint-disable-next-line node/no-process-env -- The library offers no other switch.
  else if (process.env[SWITCH] !== "1") throw new Error(`${SWITCH} is not set: not loading it.`);
  return import("onnxruntime-node");
}

/** Must be called in the main thread before a worker thread is started that opens a network. */
export function disableTelemetry(): void {
  // oxlint-disable-next-line node/no-process-env -- The library offers no other switch.
  process.env[SWITCH] = "1";
}

const SWITCH = "ORT_DISABLE_TELEMETRY";
