// The parts of a DOCX or ODT container. No part may inflate to more than its directory entry states, that size is
// bounded, and nested archives are not opened: a zip bomb is refused before it is inflated.
import type { Readable } from "node:stream";
import { type Entry, fromBuffer, type ZipFile } from "yauzl";
import { broken, FileRefusal, locked } from "./refusal.ts";

export type Archive = {
  has(name: string): boolean;
  /** The bytes of a part, or undefined when there is none. */
  read(name: string): Promise<Buffer | undefined>;
};

const ENTRIES_MAX = 5_000;
/** All parts read from one file; a document as long as the service takes has some megabytes of XML. */
const INFLATED_MAX = 48 * 1024 * 1024;
/** XML of real documents shrinks to a tenth, in odd cases to a fiftieth. */
const RATIO_MAX = 200;
const RATIO_FROM = 1024 * 1024;

export async function openArchive(bytes: Buffer, onProgress: () => void): Promise<Archive> {
  const { zip, entries } = await readDirectory(bytes);
  let inflated = 0;
  const count = (size: number, entry: Entry): void => {
    inflated += size;
    if (inflated > INFLATED_MAX) throw bomb();
    const packed = Math.max(entry.compressedSize, 1);
    if (size > RATIO_FROM && size / packed > RATIO_MAX) throw bomb();
  };
  return {
    has: (name) => entries.has(name),
    async read(name) {
      const entry = entries.get(name);
      if (entry === undefined) return undefined;
      // Bit 0: the part is encrypted.
      if ((entry.generalPurposeBitFlag & 1) !== 0) throw locked("document");
      count(entry.uncompressedSize, entry);
      onProgress();
      const chunks: Buffer[] = [];
      try {
        // More bytes than the directory entry states end the stream with an error.
        for await (const chunk of await openPart(zip, entry)) chunks.push(chunk as Buffer);
      } catch (error) {
        throw error instanceof FileRefusal ? error : broken("document", error);
      }
      return Buffer.concat(chunks);
    },
  };
}

function bomb(): FileRefusal {
  return new FileRefusal(
    "too_complex",
    "The document unpacks to far more than a text: it is not read.",
  );
}

function readDirectory(bytes: Buffer): Promise<{ zip: ZipFile; entries: Map<string, Entry> }> {
  return new Promise((resolve, reject) => {
    const fail = (error: unknown): void =>
      reject(error instanceof FileRefusal ? error : broken("document", error));
    fromBuffer(bytes, { lazyEntries: true, validateEntrySizes: true }, (error, zip) => {
      if (error || zip === undefined) {
        fail(error);
        return;
      }
      if (zip.entryCount > ENTRIES_MAX) {
        fail(
          new FileRefusal(
            "too_complex",
            `The document has too many parts: at most ${ENTRIES_MAX} are read.`,
          ),
        );
        return;
      }
      const entries = new Map<string, Entry>();
      zip.on("error", fail);
      zip.on("end", () => resolve({ zip, entries }));
      zip.on("entry", (entry: Entry) => {
        // Programs disagree on which of two parts with the same name counts, so the file is refused.
        if (entries.has(entry.fileName)) fail(broken("document"));
        entries.set(entry.fileName, entry);
        zip.readEntry();
      });
      zip.readEntry();
    });
  });
}

function openPart(zip: ZipFile, entry: Entry): Promise<Readable> {
  return new Promise((resolve, reject) => {
    zip.openReadStream(entry, (error, stream) => {
      if (error || stream === undefined) reject(broken("document", error));
      else resolve(stream);
    });
  });
}
