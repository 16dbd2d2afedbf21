// Which page is shown: the address bar is the only state. Links are ordinary links, so that opening in
// a new tab, copying and middle clicks work as everywhere.
import type { ComponentChildren } from "preact";
import { useEffect, useState } from "preact/hooks";

const CHANGED = "lodestone:navigated";

/** Kept by the browser with an entry of its history, over a reload as well. */
export type EntryState = { result?: string } | null;

export function navigate(
  to: string,
  { replace = false, state = null }: { replace?: boolean; state?: EntryState } = {},
): void {
  if (replace) history.replaceState(state, "", to);
  else history.pushState(state, "", to);
  dispatchEvent(new Event(CHANGED));
}

/** The current path, query and state; the component is drawn again when they change. */
export function useLocation(): { path: string; query: URLSearchParams; state: EntryState } {
  const [{ href, state }, setEntry] = useState(readEntry);
  useEffect(() => {
    const update = () =>
      setEntry((known) => {
        const now = readEntry();
        return known.href === now.href && known.state?.result === now.state?.result ? known : now;
      });
    addEventListener("popstate", update);
    addEventListener(CHANGED, update);
    update();
    return () => {
      removeEventListener("popstate", update);
      removeEventListener(CHANGED, update);
    };
  }, []);
  const url = new URL(href);
  return { path: url.pathname, query: url.searchParams, state };
}

function readEntry(): { href: string; state: EntryState } {
  return { href: location.href, state: history.state as EntryState };
}

type LinkProps = {
  href: string;
  class?: string;
  "aria-current"?: "page" | "true" | undefined;
  children: ComponentChildren;
};

export function Link({ href, children, ...rest }: LinkProps) {
  return (
    <a
      {...rest}
      href={href}
      onClick={(event) => {
        const isPlain = event.button === 0 && !event.metaKey && !event.ctrlKey && !event.shiftKey;
        if (event.defaultPrevented || !isPlain || event.altKey) return;
        event.preventDefault();
        navigate(href);
        scrollTo(0, 0);
      }}
    >
      {children}
    </a>
  );
}
