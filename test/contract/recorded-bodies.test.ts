// The specification's seven endpoints answer, without the parameters that were added to them, what they
// answered before: every byte but the time stamp.
import { afterAll, beforeAll, expect, test } from "vitest";
import { type Program, startProgram } from "../program.ts";
import recorded from "./recorded-bodies.json" with { type: "json" };
import { RECORDED_PATHS, recordBody } from "./recorded-bodies.ts";

let program: Program;
beforeAll(async () => {
  program = await startProgram({ SERVICES: "locations" });
});
afterAll(() => program.stop());

test.each(RECORDED_PATHS)("%s answers as recorded", async (path) => {
  const reply = await fetch(program.http + path);
  const body = `${reply.status} ${recordBody(await reply.text())}`;
  expect(body).toBe((recorded as Record<string, string>)[path]);
});
