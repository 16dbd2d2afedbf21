// Which licences the product's packages may have. A new package with another one, or with none named,
// fails `npm run check` until somebody has read it.
import type { Package } from "./production-packages.ts";

/** Permissive, or (MPL) copyleft by file on code we do not change. SPDX names. */
const ALLOWED = new Set([
  "0BSD",
  "Apache-2.0",
  "BSD-2-Clause",
  "BSD-3-Clause",
  "BlueOak-1.0.0",
  "CC0-1.0",
  "ISC",
  "MIT",
  "MIT-0",
  "MPL-2.0",
  // Fonts, which may be embedded in any document.
  "OFL-1.1",
  "Zlib",
]);

/** Packages whose own description names no licence one can look up; what was found by reading. */
const READ: Readonly<Record<string, string>> = {
  argparse: "Python-2.0, permissive; a part of wawoff2's command line",
  "png-js": "MIT, in its LICENSE file",
  "dejavu-fonts-ttf":
    "Bitstream Vera and Arev licences: free use and embedding, in its LICENSE file",
};

export function findLicenceProblems(packages: readonly Package[]): string[] {
  return packages.flatMap(({ name, version, licence }) => {
    if (licence !== null && isAllowed(licence)) return [];
    if (Object.hasOwn(READ, name)) return [];
    return [
      `${name}@${version} has the licence ${licence ?? "(none named)"}, which nobody has read.`,
    ];
  });
}

/** `(MIT OR GPL-3.0)` lets us choose; `(MIT AND GPL-3.0)` does not. */
function isAllowed(expression: string): boolean {
  const bare = expression.replace(/^\(|\)$/g, "");
  if (bare.includes(" OR ")) return bare.split(" OR ").some(isAllowed);
  return bare.split(" AND ").every((name) => ALLOWED.has(name));
}
