// The calls shown with a new key work as they stand.
import { spawnSync } from "node:child_process";
import { expect, test } from "vitest";
import { originFor, writeSnippets } from "./snippets.ts";

const key = "ls_live_0123";

function write(changed: Partial<Parameters<typeof writeSnippets>[0]> = {}) {
  const usual = { key, domain: "example.com", baseUrl: "https://localhost:8443" };
  return writeSnippets({ ...usual, caFile: null, hasLocalCertificate: false, ...changed });
}

test("the Origin is one that the key accepts", () => {
  expect(originFor("example.com")).toBe("https://example.com");
  expect(originFor("*.example.com")).toBe("https://www.example.com");
});

test("a shell takes the call as it is meant, whatever the path of the certificate", () => {
  const caFile = `/home/o'neil/my data/$(touch x)/ca.pem`;
  const [curl] = write({ caFile, hasLocalCertificate: true });
  // Instead of curl the words are printed, one a line.
  const script = `curl() { printf '%s\\n' "$@"; }\n${curl?.text}`;
  const { stdout } = spawnSync("sh", ["-c", script], { encoding: "utf8" });
  expect(stdout.trimEnd().split("\n")).toEqual([
    "https://localhost:8443/v1/detect",
    "--cacert",
    caFile,
    "-H",
    `x-api-key: ${key}`,
    "-H",
    "Origin: https://example.com",
    "--data-urlencode",
    "content=The text to check, ideally fifty words or more.",
  ]);
});

test("a certificate that every program trusts needs no word about it", () => {
  for (const { text } of write()) expect(text).not.toMatch(/cacert|CA_CERTS/);
});
