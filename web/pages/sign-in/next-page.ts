// Where to go after signing in.

/** Only a page of ours: an address from elsewhere in the link must not lead away. */
export function nextPage(query: URLSearchParams): string {
  const next = query.get("next") ?? "";
  return /^\/[a-z-]*$/.test(next) && !next.startsWith("/sign-") ? next : "/";
}
