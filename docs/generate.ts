// Writes the pages that are made from code: docs/settings.md from the settings' schema. With
// --check it writes nothing and fails when a page is stale.
import { readFileSync, writeFileSync } from "node:fs";
import { settings } from "../src/config.ts";

const pages: Array<[file: string, text: string]> = [["settings.md", writeSettingsPage()]];

for (const [file, text] of pages) {
  const url = new URL(file, import.meta.url);
  if (!process.argv.includes("--check")) {
    writeFileSync(url, text);
  } else if (readOrEmpty(url) !== text) {
    process.stderr.write(`docs/${file} is stale: run npm run docs\n`);
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
  return `<!-- Made from src/config.ts by \`npm run docs\`. Do not edit. -->
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
