// Many documents as one streamed ZIP.
import { Zip, ZipDeflate } from "fflate";

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
    const entry = new ZipDeflate(name, { level: 6 });
    zip.add(entry);
    entry.push(content, true);
    yield* take();
  }
  zip.end();
  yield* take();
}
