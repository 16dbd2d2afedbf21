import fc from "fast-check";
import { expect, test } from "vitest";
import { describeDocument } from "./report.ts";

const nameOf = (title?: string, format: "html" | "pdf" = "pdf") =>
  describeDocument({ format, paper: "a4", title })["content-disposition"];

test("the file is named after the title, in letters no system reads otherwise", () => {
  expect(nameOf("Essay of Ann Müller (2)")).toBe(
    'attachment; filename="essay-of-ann-muller-2-report.pdf"',
  );
  expect(nameOf(undefined, "html")).toBe('attachment; filename="lodestone-report.html"');
  fc.assert(
    fc.property(fc.string({ unit: "binary" }), (title) => {
      expect(nameOf(title)).toMatch(
        /^attachment; filename="[a-z0-9]+(?:-[a-z0-9]+)*-report\.pdf"$/,
      );
    }),
  );
});

test("neither document may run or fetch anything", () => {
  const html = describeDocument({ format: "html", paper: "letter" });
  expect(html["content-security-policy"]).toMatch(
    /^default-src 'none'; style-src 'sha256-[^']+'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'; sandbox$/,
  );
  expect(html["x-content-type-options"]).toBe("nosniff");
  expect(describeDocument({ format: "pdf", paper: "a4" })).toMatchObject({
    "content-type": "application/pdf",
    "content-security-policy": "default-src 'none'; frame-ancestors 'none'",
  });
});
