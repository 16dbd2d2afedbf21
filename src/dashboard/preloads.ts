// The data a page asks for first, named with the page itself: the browser then fetches it beside the scripts instead of
// after they have run. The addresses are those the web page calls; test/browser/layout.test.ts holds them together.

/** What a page needs from the dashboard's API; only who is signed in may read it. */
const OF_ACCOUNT: Readonly<Record<string, (query: URLSearchParams) => string[]>> = {
  "/keys": () => ["/keys"],
  "/usage": () => ["/usage?days=30", "/requests?limit=20"],
  "/account": () => ["/second-factor", "/sessions"],
  "/history": (query) => {
    const id = query.get("id");
    if (id === null) return ["/history"];
    return /^[\w-]{1,64}$/.test(id) ? [`/history/${id}`, `/history/${id}/shares`] : [];
  },
};

/** The `Link` header of a page, or undefined where nothing is known beforehand. */
export function preloadsOf(path: string, query: URLSearchParams, isSignedIn: boolean) {
  const ofAccount = isSignedIn ? (OF_ACCOUNT[path]?.(query) ?? []) : [];
  const addresses = [
    ...ofAccount.map((address) => `/dashboard/api${address}`),
    ...(path === "/locations" && !query.has("q") ? placeOf(query) : []),
  ];
  if (addresses.length === 0) return undefined;
  // As `fetch` asks: another mode would be another request.
  return addresses.map((to) => `<${to}>; rel=preload; as=fetch; crossorigin`).join(", ");
}

/** Names in another language are a choice only the browser knows; then these two are fetched for nothing. */
function placeOf(query: URLSearchParams): string[] {
  const idOf = (kind: string) => /^[1-9]\d{0,9}$/.exec(query.get(kind) ?? "")?.[0];
  const market = idOf("market");
  if (market !== undefined) return [`/api/markets/${market}`];
  const district = idOf("district");
  if (district !== undefined) {
    return [`/api/districts/${district}`, `/api/districts/${district}/markets?fields=location`];
  }
  const state = idOf("state");
  if (state === undefined) return ["/api/states"];
  return [`/api/states/${state}`, `/api/states/${state}/districts?fields=location`];
}
