// Ready calls for a key that was just made, with the Origin it was made for.
export type Snippet = { name: string; text: string };

export function writeSnippets({
  key,
  domain,
  baseUrl,
  caFile,
  hasLocalCertificate,
}: {
  key: string;
  domain: string;
  baseUrl: string;
  /** Where the local authority lies, if this page may know. */
  caFile: string | null;
  hasLocalCertificate: boolean;
}): Snippet[] {
  const isTest = key.startsWith("ls_test_");
  const origin = originFor(domain);
  const ca = caFile ?? "ca.pem";
  const trust = hasLocalCertificate ? ` \\\n  --cacert ${quote(ca)}` : "";
  const trustNote = hasLocalCertificate
    ? `// Start Node with NODE_EXTRA_CA_CERTS=${ca}, or give the server a certificate of its own.\n`
    : "";
  if (key.startsWith("ls_manage_")) {
    const text = `curl ${quote(`${baseUrl}/v1/manage/keys`)}${trust} \\\n  -H ${quote(`x-api-key: ${key}`)}`;
    return [{ name: "curl", text }];
  }
  return [
    {
      name: "curl",
      text: `curl ${quote(`${baseUrl}/v1/detect`)}${trust} \\
  -H ${quote(`x-api-key: ${key}`)} \\
  -H ${quote(`Origin: ${origin}`)} \\
  --data-urlencode ${quote(`content=${isTest ? "test:ai" : "The text to check, ideally fifty words or more."}`)}`,
    },
    {
      name: "SDK",
      text: `${trustNote}import { createClient } from "@lodestone/client";

const client = createClient({
  baseUrl: ${JSON.stringify(baseUrl)},
  apiKey: ${JSON.stringify(key)},
  origin: ${JSON.stringify(origin)},
});
const result = await client.authenticity.detect(${JSON.stringify(isTest ? "test:ai" : "The text to check.")});
console.log(result.verdict, result.final_probability);`,
    },
  ];
}

/** An Origin the key accepts; below a wildcard any subdomain would do. */
export function originFor(domain: string): string {
  return `https://${domain.startsWith("*.") ? `www.${domain.slice(2)}` : domain}`;
}

function quote(text: string): string {
  return `'${text.replaceAll("'", `'\\''`)}'`;
}
