// Files over /v1, through the SDK where it can send them: format, text, offsets, what they cost, and
// that a bad one costs nothing and harms nobody.
import { rmSync } from "node:fs";
import { setDefaultCACertificates } from "node:tls";
import { afterAll, beforeAll, expect, test } from "vitest";
import { BadRequestError, createClient } from "../../client/client.ts";
import type { Accounts } from "../../src/accounts/accounts.ts";
import { buildDocx, buildOdt, buildPdf } from "../../testing/build-documents.ts";
import { buildTinyModel } from "../../testing/tiny-model.ts";
import { type Program, startProgram } from "../program.ts";
import { createReplyChecker, type ReplyChecker } from "./openapi.ts";
import { call, makeKey, openAccounts, TEXT } from "./v1.ts";

const FILE_SIZE_MAX = 400_000;
let modelDir: string;
let program: Program;
let accounts: Accounts;
let closeAccounts: () => Promise<void>;
let check: ReplyChecker;

beforeAll(async () => {
  modelDir = await buildTinyModel();
  program = await startProgram({
    MODEL_DIR: modelDir,
    WORKERS: "1",
    FILE_SIZE_MAX: String(FILE_SIZE_MAX),
  });
  ({ accounts, close: closeAccounts } = await openAccounts(program));
  setDefaultCACertificates([program.ca]);
  const { body } = await call(program, { method: "GET", path: "/v1/openapi.json" });
  check = createReplyChecker(body);
});
afterAll(async () => {
  await closeAccounts();
  await program.stop();
  rmSync(modelDir, { recursive: true });
});

async function connect(quota = 20) {
  const { key, accountId } = await makeKey(accounts, { quota });
  const client = createClient({
    baseUrl: program.https,
    apiKey: key,
    origin: "https://example.com",
  });
  const used = async () => (await accounts.callerFor(accountId))?.used;
  return { key, used, ...client.authenticity };
}

const p = (text: string) => `<w:p><w:r><w:t>${text}</w:t></w:r></w:p>`;

test("each format is named, its text comes back, and offsets refer to it", async () => {
  const { detectFile, detect, used } = await connect();
  const files: Array<[name: string, format: string, bytes: string | Buffer]> = [
    ["essay.txt", "text", TEXT],
    ["essay.md", "markdown", `# Ferry\n\n${TEXT}`],
    ["essay.html", "html", `<html><nav>Home</nav><h1>Ferry</h1><p>${TEXT}</p></html>`],
    ["essay.pdf", "pdf", await buildPdf((page) => page.text(TEXT, 60, 60, { width: 400 }))],
    ["essay.docx", "docx", buildDocx(p(TEXT))],
    ["essay.odt", "odt", buildOdt(`<text:p>${TEXT}</text:p>`)],
  ];
  for (const [fileName, format, bytes] of files) {
    const result = await detectFile(new Blob([new Uint8Array(Buffer.from(bytes))]), { fileName });
    check("POST", "/v1/detect", 200, "application/json", result);
    expect(result.input_type).toBe(format);
    expect(result.content).toContain(TEXT);
    for (const { text, start, end } of result.segments) {
      expect(result.content.slice(start, end)).toBe(text);
    }
    // What was found in a file is judged like the same text sent as such.
    const { input_type: _format, content, ...judged } = result;
    const { input_type: _text, ...same } = await detect(content);
    expect(judged).toEqual(same);
  }
  expect(await used()).toBe(12);
});

test("a file is rewritten with the fields sent beside it", async () => {
  const { regenerateFile, used } = await connect();
  const file = new File([new Uint8Array(buildDocx(p(TEXT)))], "essay.docx");
  const result = await regenerateFile(file, { strength: "light", keep: ["gulls", "eggs"] });
  check("POST", "/v1/regenerate", 200, "application/json", result);
  expect(result).toMatchObject({ input_type: "docx", content: TEXT });
  expect(result.counted).toBe(result.regenerated);
  await expect(
    regenerateFile(new File(["Too short."], "a.txt"), { strength: "light" }),
  ).rejects.toThrow("Text is too short for humanization.");
  expect(await used()).toBe(result.regenerated ? 1 : 0);
});

