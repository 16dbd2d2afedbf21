/** Why a query or a connection failed, without its message: a database's message may quote the row. */
export function reasonOf(err: unknown): string {
  const { code, name } = Object(err) as { code?: unknown; name?: unknown };
  return typeof code === "string" ? code : String(name);
}
