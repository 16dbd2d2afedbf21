/** Why a query or a connection failed, without its message: what a database says about a row may quote the row. */
export function reasonOf(err: unknown): string {
  const { code, name } = Object(err) as { code?: unknown; name?: unknown };
  return typeof code === "string" ? code : String(name);
}
