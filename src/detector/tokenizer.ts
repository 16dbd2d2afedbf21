// Byte-level BPE as the training side uses it: the GPT-2 pattern cuts the text into pieces, the
// bytes of a piece are merged in rank order. Every token knows where in the text it begins.
import { MERGE_BASE, type MergeTable, mergeBytes } from "./merge-bytes.ts";

export type Tokens = {
  readonly ids: Int32Array;
  /** Offset in UTF-16 units where each token begins; tokens follow one another without gaps. */
  readonly starts: Int32Array;
};

export type Tokenizer = {
  readonly special: { readonly cls: number; readonly pad: number; readonly sep: number };
  encode(text: string): Tokens;
};

export type TokenizerFile = {
  vocab: Record<string, number>;
  merges: [string, string][];
  special: { pad: number; cls: number; sep: number; mask: number; unk: number };
};

/** Makes a tokenizer from the released file. */
export function createTokenizer(file: TokenizerFile): Tokenizer {
  const alphabet = byteAlphabet();
  const byteIds = Int32Array.from(alphabet, (char) => file.vocab[char] ?? file.special.unk);
  const merges: MergeTable = new Map();
  file.merges.forEach(([left, right], rank) => {
    const leftId = file.vocab[left];
    const rightId = file.vocab[right];
    const id = file.vocab[left + right];
    if (leftId === undefined || rightId === undefined || id === undefined) {
      throw new Error(`tokenizer: merge ${rank} names a token that is not in the vocabulary`);
    }
    merges.set(leftId * MERGE_BASE + rightId, { rank, id });
  });

  // Common words repeat all the time: their ids are cached, up to a bound on memory.
  const known = new Map<string, Int32Array>();
  const encoder = new TextEncoder();

  function idsOfPiece(piece: string): Int32Array {
    const stored = known.get(piece);
    if (stored !== undefined) return stored;
    const bytes = encoder.encode(piece);
    const ids = mergeBytes(
      Int32Array.from(bytes, (byte) => byteIds[byte] ?? 0),
      merges,
    );
    if (piece.length <= 32) {
      if (known.size >= KNOWN_MAX) known.clear();
      known.set(piece, ids);
    }
    return ids;
  }

  // The number of bytes of a token gives the start of the next one in its piece.
  const byteLengths = new Int32Array(Math.max(...Object.values(file.vocab)) + 1).fill(1);
  for (const [token, id] of Object.entries(file.vocab)) byteLengths[id] = token.length;

  return {
    special: file.special,
    encode(text) {
      const ids: number[] = [];
      const starts: number[] = [];
      for (const match of text.matchAll(PIECE)) {
        const piece = match[0];
        const pieceIds = idsOfPiece(piece);
        const units = isAscii(piece) ? undefined : unitOfByte(piece);
        let byte = 0;
        for (const id of pieceIds) {
          ids.push(id);
          starts.push(match.index + (units === undefined ? byte : (units[byte] ?? 0)));
          byte += byteLengths[id] ?? 1;
        }
      }
      return { ids: Int32Array.from(ids), starts: Int32Array.from(starts) };
    },
  };
}

const KNOWN_MAX = 20_000;

const PIECE = /'(?:[sdmt]|ll|ve|re)| ?\p{L}+| ?\p{N}+| ?[^\s\p{L}\p{N}]+|\s+(?!\S)|\s+/gu;

function isAscii(text: string): boolean {
  return /^[\x00-\x7f]*$/.test(text);
}

/** For each UTF-8 byte of a piece, the UTF-16 unit of the character it belongs to. */
function unitOfByte(piece: string): number[] {
  const units: number[] = [];
  let unit = 0;
  for (const char of piece) {
    const point = char.codePointAt(0) ?? 0;
    const bytes = point < 0x80 ? 1 : point < 0x800 ? 2 : point < 0x10000 ? 3 : 4;
    for (let i = 0; i < bytes; i++) units.push(unit);
    unit += char.length;
  }
  return units;
}

/** The printable character that represents each byte in vocabulary files of this kind. */
function byteAlphabet(): string[] {
  const alphabet: string[] = [];
  let next = 256;
  for (let byte = 0; byte < 256; byte++) {
    const isPrintable = (byte >= 33 && byte <= 126) || (byte >= 161 && byte <= 172) || byte >= 174;
    alphabet.push(String.fromCharCode(isPrintable ? byte : next++));
  }
  return alphabet;
}
