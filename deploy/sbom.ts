// `npm run sbom`: the bill of materials in CycloneDX 1.5, on standard output. Made from the lock file
// and not by `npm sbom --omit dev`, which leaves out every package that a development tool uses too.
import { readFileSync } from "node:fs";
import { type Package, readProductionPackages } from "./production-packages.ts";

export function writeSbom(root: URL): object {
  const { name, version, license } = JSON.parse(
    readFileSync(new URL("package.json", root), "utf8"),
  ) as { name: string; version: string; license: string };
  const packages = readProductionPackages(new URL("package-lock.json", root));
  return {
    $schema: "http://cyclonedx.org/schema/bom-1.5.schema.json",
    bomFormat: "CycloneDX",
    specVersion: "1.5",
    version: 1,
    metadata: {
      component: {
        type: "application",
        "bom-ref": `pkg:npm/${name}@${version}`,
        name,
        version,
        licenses: [{ license: { id: license } }],
      },
    },
    components: [...packages.map(describe), ...DATA.map(describeData)],
  };
}

/** What the tables in data/ were made from; data/PROVENANCE.md says what each gave. */
const DATA: ReadonlyArray<readonly [name: string, licence: string]> = [
  ["AGMARKNET 2.0 catalogue", "GODL-India"],
  ["Local Government Directory", "GODL-India"],
  ["GeoNames", "CC BY 4.0"],
  ["Unicode CLDR 41", "Unicode licence"],
  ["India Post directory", "GODL-India"],
  ["PMGSY GeoSadak", "GODL-India"],
  ["DataMeet district boundaries", "MIT"],
  ["@coffeebeanslabs/country_state_district 1.0.1", "ISC"],
];

function describeData([name, licence]: (typeof DATA)[number]) {
  return {
    type: "data",
    "bom-ref": `data:${name}`,
    name,
    licenses: [{ license: { name: licence } }],
  };
}

function describe({ name, version, licence, isOptional, sha512 }: Package) {
  // In package addresses the scope's sign is escaped, its slash is not.
  const purl = `pkg:npm/${name.replace(/^@/, "%40")}@${version}`;
  return {
    type: "library",
    "bom-ref": purl,
    name,
    version,
    purl,
    scope: isOptional ? "optional" : "required",
    ...(licence === null ? {} : { licenses: [{ expression: licence }] }),
    ...(sha512 === null ? {} : { hashes: [{ alg: "SHA-512", content: sha512 }] }),
  };
}

if (import.meta.main) {
  const root = new URL("../", import.meta.url);
  process.stdout.write(`${JSON.stringify(writeSbom(root), null, 2)}\n`);
}
