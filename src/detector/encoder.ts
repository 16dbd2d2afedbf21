// The detector's network: logits for one window of tokens.
import { openNetwork } from "../inference/inference.ts";

export type WindowLogits = { document: number; tokens: Float32Array };

export type Encoder = {
  /** Logits for one window: for the whole, and for each token (`cls` first). */
  score(ids: Int32Array): Promise<WindowLogits>;
  release(): Promise<void>;
};

/** Opens the network of a model file. */
export async function openEncoder(file: string): Promise<Encoder> {
  const network = await openNetwork(file);
  return {
    async score(ids) {
      const found = await network.run(ids, ["document_logit", "token_logits"]);
      const [document] = found.document_logit;
      if (document === undefined) throw new Error("encoder: the model gave no document logit");
      return { document, tokens: found.token_logits };
    },
    release: () => network.release(),
  };
}
