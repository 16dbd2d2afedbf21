// Plain text and Markdown: nothing to parse, only to decode. The text stays as it is, because the
// detector reads Markdown by itself and offsets should match the file.
import { FileRefusal, tooLong } from "./refusal.ts";

const BYTES_A_UNIT_MAX = 3;
/** A byte order mark. */
const MARK_SIZE = 3;

export function decodeText(bytes: Uint8Array, textLengthMax: number): string {
  // A character takes at most three bytes for each of its units: what is far too long is not decoded to be counted.
  if (bytes.length > BYTES_A_UNIT_MAX * textLengthMax + MARK_SIZE) throw tooLong(textLengthMax);
  const text = decode(bytes, "utf-8");
  if (text.includes("\0"))
    throw new FileRefusal("encoding", "The file must not contain a NUL character.");
  if (text.length > textLengthMax) throw tooLong(textLengthMax);
  return text;
}

/** A byte order mark overrides `encoding`; invalid bytes are refused, not replaced. */
export function decode(bytes: Uint8Array, encoding: string): string {
  const [first, second] = bytes;
  const marked =
    first === 0xff && second === 0xfe
      ? "utf-16le"
      : first === 0xfe && second === 0xff
        ? "utf-16be"
        : encoding;
  try {
    return new TextDecoder(marked, { fatal: true }).decode(bytes);
  } catch (error) {
    if (error instanceof RangeError) {
      throw new FileRefusal("encoding", "The file names a character encoding that is not known.");
    }
    throw new FileRefusal(
      "encoding",
      marked === "utf-8"
        ? "The file is not valid UTF-8: save it in that encoding."
        : `The file is not valid ${marked}.`,
    );
  }
}
