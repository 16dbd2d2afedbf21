// What the table of files shows, in which order, and what goes into its CSV.
import { expect, test } from "vitest";
import { type CheckedFile, type FileRow, sortRows, toRow, writeCsv } from "./file-rows.ts";

const row = (id: number, changed: Partial<FileRow> = {}): FileRow => ({
  id,
  name: `file-${id}.txt`,
  status: "checked",
  verdict: "Uncertain",
  probability: 50,
  words: 100,
  warnings: "",
  problem: null,
  share: null,
  ...changed,
});

test("files without a value come last in either direction, equal ones keep their order", () => {
  const rows = [
    row(1, { probability: 40 }),
    row(2, { probability: null, status: "failed" }),
    row(3, { probability: 90 }),
    row(4, { probability: 40 }),
  ];
  const ids = (isDown: boolean) =>
    sortRows(rows, { by: "probability", isDown }).map(({ id }) => id);
  expect(ids(false)).toEqual([1, 4, 3, 2]);
  expect(ids(true)).toEqual([3, 1, 4, 2]);
  expect(sortRows(rows, null).map(({ id }) => id)).toEqual([1, 2, 3, 4]);
});

test("names are ordered as people count", () => {
  const rows = [row(1, { name: "essay 10" }), row(2, { name: "essay 9" })];
  expect(sortRows(rows, { by: "name", isDown: false }).map(({ id }) => id)).toEqual([2, 1]);
});

test("no name, whoever chose it, is a formula in the CSV, and none breaks its row", () => {
  const names = ["=1+1", "+1", "-1", "@x", "\t=1", 'a "quoted", name', "two\r\nlines"];
  const csv = writeCsv(names.map((name, at) => row(at, { name })));
  const lines = csv.split("\r\n").slice(1, 6);
  expect(lines.map((line) => line.split(",")[0])).toEqual(["'=1+1", "'+1", "'-1", "'@x", "'\t=1"]);
  expect(csv).toContain('"a ""quoted"", name",Uncertain,50,100,,\r\n');
  expect(csv).toContain('"two\r\nlines",Uncertain');
});

test("what was not checked says so", () => {
  const csv = writeCsv([
    row(1, { status: "failed", verdict: null, probability: null, words: null, problem: "Broken." }),
    row(2, { status: "stopped", verdict: null, probability: null, words: null }),
  ]);
  expect(csv.split("\r\n").slice(1, 3)).toEqual([
    "file-1.txt,,,,,Broken.",
    "file-2.txt,,,,,not checked",
  ]);
});

test("a file in a language without a score has no probability, and comes last by it", () => {
  const result = {
    verdict: "Uncertain",
    uncertain_because: "language",
    final_probability: 50,
  } as unknown as CheckedFile;
  const german = toRow({
    id: 1,
    file: new File(["x"], "aufsatz.txt"),
    state: { status: "checked", result },
  });
  expect(german.probability).toBeNull();
  const rows = sortRows([german, row(2, { probability: 20 })], { by: "probability", isDown: true });
  expect(rows.map(({ id }) => id)).toEqual([2, 1]);
});

test("a checked file is described by its answer", () => {
  const result = {
    verdict: "Mixed",
    final_probability: 61,
    words: 12,
    warnings: [{ code: "short_text", message: "…" }],
  } as unknown as CheckedFile;
  const file = new File(["x"], "essay.pdf");
  expect(toRow({ id: 7, file, state: { status: "checked", result } })).toEqual(
    row(7, {
      name: "essay.pdf",
      verdict: "Mixed",
      probability: 61,
      words: 12,
      warnings: "short text",
    }),
  );
});
