// Which compression a client accepts, and applying it to a finished body.
import { brotliCompressSync, constants, gzipSync } from "node:zlib";

export type Encoding = "br" | "gzip" | "identity";

/** Bytes. Below one network packet compression saves nothing. */
export const SIZE_MIN = 1400;

/** The best encoding we offer that `Accept-Encoding` allows. */
export function chooseEncoding(accept: string | string[] | undefined): Encoding {
  if (accept === undefined || accept === "") return "identity";
  const refused = new Set<string>();
  const wanted = new Set<string>();
  for (const item of String(accept).toLowerCase().split(",")) {
    const [name = "", ...parameters] = item.split(";").map((part) => part.trim());
    const isRefused = parameters.some((parameter) => /^q=0(\.0*)?$/.test(parameter));
    (isRefused ? refused : wanted).add(name);
  }
  for (const encoding of ["br", "gzip"] as const) {
    if (!refused.has(encoding) && (wanted.has(encoding) || wanted.has("*"))) return encoding;
  }
  return "identity";
}

/** The body compressed, or as it is when it is too small to gain. */
export function encodeBody(body: Buffer, encoding: Encoding): { body: Buffer; encoding: Encoding } {
  if (encoding === "identity" || body.length < SIZE_MIN) return { body, encoding: "identity" };
  // Moderate settings: bodies are compressed while the client waits.
  const encoded =
    encoding === "br"
      ? brotliCompressSync(body, { params: { [constants.BROTLI_PARAM_QUALITY]: 4 } })
      : gzipSync(body, { level: 5 });
  return { body: encoded, encoding };
}
