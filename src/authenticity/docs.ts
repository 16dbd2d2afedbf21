// Words and examples of the text service's documentation.
const EXAMPLE = `curl https://127.0.0.1:8443/v1/detect \\
  --cacert var/tls/ca.pem \\
  -H 'x-api-key: YOUR_KEY' -H 'Origin: https://example.com' \\
  --data-urlencode 'content@essay.txt'`;

const FILE_EXAMPLE = EXAMPLE.replace(/--data-urlencode .*/, "-F 'file=@essay.pdf'");

export function describeService(version: string) {
  return {
    openapi: "3.1.0",
    info: {
      title: "Lodestone text authenticity",
      version,
      description:
        "Tells how likely a text was written by an AI, and rewrites stiff prose. Every call needs HTTPS, a key in `x-api-key` and the key's registered domain as `Origin`. Outside a browser an Origin can be forged: it limits abuse, the key is the secret. Texts are never logged, and stored only for an account that switched its history on.",
      license: { name: "Apache-2.0", identifier: "Apache-2.0" },
    },
    servers: [{ url: "/" }],
    components: {
      securitySchemes: { key: { type: "apiKey" as const, name: "x-api-key", in: "header" } },
    },
  };
}

/** Calls shown on the page, by operation. */
export const CALLS = {
  detect: `${EXAMPLE}\n\n# or a file\n${FILE_EXAMPLE}`,
  detectBatch: `curl https://127.0.0.1:8443/v1/detect/batch \\
  --cacert var/tls/ca.pem \\
  -H 'x-api-key: YOUR_KEY' -H 'Origin: https://example.com' \\
  --json '{"items": [{"id": "one", "content": "…"}, {"id": "two", "content": "…"}]}'`,
  report: `curl https://127.0.0.1:8443/v1/report \\
  --cacert var/tls/ca.pem -o essay-report.pdf \\
  -H 'x-api-key: YOUR_KEY' -H 'Origin: https://example.com' \\
  --data-urlencode 'content@essay.txt' -d format=pdf`,
  regenerate: EXAMPLE.replace("/detect", "/regenerate"),
  getUsage: `curl https://127.0.0.1:8443/v1/usage \\
  --cacert var/tls/ca.pem \\
  -H 'x-api-key: YOUR_KEY' -H 'Origin: https://example.com'`,
  listModels: "curl https://127.0.0.1:8443/v1/models --cacert var/tls/ca.pem",
};
