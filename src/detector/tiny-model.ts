// Builders of small models for the tests: a byte tokenizer with a few merges.
import type { TokenizerFile } from "./tokenizer.ts";

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
