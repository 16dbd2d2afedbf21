// The OpenAPI documents as generators and linters see them: no complaints, short names, and an example for every
// request and reply.
import type { OpenAPIV3_1 } from "openapi-types";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { type Program, startProgram } from "../program.ts";
import { areToolsInstalled } from "../tools.ts";
import { lintDocument } from "./lint-openapi.ts";
import { call } from "./v1.ts";

let program: Program;
beforeAll(async () => {
  program = await startProgram({ WORKERS: "1" });
});
afterAll(() => program.stop());

async function read(service: "api" | "v1"): Promise<OpenAPIV3_1.Document> {
  const { status, body } = await call(program, {
    method: "GET",
    path: `/${service}/openapi.json`,
  });
  expect(status).toBe(200);
  return body;
}

function operationsOf(document: OpenAPIV3_1.Document) {
  return Object.entries(document.paths ?? {}).flatMap(([path, methods]) =>
    (["get", "post", "patch", "delete"] as const).flatMap((method) => {
      const about = methods?.[method];
      return about === undefined ? [] : [{ name: `${method} ${path}`, about }];
    }),
  );
}

describe.each(["api", "v1"] as const)("the document of /%s", (service) => {
  test.skipIf(!areToolsInstalled())("is clean by redocly's recommended rules", async () => {
    expect(await lintDocument("redocly", await read(service))).toEqual([]);
  });

  test.skipIf(!areToolsInstalled())("is clean by spectral's rules for OpenAPI", async () => {
    expect(await lintDocument("spectral", await read(service))).toEqual([]);
  });

  test("names every operation, says what it needs, and shows each request and reply", async () => {
    const missing: string[] = [];
    for (const { name, about } of operationsOf(await read(service))) {
      if (about.operationId === undefined) missing.push(`${name}: operationId`);
      if (about.security === undefined) missing.push(`${name}: security`);
      for (const parameter of about.parameters ?? []) {
        const { required, example, name: field } = parameter as OpenAPIV3_1.ParameterObject;
        if (required === true && example === undefined) missing.push(`${name}: ${field}`);
      }
      const { content = {} } = (about.requestBody ?? {}) as { content?: Media };
      missing.push(...withoutExample(content).map((type) => `${name}: request ${type}`));
      for (const [status, response] of Object.entries(about.responses ?? {})) {
        const { content: shown = {}, headers = {} } = response as OpenAPIV3_1.ResponseObject;
        missing.push(...withoutExample(shown as Media).map((type) => `${name}: ${status} ${type}`));
        if (!("X-Request-Id" in headers)) missing.push(`${name}: ${status} headers`);
      }
    }
    expect(missing).toEqual([]);
  });

  test("has components with names a person would give", async () => {
    const names = Object.keys((await read(service)).components?.schemas ?? {});
    expect(names.length).toBeGreaterThan(5);
    for (const name of names) expect(name).toMatch(/^(?:[A-Z][a-z]+){1,5}$/);
    expect(names).toEqual(expect.arrayContaining(service === "api" ? ["State"] : ["Detection"]));
  });

  test("gives the address it was asked under", async () => {
    expect((await read(service)).servers).toEqual([{ url: program.https }]);
    const plain = await (await fetch(`${program.http}/${service}/openapi.json`)).json();
    // The text service answers over HTTPS alone.
    expect(plain.servers).toEqual([{ url: service === "api" ? program.http : program.https }]);
  });
});

test.skipIf(!areToolsInstalled())("both linters find a fault that is there", async () => {
  const faulty = await read("v1");
  faulty.servers = [];
  Object.assign(faulty.paths?.["/v1/usage"]?.get ?? {}, { responses: {} });
  expect(await lintDocument("redocly", faulty)).not.toEqual([]);
  expect(await lintDocument("spectral", faulty)).not.toEqual([]);
});

type Media = Record<string, { example?: unknown }>;
const withoutExample = (content: Media) =>
  Object.entries(content).flatMap(([type, { example }]) => (example === undefined ? [type] : []));

test("a made-up Host does not get into the document, and many of them are not kept", async () => {
  const ask = (host: string) =>
    call(program, { method: "GET", path: "/api/openapi.json", headers: { host }, isPlain: true });
  for (const host of ['a"><script>', "a b", "user@host", "a/b"]) {
    const { text } = await ask(host);
    expect(text).not.toContain(host);
  }
  for (let number = 0; number < 20; number += 1) {
    expect((await ask(`h${number}.example`)).body.servers[0].url).toBe(`http://h${number}.example`);
  }
});

test("the text service declares the Origin, a list of phrases to keep and a binary file", async () => {
  const document = await read("v1");
  for (const { name, about } of operationsOf(document)) {
    if ((about.security ?? []).length === 0 || about.tags?.includes("Management")) continue;
    expect(about.security, name).toEqual([{ key: [], domain: [] }]);
    expect(JSON.stringify(about.parameters ?? []), name).not.toContain("Origin");
  }
  expect(document.components?.securitySchemes?.domain).toMatchObject({
    type: "apiKey",
    in: "header",
    name: "Origin",
  });
  const schemas = document.components?.schemas as Record<string, OpenAPIV3_1.SchemaObject>;
  expect(schemas.RegenerateRequest?.properties?.keep).toMatchObject({
    type: "array",
    items: { type: "string" },
  });
  for (const upload of ["DetectUpload", "RegenerateUpload", "ReportUpload", "DetectFileUpload"]) {
    expect(schemas[upload]?.properties?.file).toMatchObject({ type: "string", format: "binary" });
  }
});
