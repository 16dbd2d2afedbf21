// Why a file can't be read, as a message for its sender. Thrown deep inside the parsers; the room's entry file
// turns it into a value.

export class FileRefusal extends Error {
  /** Whether the parser may still be at work on the document: pdf.js goes through a page to its end, as if in another
   * thread. */
  mayBeRunning = false;

  constructor(message: string, options?: ErrorOptions) {
    super(message, options);
    this.name = "FileRefusal";
  }
}

/** The supported formats, for the messages. */
export const READABLE = "plain text, Markdown, HTML, PDF, DOCX or ODT";

export function tooLong(textLengthMax: number): FileRefusal {
  return new FileRefusal(`Text is too long: at most ${textLengthMax} characters.`);
}

export function broken(what: string, cause?: unknown): FileRefusal {
  return new FileRefusal(`The ${what} is damaged and can't be read.`, { cause });
}

export function locked(what: string): FileRefusal {
  return new FileRefusal(`The ${what} is protected by a password: send it without one.`);
}
