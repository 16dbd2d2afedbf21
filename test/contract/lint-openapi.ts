// What two outside linters say of an OpenAPI document, with the rules their makers recommend.
import { createConfig, lintFromString } from "@redocly/openapi-core";
import spectral from "@stoplight/spectral-core";
import rulesets from "@stoplight/spectral-rulesets";

export async function lintWithRedocly(document: object): Promise<string[]> {
  const config = await createConfig({ extends: ["recommended"], telemetry: "off" });
  const problems = await lintFromString({ source: JSON.stringify(document), config });
  return problems.map(
    ({ ruleId, message, location }) => `${ruleId} at ${location[0]?.pointer}: ${message}`,
  );
}

export async function lintWithSpectral(document: object): Promise<string[]> {
  const linter = new spectral.Spectral();
  linter.setRuleset({ extends: [rulesets.oas] } as object as Parameters<
    typeof linter.setRuleset
  >[0]);
  const problems = await linter.run(structuredClone(document) as Record<string, unknown>);
  return problems.map(({ code, message, path }) => `${code} at ${path.join("/")}: ${message}`);
}
