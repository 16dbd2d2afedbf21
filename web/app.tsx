// The application: loads the session, then renders the layout and the page of the current URL.
import { useCallback, useEffect, useErrorBoundary, useRef, useState } from "preact/hooks";
import type { DashboardState, QuotaNow } from "../client/dashboard.ts";
import { Layout } from "./components/layout.tsx";
import { Loading } from "./components/loading.tsx";
import { ErrorNotice } from "./components/notice.tsx";
import { type LazyPage, lazy } from "./lazy.tsx";
import { prepareFiles } from "./pages/files/files.ts";
import { navigate, useLocation } from "./router.tsx";
import { service } from "./service.ts";
import { SessionContext } from "./session.tsx";

type PageEntry = { title: string; page: LazyPage; needsAccount?: boolean };

const PAGES: Readonly<Record<string, PageEntry>> = {
  "/": {
    title: "Check a text",
    page: lazy(async () => (await import("./pages/check/check-page.tsx")).CheckPage),
  },
  "/keys": {
    title: "Keys",
    page: lazy(async () => (await import("./pages/keys/keys-page.tsx")).KeysPage),
    needsAccount: true,
  },
  "/usage": {
    title: "Usage",
    page: lazy(async () => (await import("./pages/usage/usage-page.tsx")).UsagePage),
    needsAccount: true,
  },
  "/files": {
    title: "Check files",
    page: lazy(async () => (await import("./pages/files/files-page.tsx")).FilesPage),
  },
  "/history": {
    title: "History",
    page: lazy(async () => (await import("./pages/history/history-page.tsx")).HistoryPage),
    needsAccount: true,
  },
  "/locations": {
    title: "Explore locations",
    page: lazy(async () => (await import("./pages/locations/locations-page.tsx")).LocationsPage),
  },
  "/documentation": {
    title: "Documentation",
    page: lazy(
      async () => (await import("./pages/documentation/documentation-page.tsx")).DocumentationPage,
    ),
  },
  "/account": {
    title: "Account",
    page: lazy(async () => (await import("./pages/account/account-page.tsx")).AccountPage),
    needsAccount: true,
  },
  "/goodbye": {
    title: "Account deleted",
    page: lazy(async () => (await import("./pages/account/goodbye-page.tsx")).GoodbyePage),
  },
  "/settings": {
    title: "Settings",
    page: lazy(async () => (await import("./pages/settings/settings-page.tsx")).SettingsPage),
  },
  "/sign-in": {
    title: "Sign in",
    page: lazy(async () => (await import("./pages/sign-in/sign-in-page.tsx")).SignInPage),
  },
  "/sign-up": {
    title: "Create account",
    page: lazy(async () => (await import("./pages/sign-in/sign-up-page.tsx")).SignUpPage),
  },
  "/forgot-password": {
    title: "Reset your password",
    page: lazy(
      async () => (await import("./pages/sign-in/forgot-password-page.tsx")).ForgotPasswordPage,
    ),
  },
  "/reset-password": {
    title: "Set a new password",
    page: lazy(
      async () => (await import("./pages/sign-in/reset-password-page.tsx")).ResetPasswordPage,
    ),
  },
  "/shared": {
    title: "Shared result",
    page: lazy(async () => (await import("./pages/history/shared-page.tsx")).SharedPage),
  },
  "/welcome": {
    title: "Welcome",
    page: lazy(async () => (await import("./pages/sign-in/welcome-page.tsx")).WelcomePage),
  },
};

export function App() {
  const [state, setState] = useState<DashboardState | null>(null);
  const [error, setError] = useState<unknown>(null);
  const refresh = useCallback(async () => {
    try {
      setState(await service.getState());
      setError(null);
    } catch (thrown) {
      setError(thrown);
    }
  }, []);
  useEffect(() => {
    void refresh();
    // With the question who is here, not after its answer; a failure is told when the page is drawn.
    entryOf(location.pathname)
      ?.page.fetch()
      .catch(() => {});
  }, []);
  const setQuota = useCallback(
    (quota: QuotaNow | null) => setState((known) => known && { ...known, quota }),
    [],
  );

  const fileSizeMax = state?.limits.file_size;
  useEffect(() => {
    if (fileSizeMax !== undefined) prepareFiles({ fileSizeMax, onQuota: setQuota });
  }, [fileSizeMax, setQuota]);

  if (state === null) {
    return (
      <main class="page">
        {error === null ? <Loading /> : <ErrorNotice error={error} retry={() => void refresh()} />}
      </main>
    );
  }
  return (
    <SessionContext.Provider value={{ state, refresh, setQuota }}>
      {/* Whoever signs in or out begins anew: nothing that the last one saw stays in the page. */}
      <CurrentPage key={state.account?.email ?? ""} isSignedIn={state.account !== null} />
    </SessionContext.Provider>
  );
}

function entryOf(path: string): PageEntry | undefined {
  return PAGES[path] ?? PAGES["/"];
}

function CurrentPage({ isSignedIn }: { isSignedIn: boolean }) {
  const { path } = useLocation();
  const entry = entryOf(path);
  const mustSignIn = entry?.needsAccount === true && !isSignedIn;
  useEffect(() => {
    if (mustSignIn) navigate(`/sign-in?next=${encodeURIComponent(path)}`, { replace: true });
  }, [mustSignIn, path]);
  useEffect(() => {
    document.title = entry === undefined ? "Lodestone" : `${entry.title} · Lodestone`;
  }, [entry]);
  useFocusOnHeading(path);
  useStrayDrops();
  const [fault] = useErrorBoundary();
  if (fault !== undefined && fault !== null) {
    return (
      <main class="page">
        <ErrorNotice error={fault} retry={() => location.reload()} />
      </main>
    );
  }
  if (entry === undefined || mustSignIn) return null;
  const Page = entry.page;
  return (
    <Layout path={path}>
      <Page key={path} />
    </Layout>
  );
}

/** Otherwise a file dropped outside a drop zone would make the browser navigate away and lose all work. */
function useStrayDrops(): void {
  useEffect(() => {
    const stay = (event: DragEvent) => {
      if (event.dataTransfer?.types.includes("Files") === true) event.preventDefault();
    };
    addEventListener("dragover", stay);
    addEventListener("drop", stay);
    return () => {
      removeEventListener("dragover", stay);
      removeEventListener("drop", stay);
    };
  }, []);
}

/** Moves the focus to the new page after navigation, as a page load would. */
function useFocusOnHeading(path: string): void {
  const shown = useRef(path);
  useEffect(() => {
    if (shown.current === path) return;
    shown.current = path;
    document.getElementById("content")?.focus({ preventScroll: true });
  }, [path]);
}
