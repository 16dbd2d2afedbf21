// The tables of errors in docs/api.md, made from the server's own.
import { entriesOf, errorSections } from "../src/http/http.ts";

const BEGIN = "<!-- Errors: made from src/http/error-help.ts by `npm run generate`. -->\n";
const END = "<!-- End of errors. -->\n";

const TITLES: Readonly<Record<keyof typeof errorSections, string>> = {
  general: "Both services",
  directory: "Location directory",
  texts: "Text authenticity",
  dashboard: "Dashboard",
};

/** The page with its tables written anew. */
export function putErrorTables(page: string): string {
  const [before, , after] = split(page);
  return `${before}${BEGIN}${writeTables()}\n${END}${after}`;
}

function split(page: string): [before: string, between: string, after: string] {
  const [before = "", rest] = page.split(BEGIN);
  const [between, after] = (rest ?? "").split(END);
  if (between === undefined || after === undefined)
    throw new Error("docs/api.md has lost its marks.");
  return [before, between, after];
}

function writeTables(): string {
  return (Object.keys(errorSections) as Array<keyof typeof errorSections>)
    .map((section) => {
      const rows = entriesOf(section).map(
        ({ code, status, type, cause, remedy }) =>
          `| \`${code}\` | ${status} | \`${type}\` | ${cause} | ${remedy} |`,
      );
      return `
### ${TITLES[section]}

| code | status | type | cause | what to do |
|---|---|---|---|---|
${rows.join("\n")}
`;
    })
    .join("");
}
