// The secret part of a link, which stands after the # of the address.
import { useEffect, useState } from "preact/hooks";

/** The token of the link that was opened; another link pasted into the same tab takes its place. */
export function useLinkToken(): string {
  const [token, setToken] = useState(takeToken);
  useEffect(() => {
    const take = () => {
      if (location.hash.length > 1) setToken(takeToken());
    };
    addEventListener("hashchange", take);
    return () => removeEventListener("hashchange", take);
  }, []);
  return token;
}

/** Takes it out of the address bar, so that nobody reads or copies it from there; a reload finds it again in this tab. */
function takeToken(): string {
  const name = `lodestone:link:${location.pathname}`;
  const token = location.hash.slice(1);
  if (token === "") return sessionStorage.getItem(name) ?? "";
  sessionStorage.setItem(name, token);
  history.replaceState(history.state, "", location.pathname);
  return token;
}
