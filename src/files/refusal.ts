// Why a file can't be read, as a message for its sender. Thrown deep inside the parsers; the room's entry file
// turns it into a value.

/** What kind of fault it is, for programs. */
export type FileFault =
  | "damaged"
  | "protected"
  | "no_text"
  | "unsupported"
  | "misnamed"
  | "encoding"
  | "too_complex"
  | "too_large"
  | "text_too_long";

export class FileRefusal extends Error {
  readonly fault: FileFault;
  /** Whether the parser may still be at work on the document: pdf.js goes through a page to its end, as if in another
   * thread. */
  mayBeRunning = false;

  constructor(fault: FileFault, message: string, options?: ErrorOptions) {
    super(message, options);
    this.fault = fault;
    this.name = "FileRefusal";
  }
}

/** The supported formats, for the messages. */
export const READABLE = "plain text, Markdown, HTML, PDF, DOCX or ODT";

export function tooLong(textLengthMax: number): FileRefusal {
  return new FileRefusal("text_too_long", `Text is too long: at most ${textLengthMax} characters.`);
}

export function broken(what: string, cause?: unknown): FileRefusal {
  return new FileRefusal("damaged", `The ${what} is damaged and can't be read.`, { cause });
}

export function locked(what: string): FileRefusal {
  return new FileRefusal(
    "protected",
    `The ${what} is protected by a password: send it without one.`,
  );
}
