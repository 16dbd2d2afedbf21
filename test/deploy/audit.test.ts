// What cannot be known about vulnerabilities is said to be not checked.
import { expect, test } from "vitest";
import { auditDependencies, readAudit } from "../../deploy/audit.ts";

const root = new URL("../../", import.meta.url).pathname;
const report = (counts: object) => JSON.stringify({ metadata: { vulnerabilities: counts } });

test("a registry that can't be reached is not checked, and the command that asks is named", () => {
  const env = { ...process.env, npm_config_registry: "http://127.0.0.1:9/" };
  const { outcome, words } = auditDependencies(root, env);
  expect([outcome, words]).toEqual(["not checked", expect.stringContaining("npm run audit")]);
});

test.each([
  ["a clean report", report({ high: 0, critical: 0, total: 0 }), "ok"],
  ["low ones", report({ high: 0, critical: 0, total: 3 }), "ok"],
  ["a high one", report({ high: 1, critical: 0, total: 1 }), "failed"],
  ["an error in JSON", JSON.stringify({ message: "request failed", error: {} }), "not checked"],
  ["an empty object", "{}", "not checked"],
  ["nothing", "", "not checked"],
])("%s", (_about, printed, outcome) => {
  expect(readAudit(printed).outcome).toBe(outcome);
});
