// A file as multipart/form-data, made by hand: fetch would choose another boundary for each attempt,
// and the service could take the repeated request for one with another body.

export async function encodeFile(
  file: Blob,
  fileName: string,
  fields: Readonly<Record<string, string | undefined>>,
): Promise<{ contentType: string; data: Blob }> {
  const boundary = await boundaryFor(file);
  const parts: Array<string | Blob> = [];
  for (const [name, value] of Object.entries(fields)) {
    if (value === undefined) continue;
    parts.push(
      `--${boundary}\r\ncontent-disposition: form-data; name="${name}"\r\n\r\n${value}\r\n`,
    );
  }
  parts.push(
    `--${boundary}\r\ncontent-disposition: form-data; name="file"; filename="${quote(fileName)}"\r\n`,
    `content-type: ${file.type || "application/octet-stream"}\r\n\r\n`,
    file,
    `\r\n--${boundary}--\r\n`,
  );
  return { contentType: `multipart/form-data; boundary=${boundary}`, data: new Blob(parts) };
}

/**
 * The same for the same file, whenever it is sent; and since no file can hold its own hash, whoever
 * wrote it cannot end its part early and add fields of their own.
 */
async function boundaryFor(file: Blob): Promise<string> {
  const hash = await crypto.subtle.digest("SHA-256", await file.arrayBuffer());
  const hex = Array.from(new Uint8Array(hash, 0, 16), (byte) => byte.toString(16).padStart(2, "0"));
  return `lodestone-${hex.join("")}`;
}

/** As the HTML standard has it ("escape a multipart form data entry name"). */
function quote(name: string): string {
  return name.replace(/\r/g, "%0D").replace(/\n/g, "%0A").replace(/"/g, "%22");
}
