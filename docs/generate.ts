// `npm run generate`: writes the files that are made from code: docs/settings.md from the table of settings,
// client/wire-types.ts from the schemas of replies, the tables of errors in docs/api.md from src/http. With --check it writes nothing and fails when one is stale.
import { readFileSync, writeFileSync } from "node:fs";
import { settings } from "../src/config.ts";
import { writeClientTypes } from "./client-types.ts";
import { putErrorTables } from "./error-tables.ts";

const files: Array<[file: string, text: string]> = [
  ["docs/settings.md", writeSettingsPage()],
  ["client/wire-types.ts", writeClientTypes()],
  ["docs/api.md", putErrorTables(readOrEmpty(new URL("api.md", import.meta.url)))],
];

for (const [file, text] of files) {
  const url = new URL(`../${file}`, import.meta.url);
  if (!process.argv.includes("--check")) {
    writeFileSync(url, text);
  } else if (readOrEmpty(url) !== text) {
    process.stderr.write(`${file} is stale: run npm run generate\n`);
    process.exitCode = 1;
  }
}

function writeSettingsPage(): string {
  const rows = Object.values(settings).map((setting) => {
    const shown = "fallbackShown" in setting ? setting.fallbackShown : setting.fallback;
    const isSecret = "secret" in setting ? " Secret: never logged." : "";
    const fallback = shown === "" ? "unset" : "fallbackShown" in setting ? shown : `\`${shown}\``;
    return `| \`${setting.env}\` | ${fallback} | ${setting.about}${isSecret} |`;
  });
  return `<!-- Made from src/config.ts by \`npm run generate\`. Do not edit. -->
# Settings

Lodestone is set by environment variables. All of them are checked together before anything is
opened; every problem is named, and the program ends with exit code 1.

| name | default | meaning |
|---|---|---|
${rows.join("\n")}
`;
}

function readOrEmpty(url: URL): string {
  try {
    return readFileSync(url, "utf8");
  } catch {
    return "";
  }
}
