// Texts of the text service's documentation, and the headers of its responses.
import type { ClientReader, DocsOptions } from "../http/http.ts";
import { createOwnAddress } from "../http/http.ts";
import { EXAMPLE_JOB, EXAMPLE_KEY, exampleReply, REQUESTS } from "./examples.ts";

const ABOUT = `Estimates how likely it is that a text was written by an AI, and rewrites stiff prose. Texts are never logged. They are stored only for accounts that keep a history, and for jobs until their results are wiped.

Every call needs HTTPS, a key in \`x-api-key\` and the key's registered domain in \`Origin\`. Browsers send the \`Origin\` of the page by themselves; other clients must set it. Outside a browser it can be forged: it limits abuse, but the secret is the key. To try calls from this page, create a key for the host name in its address.

The samples run as they are with a test key for \`example.com\` (fixed answers, nothing counted; leave out \`--test\` for real checks). The first line is for the program's folder on the server; elsewhere put in a key that was made there:

\`\`\`sh
export LODESTONE_API_KEY=$(node bin/lodestone.js keys create --domain example.com --test)
# only if the server made its own certificate; its CA is in the data folder:
export SSL_CERT_FILE=var/tls/ca.pem NODE_EXTRA_CA_CERTS=var/tls/ca.pem
\`\`\``;

export function describeService(version: string) {
  return {
    openapi: "3.1.0",
    info: {
      title: "Lodestone text authenticity",
      version,
      description: ABOUT,
      contact: { name: "The operator of this server" },
      license: { name: "Apache-2.0", identifier: "Apache-2.0" },
    },
    servers: [{ url: "/" }],
    tags: [
      {
        name: "Checks",
        description: "Check or rewrite a text or a file; each success costs one check.",
      },
      {
        name: "Jobs",
        description: "Long texts, files and large batches, processed in the background.",
      },
      { name: "Agents", description: "Checks and places as tools for agents (MCP)." },
      { name: "Account", description: "Usage and models; costs no check." },
      {
        name: "Management",
        description:
          "Create, change, rotate and revoke the account's keys, and read their usage, with a management key. Never texts.",
      },
    ],
    components: {
      securitySchemes: {
        key: {
          type: "apiKey" as const,
          name: "x-api-key",
          in: "header",
          description: "Created in the dashboard, or on the server with `lodestone keys create`.",
        },
        managementKey: {
          type: "apiKey" as const,
          name: "x-api-key",
          in: "header",
          description:
            "A management key (`ls_manage_…`), created in the dashboard, or on the server with `lodestone keys create --manage`. It needs no `Origin`; never put it into a page or an app.",
        },
        domain: {
          type: "apiKey" as const,
          name: "Origin",
          in: "header",
          description:
            "The domain the key is registered for, such as `https://example.com`. Browsers send the page's own by themselves; other clients set it once, beside the key.",
        },
      },
    },
  };
}

const text = (description: string, example: string) => ({
  description,
  schema: { type: "string" as const },
  example,
});

export function describeDocs(options: {
  client: ClientReader;
  httpsPort: () => number;
}): DocsOptions {
  return {
    ownAddress: createOwnAddress(options),
    parameters: {
      "Idempotency-Key": "essay-4711",
      id: EXAMPLE_JOB,
      limit: 20,
      before: EXAMPLE_JOB,
      key_id: EXAMPLE_KEY,
      external_id: "customer-7",
    },
    requests: REQUESTS,
    reply: ({ id }, status, contentType) => exampleReply(id, status, contentType),
    savedAs: { report: "report.pdf", reportFile: "report.html" },
    headers: {
      "X-Request-Id": text("Id of the request, as in the server's log.", "pX3kQz81-2f"),
      "Retry-After": {
        description: "Seconds to wait before retrying.",
        schema: { type: "integer", minimum: 1 },
        example: 30,
      },
      RateLimit: text(
        "What is left of each limit, and the seconds until it resets.",
        '"minute";r=59;t=60, "day";r=47;t=21600',
      ),
      "RateLimit-Policy": text(
        "The limits that apply: amount and window in seconds.",
        '"minute";q=60;w=60, "day";q=50;w=86400',
      ),
      Allow: text("Methods that this path supports.", "POST, OPTIONS"),
      Location: text("URL of the job.", `/v1/jobs/${EXAMPLE_JOB}`),
      "Content-Disposition": text("Suggested file name.", 'attachment; filename="report.pdf"'),
    },
    headersOf({ id, about }, status) {
      const isKeyed = (about.security ?? []).length > 0;
      const isAdmitted = isKeyed && ![401, 403, 405, 431].includes(status);
      return [
        "X-Request-Id",
        ...(isAdmitted ? ["RateLimit", "RateLimit-Policy"] : []),
        ...([409, 429, 503].includes(status) ? ["Retry-After"] : []),
        ...(status === 202 && id !== "mcp" ? ["Location"] : []),
        ...(status === 405 ? ["Allow"] : []),
        ...(id.startsWith("report") && status === 200 ? ["Content-Disposition"] : []),
      ];
    },
  };
}
