// One call in the languages readers paste from: complete programs that need nothing but the language itself.

export type SampleCall = {
  method: "get" | "post" | "delete";
  url: string;
  /** Whether the call carries a key: it is read from the environment, so that no sample holds one. */
  hasKey: boolean;
  /** Sent as JSON. */
  body?: unknown;
  /** The file a reply is saved as, where it is not text to print. */
  saveAs?: string | undefined;
};

export type CodeSample = { lang: string; label: string; source: string };

const KEY = "LODESTONE_API_KEY";
/** The domain the key of the examples is registered for. */
export const SAMPLE_ORIGIN = "https://example.com";

export function writeSamples(call: SampleCall): CodeSample[] {
  return [
    { lang: "shell", label: "curl", source: writeCurl(call) },
    { lang: "typescript", label: "TypeScript", source: writeTypeScript(call) },
    { lang: "python", label: "Python", source: writePython(call) },
  ];
}

function writeCurl({ method, url, hasKey, body, saveAs }: SampleCall): string {
  const lines = [`curl ${method === "delete" ? "-X DELETE " : ""}${quote(url)}`];
  if (hasKey) lines.push(`-H "x-api-key: $${KEY}"`, `-H 'Origin: ${SAMPLE_ORIGIN}'`);
  if (body !== undefined) {
    lines.push("-H 'Content-Type: application/json'", `-d ${quote(JSON.stringify(body, null, 2))}`);
  }
  if (saveAs !== undefined) lines.push(`-o ${saveAs}`);
  return lines.join(" \\\n  ");
}

function writeTypeScript({ method, url, hasKey, body, saveAs }: SampleCall): string {
  const headers = [
    ...(hasKey
      ? [`"x-api-key": process.env.${KEY} ?? ""`, `origin: ${JSON.stringify(SAMPLE_ORIGIN)}`]
      : []),
    ...(body === undefined ? [] : ['"content-type": "application/json"']),
  ];
  const options = [
    ...(method === "get" ? [] : [`method: "${method.toUpperCase()}"`]),
    ...(headers.length === 0
      ? []
      : [`headers: {\n${headers.map((line) => `    ${line},`).join("\n")}\n  }`]),
    ...(body === undefined
      ? []
      : [`body: JSON.stringify(${JSON.stringify(body, null, 2).replaceAll("\n", "\n  ")})`]),
  ];
  const init = options.length === 0 ? "" : `, {\n${options.map((it) => `  ${it},`).join("\n")}\n}`;
  const fetched = `const reply = await fetch(${JSON.stringify(url)}${init});`;
  return saveAs === undefined
    ? `${fetched}\nconsole.log(reply.status, await reply.text());\n\nexport {};`
    : `import { writeFile } from "node:fs/promises";\n\n${fetched}\nawait writeFile("${saveAs}", new Uint8Array(await reply.arrayBuffer()));`;
}

function writePython({ method, url, hasKey, body, saveAs }: SampleCall): string {
  const headers = [
    ...(hasKey
      ? [`"x-api-key": os.environ["${KEY}"]`, `"Origin": ${JSON.stringify(SAMPLE_ORIGIN)}`]
      : []),
    ...(body === undefined ? [] : ['"Content-Type": "application/json"']),
  ];
  const words = [
    `    ${JSON.stringify(url)},`,
    `    method="${method.toUpperCase()}",`,
    ...(headers.length === 0
      ? []
      : ["    headers={", ...headers.map((line) => `        ${line},`), "    },"]),
    // Bodies of the examples are texts, lists and objects: the same in Python as in JSON.
    ...(body === undefined
      ? []
      : [
          `    data=json.dumps(${JSON.stringify(body, null, 4).replaceAll("\n", "\n    ")}).encode(),`,
        ]),
  ];
  const imports = [
    ...(body === undefined ? [] : ["import json"]),
    ...(hasKey ? ["import os"] : []),
    "import urllib.request",
  ];
  const read =
    saveAs === undefined
      ? "    print(reply.status, reply.read().decode())"
      : `    open("${saveAs}", "wb").write(reply.read())`;
  return `${imports.join("\n")}\n\nrequest = urllib.request.Request(\n${words.join("\n")}\n)\nwith urllib.request.urlopen(request) as reply:\n${read}`;
}

function quote(text: string): string {
  return `'${text.replaceAll("'", "'\\''")}'`;
}
