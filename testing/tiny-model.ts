// Builds small models for the tests: a whole model folder whose scores can be worked out by hand.
import { createHash } from "node:crypto";
import { mkdtemp, readFile, symlink, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { Calibration } from "../src/detector/calibration.ts";
import type { TokenizerFile } from "../src/detector/tokenizer.ts";
import { RELEASED_MODELS } from "../src/release.ts";
import { writeOnnx } from "./onnx-writer.ts";

/** A tokenizer of all bytes and the given merges ("a b" joins a and b), in rank order. */
export function buildTokenizerFile(merges: readonly string[]): TokenizerFile {
  const vocab: Record<string, number> = {};
  const special = { pad: 0, cls: 1, sep: 2, mask: 3, unk: 4 };
  let next = 5;
  let stand = 256;
  for (let byte = 0; byte < 256; byte++) {
    const isPrintable = (byte >= 33 && byte <= 126) || (byte >= 161 && byte <= 172) || byte >= 174;
    vocab[String.fromCharCode(isPrintable ? byte : stand++)] = next++;
  }
  const pairs = merges.map((merge): [string, string] => {
    const [left = "", right = ""] = merge.split(" ");
    vocab[left + right] = next++;
    return [left, right];
  });
  return { vocab, merges: pairs, special };
}

/** An encoder that gives each token the logit of a table and a window the mean of its tokens. */
export function buildEncoder(tokenLogits: Float32Array): Uint8Array {
  return writeOnnx({
    opset: 17,
    nodes: [
      { op: "Gather", inputs: ["table", "input_ids"], outputs: ["token_logits"] },
      {
        op: "ReduceMean",
        inputs: ["token_logits"],
        outputs: ["document_logit"],
        attributes: { axes: [1], keepdims: 0 },
      },
    ],
    constants: [{ name: "table", dims: [tokenLogits.length], values: tokenLogits }],
    inputs: [{ name: "input_ids", type: "int64", shape: ["batch", "length"] }],
    outputs: [
      { name: "document_logit", type: "float", shape: ["batch"] },
      { name: "token_logits", type: "float", shape: ["batch", "length"] },
    ],
  });
}

export const TINY_CALIBRATION: Calibration = {
  features: ["encoder"],
  center: [0],
  scale: [1],
  languages: {
    en: {
      weights: [1],
      bias: 0,
      final: {
        words: [50, 500],
        anchors: [
          [-4, -2, 2, 4],
          [-2, -1, 1, 2],
        ],
      },
    },
  },
  restoredCase: 0,
  segments: { bias: 0, local: 1, near: 0, document: 0 },
  mixture: { words: 60, ai: 1, human: -1 },
};

/**
 * A model folder in which the letter "z" speaks for AI (+40) and "q" for human (−40) and all else is
 * silent, so that a text's logit is 40 × (share of z − share of q) of its bytes. The rewriter's files are the released
 * ones.
 */
export async function buildTinyModel(calibration: Calibration = TINY_CALIBRATION): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), "lodestone-tiny-model-"));
  const tokenizer = buildTokenizerFile([]);
  const table = new Float32Array(5 + 256);
  table[tokenizer.vocab["z"] ?? 0] = 40;
  table[tokenizer.vocab["q"] ?? 0] = -40;
  const ngrams = {
    weights: { file: "ngrams.bin", type: "int8", count: 16, scale: 1 },
    bias: 0,
    groups: [{ name: "w1", token: "word", length: 1, salt: 7 }],
  };
  const contents: Record<string, string | Uint8Array> = {
    "tokenizer.json": JSON.stringify(tokenizer),
    "encoder.onnx": buildEncoder(table),
    "ngrams.json": JSON.stringify(ngrams),
    "ngrams.bin": new Uint8Array(16),
    "calibration.json": JSON.stringify(calibration),
  };
  const released = JSON.parse(await readFile(join(RELEASED_MODELS, "manifest.json"), "utf8")) as {
    files: Record<string, string>;
  };
  const files = Object.fromEntries(
    Object.entries(released.files).filter(([name]) => name.startsWith("rewriter/")),
  );
  for (const [name, content] of Object.entries(contents)) {
    await writeFile(join(folder, name), content);
    files[name] = createHash("sha256").update(content).digest("hex");
  }
  const manifest = { version: "v0.1", window: { length: 129, stride: 96 }, files };
  await writeFile(join(folder, "manifest.json"), JSON.stringify(manifest));
  await symlink(join(RELEASED_MODELS, "rewriter"), join(folder, "rewriter"));
  return folder;
}
