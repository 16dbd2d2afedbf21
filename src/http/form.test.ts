import { expect, test } from "vitest";
import { readMultipart } from "./form.ts";

const TYPE = "multipart/form-data; boundary=x";
const END = "\r\n--x--\r\n";

/** The refusal, and how many bytes were parsed for it. */
async function refused(body: Buffer) {
  let read = 0;
  const error = await readMultipart(body, TYPE, (size) => {
    read = size;
  }).then(
    () => null,
    (thrown: Error) => thrown.message,
  );
  return { error, read };
}

const part = (name: string, rest = "", content = "b") =>
  `--x\r\ncontent-disposition: form-data; name="${name}"${rest}\r\n\r\n${content}\r\n`;
const LONG = "b".repeat(300);

test.each([
  ["empty parts", "--x\r\n\r\n\r\n", /at most 50 parts/],
  ["named parts", part("a"), /at most 50 parts/],
  ["parts of one name", part("a", "", LONG), /given more than once/],
  ["files", part("file", '; filename="a.txt"', LONG), /given more than once/],
  ["files under another name", part("a", '; filename="a.txt"'), /sent as 'file'/],
  ["parts in broken UTF-8", part("a", "", `${LONG}\xff`), /not valid UTF-8/],
  ["parts without an end of their headers", "--x\r\na: b\r\n", /not valid/],
])("parsing ends where a body of many %s is refused", async (_, piece, message) => {
  const body = Buffer.concat([Buffer.alloc(400_000, piece, "latin1"), Buffer.from(END)]);
  const { error, read } = await refused(body);
  expect(error).toMatch(message);
  expect(read).toBeGreaterThan(0);
  expect(read).toBeLessThan(20_000);
});

test("the event loop gets turns while a long body is parsed", async () => {
  // Headers without an end: nothing is refused before the end of the body.
  const body = Buffer.alloc(12_000_000, "\r\n--y");
  let turns = 0;
  let isOver = false;
  const count = () => {
    turns++;
    if (!isOver) setImmediate(count);
  };
  setImmediate(count);
  await readMultipart(
    Buffer.concat([
      Buffer.from(part("file", '; filename="a"').slice(0, -3)),
      body,
      Buffer.from(END),
    ]),
    TYPE,
  );
  isOver = true;
  expect(turns).toBeGreaterThan(2);
});

test("a file is read as it is, wherever the slices end", async () => {
  for (const size of [0, 1, 4000, 4096, 4097, 8192, 100_000]) {
    const bytes = Buffer.alloc(size, "ab\r\n-");
    const body = Buffer.concat([
      Buffer.from(
        '--x\r\ncontent-disposition: form-data; name="note"\r\n\r\né\r\n--x\r\ncontent-disposition: form-data; name="file"; filename="a.txt"\r\ncontent-type: text/plain\r\n\r\n',
      ),
      bytes,
      Buffer.from(END),
    ]);
    const { fields, file } = await readMultipart(body, TYPE);
    expect([...fields]).toEqual([["note", "é"]]);
    expect(file?.bytes.equals(bytes), String(size)).toBe(true);
    expect(file).toMatchObject({ name: "a.txt", type: "text/plain" });
  }
});

test("what follows the last delimiter is ignored", async () => {
  const body = Buffer.concat([Buffer.from(part("a") + END.slice(2)), Buffer.alloc(50_000, "c")]);
  expect([...(await readMultipart(body, TYPE)).fields]).toEqual([["a", "b"]]);
});

test("a body that ends too early is refused", async () => {
  const whole = part("a");
  const early = [
    "",
    "--x",
    "--x\r\n",
    "--x\r\na: b\r\n",
    whole,
    whole.slice(0, -3),
    "no delimiter",
  ];
  for (const body of early) {
    expect((await refused(Buffer.from(body))).error, body).toBe("The multipart body is not valid.");
  }
});
