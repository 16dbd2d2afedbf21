// What can go wrong with a store, as three classes a caller tells apart by `code`: away for now,
// impossible to open, or written by a newer program. Messages are sentences for an operator; none
// carries a connection string, since that may hold a password.

/** The store cannot answer now but may later: the server answers 503 and goes on. */
export class StoreAwayError extends Error {
  readonly code = "store_unavailable";
  override name = "StoreAwayError";
}

/** The store cannot be opened as it is: the program says so and stops. */
export class StoreOpenError extends Error {
  readonly code: "store_open_failed" | "store_too_new" = "store_open_failed";
  override name = "StoreOpenError";
}

/** The schema is ahead of this program. Going back would lose what the newer one wrote. */
export class StoreTooNewError extends StoreOpenError {
  override readonly code = "store_too_new";

  constructor(found: number, known: number) {
    super(
      `The store was written by a newer Lodestone (schema ${found}; this program knows up to ` +
        `${known}). Start the newer program, or point this one at another store.`,
    );
  }
}
