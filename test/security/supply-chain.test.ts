// What the product is made of is known: every package has a licence that was read, and the bill of
// materials names each of them with the hash the lock file pins.
import { existsSync, readdirSync, readFileSync } from "node:fs";
import { expect, test } from "vitest";
import { findLicenceProblems } from "../../deploy/licences.ts";
import { readProductionPackages } from "../../deploy/production-packages.ts";
import { writeSbom } from "../../deploy/sbom.ts";

const root = new URL("../../", import.meta.url);
const packages = readProductionPackages(new URL("package-lock.json", root));

test("every production package has a licence that was read", () => {
  expect(findLicenceProblems(packages)).toEqual([]);
});

test("a licence nobody has read is named", () => {
  const odd = (licence: string | null) => ({
    name: "odd",
    version: "1.0.0",
    licence,
    isOptional: false,
    sha512: null,
  });
  for (const licence of ["GPL-3.0", "SSPL-1.0", "(MIT AND GPL-3.0)", "UNLICENSED", null]) {
    expect(findLicenceProblems([odd(licence)])).toHaveLength(1);
  }
  expect(findLicenceProblems([odd("(GPL-3.0 OR MIT)"), odd("MIT")])).toEqual([]);
});

test("the bill of materials lists every production package with its hash", () => {
  type Bom = {
    bomFormat: string;
    components: {
      type: string;
      name: string;
      version: string;
      purl: string;
      hashes?: { content: string }[];
    }[];
  };
  const bom = JSON.parse(JSON.stringify(writeSbom(root))) as Bom;
  expect(bom.bomFormat).toBe("CycloneDX");
  const listed = new Set(bom.components.map(({ name, version }) => `${name}@${version}`));
  const { dependencies } = JSON.parse(readFileSync(new URL("package.json", root), "utf8")) as {
    dependencies: Record<string, string>;
  };
  for (const [name, version] of Object.entries(dependencies)) {
    expect(listed).toContain(`${name}@${version}`);
  }
  const libraries = bom.components.filter(({ type }) => type === "library");
  for (const { name, hashes } of libraries) {
    expect([name, hashes?.[0]?.content]).toEqual([name, expect.stringMatching(/^[0-9a-f]{128}$/)]);
  }
  expect(new Set(libraries.map(({ purl }) => purl)).size).toBe(libraries.length);
  // What the shipped tables were made from stands there with its licence.
  const data = bom.components.filter(({ type }) => type === "data").map(({ name }) => name);
  expect(data).toEqual(expect.arrayContaining(["GeoNames", "Unicode CLDR 41"]));
});

test("no installed package wants to run code while it is installed, or it is not run", () => {
  expect(readFileSync(new URL(".npmrc", root), "utf8")).toMatch(/^ignore-scripts=true$/m);
});

test("what is imported by the product is one of its production packages", () => {
  const known = new Set(packages.map(({ name }) => name));
  const unknown = new Set<string>();
  for (const folder of ["src", "client"]) {
    const files = readdirSync(new URL(`${folder}/`, root), { recursive: true, encoding: "utf8" });
    for (const file of files) {
      if (!/\.ts$/.test(file) || /\.test\.ts$|testing\//.test(file)) continue;
      const text = readFileSync(new URL(`${folder}/${file}`, root), "utf8");
      for (const [, from = ""] of text.matchAll(
        /^(?:import|export)[^;"]*?from "([^."][^"]*)"/gms,
      )) {
        if (from.startsWith("node:")) continue;
        const name = from
          .split("/")
          .slice(0, from.startsWith("@") ? 2 : 1)
          .join("/");
        if (!known.has(name)) unknown.add(`${folder}/${file}: ${name}`);
      }
    }
  }
  expect([...unknown]).toEqual([]);
  expect(existsSync(new URL("package-lock.json", root))).toBe(true);
});
