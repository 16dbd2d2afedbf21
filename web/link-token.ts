// The secret part of a link, which stands after the # of the address.

/** Takes it out of the address bar, so that nobody reads or copies it from there; a reload finds it again in this tab. */
export function takeToken(): string {
  const name = `lodestone:link:${location.pathname}`;
  const token = location.hash.slice(1);
  if (token === "") return sessionStorage.getItem(name) ?? "";
  sessionStorage.setItem(name, token);
  history.replaceState(history.state, "", location.pathname);
  return token;
}
