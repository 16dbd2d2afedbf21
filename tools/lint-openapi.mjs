// `node lint-openapi.mjs redocly|spectral`: reads an OpenAPI document from standard input and prints what that linter
// says of it, with the rules its makers recommend, as a JSON list.
import { text } from "node:stream/consumers";
import { createConfig, lintFromString } from "@redocly/openapi-core";
import spectral from "@stoplight/spectral-core";
import rulesets from "@stoplight/spectral-rulesets";

const linters = { redocly: lintWithRedocly, spectral: lintWithSpectral };
const lint = linters[process.argv[2]];
if (lint === undefined) throw new Error(`Choose a linter: ${Object.keys(linters).join(", ")}`);
console.log(JSON.stringify(await lint(await text(process.stdin))));

async function lintWithRedocly(source) {
  const config = await createConfig({ extends: ["recommended"], telemetry: "off" });
  const problems = await lintFromString({ source, config });
  return problems.map(
    ({ ruleId, message, location }) => `${ruleId} at ${location[0]?.pointer}: ${message}`,
  );
}

async function lintWithSpectral(source) {
  const linter = new spectral.Spectral();
  linter.setRuleset({ extends: [rulesets.oas] });
  const problems = await linter.run(JSON.parse(source));
  return problems.map(({ code, message, path }) => `${code} at ${path.join("/")}: ${message}`);
}
