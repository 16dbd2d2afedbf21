// Which page is shown: the address bar is the only state. Links are ordinary links, so that opening in
// a new tab, copying and middle clicks work as everywhere.
import type { ComponentChildren } from "preact";
import { useEffect, useState } from "preact/hooks";

const CHANGED = "lodestone:navigated";

export function navigate(to: string, { replace = false } = {}): void {
  if (replace) history.replaceState(null, "", to);
  else history.pushState(null, "", to);
  dispatchEvent(new Event(CHANGED));
}

/** The current path and query; the component is drawn again when they change. */
export function useLocation(): { path: string; query: URLSearchParams } {
  const [href, setHref] = useState(location.href);
  useEffect(() => {
    const update = () => setHref(location.href);
    addEventListener("popstate", update);
    addEventListener(CHANGED, update);
    update();
    return () => {
      removeEventListener("popstate", update);
      removeEventListener(CHANGED, update);
    };
  }, []);
  const url = new URL(href);
  return { path: url.pathname, query: url.searchParams };
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
