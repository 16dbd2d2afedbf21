// Lazily loaded pages, so that the first one is shown sooner.
import type { ComponentType } from "preact";
import { useEffect, useState } from "preact/hooks";
import { Loading } from "./components/loading.tsx";
import { Notice } from "./components/notice.tsx";

export type LazyPage = ComponentType & {
  /** Fetches the page ahead, so that it can be drawn at once. */
  fetch(): Promise<ComponentType>;
};

export function lazy(load: () => Promise<ComponentType>): LazyPage {
  let known: ComponentType | null = null;
  const fetch = async () => (known ??= await load());
  function Page() {
    const [Fetched, setPage] = useState<ComponentType | null>(() => known);
    const [isFailed, setFailed] = useState(false);
    useEffect(() => {
      // Not `known`: another copy of this page may have fetched it since this one was drawn, and only that one knows.
      if (Fetched !== null) return;
      fetch().then(
        (page) => setPage(() => page),
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
    if (Fetched !== null) return <Fetched />;
    // As high as the window, so that the footer doesn't jump when the page is loaded.
    return (
      <div class="arriving">
        <Loading />
      </div>
    );
  }
  return Object.assign(Page, { fetch });
}
