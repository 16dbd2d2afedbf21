// A file in a form comes out as it went in, whoever wrote it.
import fc from "fast-check";
import { expect, test } from "vitest";
import { encodeFile } from "./multipart.ts";

async function decode({ contentType, data }: { contentType: string; data: Blob }) {
  const headers = { "content-type": contentType };
  return new Response(await data.arrayBuffer(), { headers }).formData();
}

test("any file and any name come out of a form as they went in", async () => {
  const bytes = fc.uint8Array({ maxLength: 300, size: "max" });
  await fc.assert(
    fc.asyncProperty(bytes, fc.string({ minLength: 1 }), async (content, phrase) => {
      const form = await decode(await encodeFile(new Blob([content]), "a.txt", { keep: phrase }));
      expect([...form.keys()]).toEqual(["keep", "file"]);
      const file = form.get("file") as File;
      expect(new Uint8Array(await file.arrayBuffer())).toEqual(content);
      expect(form.get("keep")).toBe(phrase);
    }),
  );
});

test("a file cannot end its own part and add a field", async () => {
  const first = await encodeFile(new Blob(["essay"]), "essay.txt", {});
  const boundary = first.contentType.split("boundary=")[1];
  const added = `\r\n--${boundary}\r\ncontent-disposition: form-data; name="keep"\r\n\r\nall\r\n`;
  const form = await decode(await encodeFile(new Blob(["essay", added]), "essay.txt", {}));
  expect([...form.keys()]).toEqual(["file"]);
});
