// Streams the XML of a document part. A document type declaration is refused outright: office documents have
// none, and it is how entity-expansion attacks work.
import { SaxesParser } from "saxes";
import { decode } from "./plain-text.ts";
import { broken, FileRefusal } from "./refusal.ts";

export type Attributes = {
  /** The value of an attribute by its name without prefix. */
  get(name: string): string | undefined;
};

export type XmlReader = {
  /** Names come without their prefix: which one a program chose means nothing. */
  open(name: string, attributes: Attributes): void;
  close(name: string): void;
  text(text: string): void;
};

const DEPTH_MAX = 500;

export function readXml(bytes: Uint8Array, reader: XmlReader): void {
  const parser = new SaxesParser({ position: false });
  let depth = 0;
  parser.on("doctype", () => {
    throw new FileRefusal(
      "unsupported",
      "The document declares a document type (DTD), which is not read.",
    );
  });
  parser.on("error", (error) => {
    throw broken("document", error);
  });
  parser.on("opentag", (tag) => {
    depth += 1;
    if (depth > DEPTH_MAX) throw broken("document");
    reader.open(localName(tag.name), attributesOf(tag.attributes));
  });
  parser.on("closetag", (tag) => {
    depth -= 1;
    reader.close(localName(tag.name));
  });
  parser.on("text", (text) => reader.text(text));
  parser.on("cdata", (text) => reader.text(text));
  parser.write(decode(bytes, "utf-8")).close();
}

/** Gets the names of the open elements too, the innermost last. */
export type PathReader = {
  open(name: string, attributes: Attributes, path: readonly string[]): void;
  close(name: string): void;
  text(text: string, path: readonly string[]): void;
};

/** Leaves out the elements named in `skipped`, with everything inside them. */
export function readXmlWithout(
  skipped: ReadonlySet<string>,
  bytes: Uint8Array,
  reader: PathReader,
): void {
  const path: string[] = [];
  // How many of the innermost open elements are left out.
  let depthSkipped = 0;
  readXml(bytes, {
    open(name, attributes) {
      path.push(name);
      if (depthSkipped > 0 || skipped.has(name)) depthSkipped += 1;
      else reader.open(name, attributes, path);
    },
    close(name) {
      path.pop();
      if (depthSkipped > 0) depthSkipped -= 1;
      else reader.close(name);
    },
    text(text) {
      if (depthSkipped === 0) reader.text(text, path);
    },
  });
}

function localName(name: string): string {
  return name.slice(name.indexOf(":") + 1);
}

function attributesOf(attributes: Readonly<Record<string, unknown>>): Attributes {
  return {
    get(name) {
      if (Object.hasOwn(attributes, name)) return String(attributes[name]);
      for (const key in attributes) {
        if (key.endsWith(name) && key.charAt(key.length - name.length - 1) === ":") {
          return String(attributes[key]);
        }
      }
      return undefined;
    },
  };
}
