// Lazily loaded pages, so that the first one is shown sooner.
import type { ComponentType } from "preact";
import { useEffect, useState } from "preact/hooks";
import { Loading } from "./components/loading.tsx";
import { Notice } from "./components/notice.tsx";

export function lazy(load: () => Promise<ComponentType>): ComponentType {
  let known: ComponentType | null = null;
  return function LazyPage() {
    const [Page, setPage] = useState<ComponentType | null>(() => known);
    const [isFailed, setFailed] = useState(false);
    useEffect(() => {
      // Not `known`: another copy of this page may have fetched it since this one was drawn, and only that one knows.
      if (Page !== null) return;
      load().then(
        (page) => {
          known = page;
          setPage(() => page);
        },
        () => setFailed(true),
      );
    }, []);
    if (isFailed) {
      return (
        <Notice kind="error">
          This page could not be loaded. The server may have been updated: reload the page.
        </Notice>
      );
    }
    if (Page !== null) return <Page />;
    // As high as the window, so that the footer doesn't jump when the page is loaded.
    return (
      <div class="arriving">
        <Loading />
      </div>
    );
  };
}
