// A file as multipart/form-data, made by hand: fetch would choose another boundary for each attempt,
// and the service would take the repeated request for one with another body.

export function encodeFile(
  file: Blob,
  fileName: string,
  fields: Readonly<Record<string, string | readonly string[] | undefined>>,
  key: string,
): { contentType: string; data: Blob } {
  // Bound to the idempotency key, so that the same call made again later has the same bytes too.
  const boundary = `lodestone-${key.replace(/[^A-Za-z0-9]/g, "-").slice(0, 50)}`;
  const parts: Array<string | Blob> = [];
  for (const [name, value] of Object.entries(fields)) {
    for (const item of value === undefined ? [] : [value].flat()) {
      parts.push(
        `--${boundary}\r\ncontent-disposition: form-data; name="${name}"\r\n\r\n${item}\r\n`,
      );
    }
  }
  parts.push(
    `--${boundary}\r\ncontent-disposition: form-data; name="file"; filename="${quote(fileName)}"\r\n`,
    `content-type: ${file.type || "application/octet-stream"}\r\n\r\n`,
    file,
    `\r\n--${boundary}--\r\n`,
  );
  return { contentType: `multipart/form-data; boundary=${boundary}`, data: new Blob(parts) };
}

/** As the HTML standard has it ("escape a multipart form data entry name"). */
function quote(name: string): string {
  return name.replace(/\r/g, "%0D").replace(/\n/g, "%0A").replace(/"/g, "%22");
}
