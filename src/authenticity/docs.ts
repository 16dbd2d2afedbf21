// Texts of the text service's documentation, and the headers of its responses.
import type { ClientReader, DocsOptions } from "../http/http.ts";
import { createOwnAddress, SAMPLE_ORIGIN } from "../http/http.ts";
import { EXAMPLE_JOB, exampleReply, REQUESTS } from "./examples.ts";

const ABOUT = `Tells how likely a text was written by an AI, and rewrites stiff prose. Texts are never logged, and stored only for an account that switched its history on.

Every call needs HTTPS, a key in \`x-api-key\` and the key's registered domain as \`Origin\`. A browser sends the Origin of the page; other programs set it. Outside a browser it can be forged: it limits abuse, the key is the secret. To try calls on this page, make a key for the host name in its address.

The samples run as pasted, for a test key of \`example.com\` (fixed answers, nothing counted; without \`--test\` texts are checked):

\`\`\`sh
export LODESTONE_API_KEY=$(npx lodestone keys create --domain example.com --test)
# only with the server's own certificate, whose authority lies in its data folder:
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
      { name: "Checks", description: "Work on a text or file; each success is counted." },
      { name: "Jobs", description: "Long texts, files and many texts, worked on later." },
      { name: "Account", description: "What was used, and what answers. Costs nothing." },
    ],
    components: {
      securitySchemes: {
        key: {
          type: "apiKey" as const,
          name: "x-api-key",
          in: "header",
          description: "Made in the dashboard, or with `npx lodestone keys create`.",
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
      Origin: SAMPLE_ORIGIN,
      "Idempotency-Key": "essay-4711",
      id: EXAMPLE_JOB,
      limit: 20,
      before: EXAMPLE_JOB,
    },
    requests: REQUESTS,
    reply: ({ id }, status, contentType) => exampleReply(id, status, contentType),
    savedAs: { report: "report.pdf" },
    headers: {
      "X-Request-Id": text("Names the request in the server's log.", "pX3kQz81-2f"),
      "Retry-After": {
        description: "Seconds to wait before the next try.",
        schema: { type: "integer", minimum: 1 },
        example: 30,
      },
      RateLimit: text(
        "What is left of each limit, and seconds to its renewal.",
        '"minute";r=59;t=60, "day";r=47;t=21600',
      ),
      "RateLimit-Policy": text(
        "The limits in force: amount and window in seconds.",
        '"minute";q=60;w=60, "day";q=50;w=86400',
      ),
      Allow: text("The methods this path takes.", "POST, OPTIONS"),
      Location: text("Where the job's status is read.", `/v1/jobs/${EXAMPLE_JOB}`),
      "Content-Disposition": text(
        "A name to save the document under.",
        'attachment; filename="report.pdf"',
      ),
    },
    headersOf({ id, about }, status) {
      const isKeyed = (about.security ?? []).length > 0;
      const isAdmitted = isKeyed && ![401, 403, 405, 431].includes(status);
      return [
        "X-Request-Id",
        ...(isAdmitted ? ["RateLimit", "RateLimit-Policy"] : []),
        ...([409, 429, 503].includes(status) ? ["Retry-After"] : []),
        ...(status === 202 ? ["Location"] : []),
        ...(status === 405 ? ["Allow"] : []),
        ...(id === "report" && status === 200 ? ["Content-Disposition"] : []),
      ];
    },
  };
}
