import { unzipSync } from "fflate";
import { expect, test } from "vitest";
import { writeZip } from "./zip.ts";

test("what is zipped comes out again, compressed on the way", async () => {
  const files = { "a.txt": "é".repeat(200_000), "empty.txt": "", "b.html": "<p>b</p>" };
  async function* all() {
    for (const [name, text] of Object.entries(files)) yield { name, content: Buffer.from(text) };
  }
  const pieces: Uint8Array[] = [];
  for await (const piece of writeZip(all())) pieces.push(piece);
  const zip = Buffer.concat(pieces);
  expect(zip.length).toBeLessThan(5000);
  const found = Object.entries(unzipSync(zip)).map(([name, content]) => [
    name,
    Buffer.from(content).toString(),
  ]);
  expect(Object.fromEntries(found)).toEqual(files);
});
