// Files that keep a parser busy forever, on real reader processes: they are given up soon, those of one account never
// delay another's, and none costs another its process.
import { readdirSync, readFileSync } from "node:fs";
import { expect, test } from "vitest";
import { buildDocx } from "../../testing/build-documents.ts";
import { type FileReader, openFileReader } from "./files.ts";

const settings = {
  fileSizeMax: 10_485_760,
  textLengthMax: 100_000,
  processes: 1,
  queueMax: 4,
};
const DOCX = buildDocx("<w:p><w:r><w:t>The service goes on.</w:t></w:r></w:p>");

/** The processes this one started. */
function children(): number[] {
  const threads = `/proc/${process.pid}/task`;
  return readdirSync(threads).flatMap((thread) =>
    readFileSync(`${threads}/${thread}/children`, "utf8").split(" ").filter(Boolean).map(Number),
  );
}

async function read(bytes: Buffer, reader: FileReader) {
  const outcome = await reader.read(bytes, { name: "", type: "" });
  return outcome.ok ? outcome.content : "message" in outcome ? outcome.message : outcome.reason;
}

/** A page that draws forms, each of which draws all forms of the next level, and so on: a few kilobytes that expand
 * to a billion drawing operations and more. `drawn` is what the innermost form draws. */
function nestedForms({ width = 4, depth = 15, times = 1, drawn = "q Q" } = {}): Buffer {
  const object = (number: number, words: string) => `${number} 0 obj${words}endobj\n`;
  const stream = (number: number, head: string, data: string) =>
    object(number, `<<${head}/Length ${data.length}>>stream\n${data}\nendstream `);
  const font = "/Font<</F<</Type/Font/Subtype/Type1/BaseFont/Helvetica>>>>";
  const columns = Array.from({ length: width }, (_, column) => column);
  /** What draws all forms of a level: resources and content. */
  const drawing = (level: number) => {
    const names = columns.map((column) => `/X${column} ${5 + level * width + column} 0 R`);
    const isOver = level === depth;
    return {
      resources: `/Resources<<${isOver ? font : `/XObject<<${names.join("")}>>`}>>`,
      content: isOver ? drawn : columns.map((column) => `/X${column} Do `.repeat(times)).join(""),
    };
  };
  const forms = Array.from({ length: width * depth }, (_, at) => {
    const { resources, content } = drawing(Math.floor(at / width) + 1);
    return stream(5 + at, `/Subtype/Form/BBox[0 0 9 9]${resources}`, content);
  });
  const first = drawing(0);
  const page = `<</Type/Page/Parent 2 0 R/MediaBox[0 0 600 800]/Contents 4 0 R${first.resources}>>`;
  return Buffer.from(
    `%PDF-1.4\n${object(1, "<</Type/Catalog/Pages 2 0 R>>")}` +
      object(2, "<</Type/Pages/Kids[3 0 R]/Count 1>>") +
      `${object(3, page)}${stream(4, "", first.content)}${forms.join("")}` +
      "trailer<</Root 1 0 R>>\n%%EOF",
  );
}

/** No document may take so long in a test: what ends sooner was ended by something else. */
const FOR_EVER = { timeoutMs: 900_000, idleTimeoutMs: 900_000 };

test("a page of forms within forms that brings no text is given up, and the next file is read", async () => {
  const hostile = nestedForms();
  expect(hostile.length).toBeLessThan(12_000);
  const reader = openFileReader({ ...settings, ...FOR_EVER, idleTimeoutMs: 1000 });
  try {
    expect(await read(hostile, reader)).toBe("The file can't be read: it takes too long.");
    expect(await read(DOCX, reader)).toBe("The service goes on.");
  } finally {
    await reader.close();
  }
});

test("what a refused file left running is not the next account's loss", async () => {
  const drawn = "BT /F 9 Tf (The boat came in at last and it was the wrong one for us all.) Tj ET";
  const hostile = nestedForms({ width: 1, depth: 30, times: 10, drawn });
  expect(hostile.length).toBeLessThan(8000);
  const reader = openFileReader({ ...settings, ...FOR_EVER, textLengthMax: 5000 });
  const label = { name: "", type: "" };
  try {
    for (let round = 0; round < 2; round++) {
      expect(await reader.read(hostile, label, { account: "a" })).toMatchObject({
        message: "Text is too long: at most 5000 characters.",
      });
      expect(await reader.read(DOCX, label, { account: "b" })).toMatchObject({ ok: true });
    }
  } finally {
    await reader.close();
  }
});

test("a file whose process is killed from outside is read in a fresh one", async () => {
  const before = new Set(children());
  const reader = openFileReader({ ...settings, ...FOR_EVER });
  try {
    await read(DOCX, reader);
    const [pid = 0] = children().filter((child) => !before.has(child));
    // Stopped, so that it can't have finished when it is killed.
    process.kill(pid, "SIGSTOP");
    const reading = read(DOCX, reader);
    process.kill(pid, "SIGKILL");
    expect(await reading).toBe("The service goes on.");
  } finally {
    await reader.close();
  }
});

test("the reading of a file that nobody waits for any more ends at once", async () => {
  const reader = openFileReader({ ...settings, ...FOR_EVER });
  try {
    // The only process is ready after this, so that the next file is begun at once.
    await read(DOCX, reader);
    const gone = new AbortController();
    const label = { name: "", type: "" };
    const reading = reader.read(nestedForms(), label, { signal: gone.signal });
    const next = read(DOCX, reader);
    gone.abort(new Error("left"));
    await expect(reading).rejects.toThrow("left");
    expect(await next).toBe("The service goes on.");
  } finally {
    await reader.close();
  }
});

test("one account's hostile files don't keep another's waiting", async () => {
  const reader = openFileReader({ ...settings, ...FOR_EVER, idleTimeoutMs: 1000, queueMax: 8 });
  try {
    await read(DOCX, reader);
    const order: string[] = [];
    const send = (bytes: Buffer, account: string, name: string) =>
      reader.read(bytes, { name: "", type: "" }, { account }).then((outcome) => {
        order.push(`${name} ${outcome.ok ? "read" : outcome.reason}`);
      });
    const hostile = ["a1", "a2", "a3", "a4"].map((name) => send(nestedForms(), "a", name));
    await Promise.all([...hostile, send(DOCX, "b", "b1")]);
    // The file being read can't be preempted; the other account's comes next.
    expect(order.slice(0, 2)).toEqual(["a1 refused", "b1 read"]);
  } finally {
    await reader.close();
  }
});

test("in a full queue the account with the most files gives way to another", async () => {
  const reader = openFileReader({ ...settings, queueMax: 2 });
  try {
    const send = (account: string) => reader.read(DOCX, { name: "", type: "" }, { account });
    const [first, second, other] = await Promise.all([send("a"), send("a"), send("b")]);
    expect([first, second, other]).toMatchObject([
      { ok: true },
      { ok: false, reason: "busy" },
      { ok: true },
    ]);
  } finally {
    await reader.close();
  }
});
