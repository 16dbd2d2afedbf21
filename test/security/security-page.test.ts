// docs/security.md names the tests that hold each promise: every file named there exists, and so does every
// test named with it.
import { globSync, readFileSync } from "node:fs";
import { expect, test } from "vitest";

const root = new URL("../../", import.meta.url).pathname;
const page = readFileSync(`${root}docs/security.md`, "utf8");

test("every test file and test named on the security page exists", () => {
  const missing: string[] = [];
  for (const cell of page.split("\n").flatMap((line) => line.split("|"))) {
    // A file, then the names of tests in it, up to the next file.
    for (const [, file = "", names = ""] of cell.matchAll(
      /`([\w/*.-]+\.test\.ts)`((?:[^`"]*"[^"]+")*)/g,
    )) {
      const files = globSync(file, { cwd: root });
      if (files.length === 0) missing.push(file);
      const text = files.map((each) => readFileSync(root + each, "utf8")).join("\n");
      for (const [, name = ""] of names.matchAll(/"([^"]+)"/g)) {
        if (!text.includes(name)) missing.push(`${file}: ${name}`);
      }
    }
  }
  expect(missing).toEqual([]);
  for (const number of Array.from({ length: 10 }, (_, n) => n + 1)) {
    expect(page).toContain(`API${number} `);
  }
});
