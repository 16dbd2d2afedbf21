// Many documents as one streamed ZIP, compressed by Node's own threads: the report on a long text is megabytes.
import { promisify } from "node:util";
import { crc32, deflateRaw } from "node:zlib";
import { Zip, type ZipInputFile } from "fflate";

/** The method's number in the format. */
const DEFLATE = 8;

export async function* writeZip(
  files: AsyncIterable<{ name: string; content: Uint8Array }>,
): AsyncGenerator<Uint8Array> {
  let pieces: Uint8Array[] = [];
  let failure: Error | null = null;
  const zip = new Zip((error, piece) => {
    if (error) failure = error;
    else pieces.push(piece);
  });
  const take = () => {
    if (failure !== null) throw failure;
    const taken = pieces;
    pieces = [];
    return taken;
  };
  for await (const { name, content } of files) {
    const packed = await promisify(deflateRaw)(content, { level: 6 });
    const entry: ZipInputFile = {
      filename: name,
      compression: DEFLATE,
      size: content.length,
      crc: crc32(content),
    };
    zip.add(entry);
    entry.ondata?.(null, packed, true);
    yield* take();
  }
  zip.end();
  yield* take();
}