test("a file that can't be read is a 400 with a sentence, and costs nothing", async () => {
  const { detectFile, used } = await connect();
  const bad: Array<[bytes: BlobPart, name: string, message: string]> = [
    ["", "a.txt", "The file is empty."],
    ["%PDF-1.7 broken", "a.pdf", "The PDF is damaged and can't be read."],
    ["words", "a.pdf", 'The file\'s name ends in ".pdf" but it holds plain text'],
    ["a".repeat(100_001), "a.txt", "Text is too long: at most 100000 characters."],
    ["a".repeat(FILE_SIZE_MAX + 1), "a.txt", "The file is too large: at most 0.3 MB."],
    ["a".repeat(3_000_000), "a.txt", "The file is too large: at most 0.3 MB."],
    [" \n ", "a.txt", "The text has no words."],
  ];
  for (const [bytes, fileName, message] of bad) {
    const error = await detectFile(new Blob([bytes]), { fileName }).catch((one) => one);
    expect(error).toBeInstanceOf(BadRequestError);
    expect(error.message).toContain(message);
  }
  expect(await used()).toBe(0);
  expect((await detectFile(new File([TEXT], "a.txt"))).input_type).toBe("text");
});

test("an Idempotency-Key stands for the file: the same one is free, another is refused", async () => {
  const { detectFile, used } = await connect();
  const options = { idempotencyKey: "essay-1", fileName: "essay.docx" };
  const docx = (text: string) => new Blob([new Uint8Array(buildDocx(p(text)))]);
  const first = await detectFile(docx(TEXT), options);
  expect(await detectFile(docx(TEXT), options)).toEqual(first);
  await expect(detectFile(docx(`${TEXT} More.`), options)).rejects.toThrow(
    "Idempotency-Key was used with another body.",
  );
  // The same text in another file is another body.
  await expect(detectFile(new Blob([TEXT]), { ...options, fileName: "essay.txt" })).rejects.toThrow(
    "another body",
  );
  expect(await used()).toBe(1);
});

test("files at once against three checks left give exactly three answers", async () => {
  const { detectFile, used } = await connect(3);
  const docx = () => new File([new Uint8Array(buildDocx(p(TEXT)))], "essay.docx");
  const calls = await Promise.allSettled(
    Array.from({ length: 8 }, () => detectFile(docx(), { retries: 0 })),
  );
  const answered = calls.filter(({ status }) => status === "fulfilled").length;
  expect([answered, await used()]).toEqual([3, 3]);
});

async function send(key: string, parts: Array<[head: string, body: string]>) {
  const boundary = "lodestone-test";
  const body = parts
    .map(
      ([head, data]) =>
        `--${boundary}\r\ncontent-disposition: form-data; ${head}\r\n\r\n${data}\r\n`,
    )
    .join("");
  return call(program, {
    path: "/v1/detect",
    headers: {
      "x-api-key": key,
      origin: "https://example.com",
      "content-type": `multipart/form-data; boundary=${boundary}`,
    },
    body: `${body}--${boundary}--\r\n`,
  });
}

test("a form has one text or one file, each under its own name", async () => {
  const { key } = await connect();
  const file: [string, string] = ['name="file"; filename="a.txt"', TEXT];
  const text: [string, string] = ['name="content"', TEXT];
  const messages: Array<[Array<[string, string]>, string]> = [
    [[file, text], "Send either 'content' or a 'file', not both."],
    [[file, file], "Parameter 'file' was given more than once."],
    [
      [['name="content"; filename="a.txt"', TEXT]],
      "A file is sent as 'file', a text as 'content'.",
    ],
    [[['name="file"; filename=""', ""]], "Parameter 'content' is required"],
  ];
  for (const [parts, error] of messages) {
    const { status, body } = await send(key, parts);
    expect([status, body.error]).toEqual([400, error]);
  }
  // A browser sends an empty part for a file nobody chose; a part without a name is still the file.
  const unchosen = await send(key, [text, ['name="file"; filename=""', ""]]);
  expect([unchosen.status, unchosen.body.input_type]).toEqual([200, "text"]);
  const unnamed = await send(key, [['name="file"', "# Words\n\nand more of them"]]);
  expect(unnamed.body).toMatchObject({
    input_type: "text",
    content: "# Words\n\nand more of them",
  });
});

test("a stranger's file is refused before it is read", async () => {
  const { status, body } = await send("ls_live_nobody", [['name="file"; filename="a.pdf"', "x"]]);
  expect([status, body.error.type]).toEqual([401, "authentication_error"]);
});
