// Reads the heads of plain requests off a connection's bytes: a GET without a body, in the one form every
// client writes it. Whatever differs in the least is not understood here and goes to Node's parser, so
// that there is no shape on whose end two readers could disagree.
export type Asked = {
  host: string;
  "accept-encoding"?: string;
  "if-none-match"?: string;
};

export type PlainHead = {
  url: string;
  asked: Asked;
  /** Where the next request begins. */
  end: number;
};

/** Null: not a plain request below `prefix`, or not all of its head is there. */
export type PlainReader = (text: string, at: number) => PlainHead | null;

const VERSION = " HTTP/1.1\r\n";
/** As much as Node's parser is allowed; what is longer, it refuses. */
const SIZE_MAX = 16_384;
const HEADERS_MAX = 64;

/** One for each connection: a client sends the same headers again and again, and equal ones are not
 * looked at twice. */
export function createPlainReader(prefix: string): PlainReader {
  const start = `GET ${prefix}`;
  let block = "";
  let asked: Asked = { host: "" };
  return (text, at) => {
    if (!text.startsWith(start, at)) return null;
    const urlEnd = text.indexOf(" ", at + 4);
    if (urlEnd === -1 || !text.startsWith(VERSION, urlEnd)) return null;
    for (let sign = at + 4; sign < urlEnd; sign++) {
      const code = text.charCodeAt(sign);
      if (code < 0x21 || code > 0x7e) return null;
    }
    const from = urlEnd + VERSION.length;
    if (block === "" || !text.startsWith(block, from)) {
      const last = text.indexOf("\r\n\r\n", from);
      const read = last === -1 ? null : readHeaders(text, from, last + 2);
      if (read === null) return null;
      asked = read;
      block = text.slice(from, last + 4);
    }
    const end = from + block.length;
    return end - at > SIZE_MAX ? null : { url: text.slice(at + 4, urlEnd), asked, end };
  };
}

/** Headers that say where a request ends, what becomes of the connection, or that more is to follow. */
const FRAMING = new Set([
  "connection",
  "content-length",
  "expect",
  "proxy-connection",
  "te",
  "trailer",
  "transfer-encoding",
  "upgrade",
]);

function readHeaders(text: string, from: number, to: number): Asked | null {
  const found = new Map<string, string>();
  for (let at = from, count = 0; at < to; count++) {
    const colon = text.indexOf(":", at);
    const lineEnd = text.indexOf("\r\n", at);
    if (colon === -1 || colon >= lineEnd || count >= HEADERS_MAX) return null;
    if (!isName(text, at, colon) || !isValue(text, colon + 1, lineEnd)) return null;
    const name = text.slice(at, colon).toLowerCase();
    const value = text.slice(colon + 1, lineEnd).trim();
    const isKept = name === "connection" && value.toLowerCase() === "keep-alive";
    if (FRAMING.has(name) && !isKept) return null;
    // What is given twice is joined or dropped by rules of its own: Node's parser knows them.
    if (USED.has(name) && found.has(name)) return null;
    found.set(name, value);
    at = lineEnd + 2;
  }
  const host = found.get("host");
  if (host === undefined) return null;
  const asked: Asked = { host };
  const encoding = found.get("accept-encoding");
  const tag = found.get("if-none-match");
  if (encoding !== undefined) asked["accept-encoding"] = encoding;
  if (tag !== undefined) asked["if-none-match"] = tag;
  return asked;
}

const USED = new Set(["host", "accept-encoding", "if-none-match"]);

/** Letters, digits and hyphens: nothing a reader might skip or take for the end of the name. */
function isName(text: string, from: number, to: number): boolean {
  for (let at = from; at < to; at++) {
    const code = text.charCodeAt(at);
    const isLetter = (code | 0x20) >= 0x61 && (code | 0x20) <= 0x7a;
    const isDigit = code >= 0x30 && code <= 0x39;
    if (!isLetter && !isDigit && code !== 0x2d) return false;
  }
  return to > from;
}

/** Visible ASCII, blanks and tabs; a lone carriage return or line feed is neither. */
function isValue(text: string, from: number, to: number): boolean {
  for (let at = from; at < to; at++) {
    const code = text.charCodeAt(at);
    if ((code < 0x20 && code !== 0x09) || code > 0x7e) return false;
  }
  return true;
}
