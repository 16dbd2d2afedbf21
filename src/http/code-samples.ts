// One call in the languages readers paste from: complete programs that need nothing but the language itself.

/** A management key has no domain, so no Origin is sent with it. */
export type SampleKey = "live" | "management";

export type SampleCall = {
  method: "get" | "post" | "patch" | "delete";
  url: string;
  /** The key the call carries, if any: it is read from the environment, so that no sample holds one. */
  key?: SampleKey | undefined;
  /** Sent as JSON. */
  body?: unknown;
  /** The name of a file that is sent where the call takes no JSON. */
  upload?: string | undefined;
  accept?: string | undefined;
  /** The file a reply is saved as, where it is not text to print. */
  saveAs?: string | undefined;
};

export type CodeSample = { lang: string; label: string; source: string };

const VARIABLES: Readonly<Record<SampleKey, string>> = {
  live: "LODESTONE_API_KEY",
  management: "LODESTONE_MANAGEMENT_KEY",
};
/** The domain the key of the examples is registered for. */
export const SAMPLE_ORIGIN = "https://example.com";

export function writeSamples(asked: SampleCall): CodeSample[] {
  const call = asked.body === undefined ? asked : { ...asked, upload: undefined };
  return [
    { lang: "shell", label: "curl", source: writeCurl(call) },
    { lang: "typescript", label: "TypeScript", source: writeTypeScript(call) },
    { lang: "python", label: "Python", source: writePython(call) },
  ];
}

function writeCurl({ method, url, key, body, upload, accept, saveAs }: SampleCall): string {
  // Of the others curl thinks by itself.
  const isNamed = method === "delete" || method === "patch";
  const lines = [`curl ${isNamed ? `-X ${method.toUpperCase()} ` : ""}${quote(url)}`];
  if (key !== undefined) lines.push(`-H "x-api-key: $${VARIABLES[key]}"`);
  if (key === "live") lines.push(`-H 'Origin: ${SAMPLE_ORIGIN}'`);
  if (body !== undefined) {
    lines.push("-H 'Content-Type: application/json'", `-d ${quote(JSON.stringify(body, null, 2))}`);
  }
  if (accept !== undefined) lines.push(`-H 'Accept: ${accept}'`);
  if (upload !== undefined) lines.push(`-F ${quote(`file=@${upload}`)}`);
  if (saveAs !== undefined) lines.push(`-o ${saveAs}`);
  return lines.join(" \\\n  ");
}

function writeTypeScript({ method, url, key, body, upload, accept, saveAs }: SampleCall): string {
  const headers = [
    ...(key === undefined ? [] : [`"x-api-key": process.env.${VARIABLES[key]} ?? ""`]),
    ...(key === "live" ? [`origin: ${JSON.stringify(SAMPLE_ORIGIN)}`] : []),
    ...(body === undefined ? [] : ['"content-type": "application/json"']),
    ...(accept === undefined ? [] : [`accept: "${accept}"`]),
  ];
  const options = [
    ...(method === "get" ? [] : [`method: "${method.toUpperCase()}"`]),
    ...(headers.length === 0
      ? []
      : [`headers: {\n${headers.map((line) => `    ${line},`).join("\n")}\n  }`]),
    ...(upload === undefined ? [] : ["body: form"]),
    ...(body === undefined
      ? []
      : [`body: JSON.stringify(${JSON.stringify(body, null, 2).replaceAll("\n", "\n  ")})`]),
  ];
  const init = options.length === 0 ? "" : `, {\n${options.map((it) => `  ${it},`).join("\n")}\n}`;
  const fetched = `const reply = await fetch(${JSON.stringify(url)}${init});`;
  const imports = [
    ...(upload === undefined ? [] : ['import { openAsBlob } from "node:fs";']),
    ...(saveAs === undefined ? [] : ['import { writeFile } from "node:fs/promises";']),
  ];
  const form =
    upload === undefined
      ? []
      : [
          "const form = new FormData();",
          `form.set("file", await openAsBlob("${upload}"), "${upload}");`,
        ];
  const shown =
    saveAs === undefined
      ? "console.log(reply.status, await reply.text());"
      : `await writeFile("${saveAs}", new Uint8Array(await reply.arrayBuffer()));`;
  const parts = [...form, fetched, shown].join("\n");
  return imports.length === 0 ? `${parts}\n\nexport {};` : `${imports.join("\n")}\n\n${parts}`;
}

function writePython({ method, url, key, body, upload, accept, saveAs }: SampleCall): string {
  const headers = [
    ...(key === undefined ? [] : [`"x-api-key": os.environ["${VARIABLES[key]}"]`]),
    ...(key === "live" ? [`"Origin": ${JSON.stringify(SAMPLE_ORIGIN)}`] : []),
    ...(body === undefined ? [] : ['"Content-Type": "application/json"']),
    ...(accept === undefined ? [] : [`"Accept": "${accept}"`]),
    ...(upload === undefined
      ? []
      : ['"Content-Type": f"multipart/form-data; boundary={boundary}"']),
  ];
  const words = [
    `    ${JSON.stringify(url)},`,
    `    method="${method.toUpperCase()}",`,
    ...(headers.length === 0
      ? []
      : ["    headers={", ...headers.map((line) => `        ${line},`), "    },"]),
    ...(upload === undefined ? [] : ["    data=form,"]),
    // Bodies of the examples are texts, lists and objects: the same in Python as in JSON.
    ...(body === undefined
      ? []
      : [
          `    data=json.dumps(${JSON.stringify(body, null, 4).replaceAll("\n", "\n    ")}).encode(),`,
        ]),
  ];
  const imports = [
    ...(body === undefined ? [] : ["import json"]),
    ...(key === undefined ? [] : ["import os"]),
    "import urllib.request",
    ...(upload === undefined ? [] : ["import uuid"]),
  ];
  const read =
    saveAs === undefined
      ? "    print(reply.status, reply.read().decode())"
      : `    open("${saveAs}", "wb").write(reply.read())`;
  const form =
    upload === undefined
      ? ""
      : `boundary = uuid.uuid4().hex
head = f'--{boundary}\\r\\nContent-Disposition: form-data; name="file"; filename="${upload}"\\r\\n\\r\\n'
with open("${upload}", "rb") as file:
    form = head.encode() + file.read() + f"\\r\\n--{boundary}--\\r\\n".encode()
`;
  return `${imports.join("\n")}\n\n${form}request = urllib.request.Request(\n${words.join("\n")}\n)\nwith urllib.request.urlopen(request) as reply:\n${read}`;
}

function quote(text: string): string {
  return `'${text.replaceAll("'", "'\\''")}'`;
}
