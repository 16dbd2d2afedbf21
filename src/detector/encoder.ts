// The network, run by onnxruntime on one core. One window at a time: a batch would not be faster on
// one core, and this way a window's result can depend on nothing but its own tokens.
import { InferenceSession, Tensor } from "onnxruntime-node";

export type WindowLogits = { document: number; tokens: Float32Array };

export type Encoder = {
  /** Logits for one window: for the whole, and for each token (`cls` first). */
  score(ids: Int32Array): Promise<WindowLogits>;
  release(): Promise<void>;
};

/** Opens the network of a model file. */
export async function openEncoder(model: string | Uint8Array): Promise<Encoder> {
  const options: InferenceSession.SessionOptions = {
    executionProviders: ["cpu"],
    intraOpNumThreads: 1,
    interOpNumThreads: 1,
    executionMode: "sequential",
    graphOptimizationLevel: "all",
    // Windows differ in length, so a plan of memory for one shape would be made again and again.
    enableMemPattern: false,
    logSeverityLevel: 3,
  };
  const session =
    typeof model === "string"
      ? await InferenceSession.create(model, options)
      : await InferenceSession.create(model, options);
  return {
    async score(ids) {
      const dims = [1, ids.length];
      const inputIds = new Tensor(
        "int64",
        BigInt64Array.from(ids, (id) => BigInt(id)),
        dims,
      );
      const mask = new Tensor("int64", new BigInt64Array(ids.length).fill(1n), dims);
      const result = await session.run({ input_ids: inputIds, attention_mask: mask });
      const document = result["document_logit"]?.data[0];
      const tokens = result["token_logits"]?.data;
      if (typeof document !== "number" || !(tokens instanceof Float32Array)) {
        throw new Error("encoder: the model file has not the outputs it should have");
      }
      return { document, tokens };
    },
    release: () => session.release(),
  };
}
