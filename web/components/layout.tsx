// The layout of every page: name, navigation, the signed-in user, and the footer.
import type { ComponentChildren } from "preact";
import { useEffect, useState } from "preact/hooks";
import { useAction } from "../load.ts";
import { forgetWork } from "../pages/check/kept-work.ts";
import { files } from "../pages/files/files.ts";
import { Link, navigate } from "../router.tsx";
import { service } from "../service.ts";
import { useSession } from "../session.tsx";
import { keepTheme, readTheme, type Theme } from "../theme.ts";

export function Layout({ path, children }: { path: string; children: ComponentChildren }) {
  const { state } = useSession();
  const [isOpen, setOpen] = useState(false);
  useEffect(() => setOpen(false), [path]);
  const items = [
    ["/", "Check a text"],
    ["/keys", "Keys"],
    ["/usage", "Usage"],
    ...(state.limits.history_days > 0 ? [["/history", "History"]] : []),
    ...(state.services.includes("locations") ? [["/locations", "Locations"]] : []),
    ["/documentation", "Documentation"],
    ...(state.can_see_settings ? [["/settings", "Settings"]] : []),
  ] as Array<[string, string]>;
  return (
    <>
      <a class="skip" href="#content">
        Skip to content
      </a>
      <header class="top">
        <div class="top-inner">
          <Link href="/" class="brand">
            <Mark />
            Lodestone
          </Link>
          <button
            type="button"
            class="quiet menu-button"
            aria-expanded={isOpen}
            aria-controls="navigation"
            onClick={() => setOpen(!isOpen)}
          >
            Menu
          </button>
          <div id="navigation" class={isOpen ? "navigation open" : "navigation"}>
            <nav aria-label="Main">
              <ul>
                {items.map(([href, label]) => (
                  <li key={href}>
                    <Link href={href} aria-current={isWithin(path, href) ? "page" : undefined}>
                      {label}
                    </Link>
                  </li>
                ))}
              </ul>
            </nav>
            <Who path={path} />
          </div>
        </div>
      </header>
      <main id="content" class="page" tabIndex={-1}>
        {children}
      </main>
      <Foot />
    </>
  );
}

/** Files are another way to check a text. */
function isWithin(path: string, href: string): boolean {
  return path === href || (href === "/" && path === "/files");
}

function Who({ path }: { path: string }) {
  const { state, refresh } = useSession();
  const signOut = useAction(async () => {
    await service.signOut().catch(() => {});
    // The next user of this browser may be somebody else.
    forgetWork();
    files.clear();
    navigate("/");
    await refresh();
  });
  if (state.account === null) {
    return (
      <div class="who">
        <Link
          href={state.is_first_run || state.can_claim ? "/welcome" : "/sign-in"}
          class="button quiet"
          aria-current={path === "/sign-in" ? "page" : undefined}
        >
          {state.is_first_run || state.can_claim ? "Set up an account" : "Sign in"}
        </Link>
      </div>
    );
  }
  return (
    <div class="who">
      <Link href="/account" aria-current={path === "/account" ? "page" : undefined} class="email">
        <bdi>{state.account.email}</bdi>
      </Link>
      <button type="button" class="quiet" disabled={signOut.isBusy} onClick={() => signOut.run()}>
        Sign out
      </button>
    </div>
  );
}

function Foot() {
  const { state } = useSession();
  const [theme, setTheme] = useState<Theme>(readTheme);
  return (
    <footer class="foot">
      <p>
        Lodestone {state.version} · model {state.model_version} ·{" "}
        {state.asks_language_model
          ? "Rewriting sends sentences to a language model the operator chose; checks stay on this server"
          : "Texts stay on this server"}
        {(state.account?.history_days ?? null) === null && " and are not stored"}.
      </p>
      <label>
        Appearance{" "}
        <select
          value={theme}
          onChange={(event) => {
            const next = event.currentTarget.value as Theme;
            setTheme(next);
            keepTheme(next);
          }}
        >
          <option value="system">System</option>
          <option value="light">Light</option>
          <option value="dark">Dark</option>
        </select>
      </label>
    </footer>
  );
}

function Mark() {
  return (
    <svg viewBox="0 0 32 32" width="24" height="24" aria-hidden="true" class="mark">
      <path d="M16 1.5 30.5 16 16 30.5 1.5 16Z" class="mark-stone" />
      <path d="M16 6.5 19 16l-3 9.5L13 16Z" class="mark-needle" />
    </svg>
  );
}
