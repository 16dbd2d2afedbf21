// Errors of a store, three classes distinguished by `code`: temporarily unavailable, impossible to open,
// or written by a newer program. Messages are sentences for an operator; none contains a connection
// string, since that may include a password.

/** The store is temporarily unavailable: the server responds with 503 and keeps running. */
export class StoreAwayError extends Error {
  readonly code = "store_unavailable";
  override name = "StoreAwayError";
}

/** The store can't be opened: the program reports why and exits. */
export class StoreOpenError extends Error {
  readonly code: "store_open_failed" | "store_too_new" = "store_open_failed";
  override name = "StoreOpenError";
}

/** The schema is newer than this program. A downgrade would lose what the newer one wrote. */
export class StoreTooNewError extends StoreOpenError {
  override readonly code = "store_too_new";

  constructor(found: number, known: number) {
    super(
      `The store was written by a newer Lodestone (schema ${found}; this program knows up to ` +
        `${known}). Start the newer program, or point this one at another store.`,
    );
  }
}

/** Why a query or a connection failed, for the log: without the message, in which a database may quote the row. */
export function reasonOf(err: unknown): string {
  const { code, name } = Object(err) as { code?: unknown; name?: unknown };
  return typeof code === "string" ? code : String(name);
}
