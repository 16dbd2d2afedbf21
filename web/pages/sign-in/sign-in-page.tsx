// Sign in, and what to do when the password is forgotten.
import { useEffect } from "preact/hooks";
import { Field, fieldsOf } from "../../components/field.tsx";
import { ErrorNotice } from "../../components/notice.tsx";
import { useAction } from "../../load.ts";
import { Link, navigate, useLocation } from "../../router.tsx";
import { service } from "../../service.ts";
import { useSession } from "../../session.tsx";
import { nextPage } from "./next-page.ts";

export function SignInPage() {
  const { state, refresh } = useSession();
  const { query } = useLocation();
  const next = nextPage(query);
  useEffect(() => {
    if (state.account !== null) navigate(next, { replace: true });
  }, [state.account]);
  const signIn = useAction(async (form: HTMLFormElement) => {
    const { email = "", password = "" } = fieldsOf(form);
    await service.signIn({ email, password });
    await refresh();
  });
  return (
    <div class="narrow centred">
      <h1>Sign in</h1>
      {query.has("next") && <p class="lead">Sign in to see this page.</p>}
      {signIn.error !== null && <ErrorNotice error={signIn.error} />}
      <form
        class="card"
        onSubmit={(event) => {
          event.preventDefault();
          signIn.run(event.currentTarget);
        }}
      >
        <Field name="email" label="Email address" type="email" required autocomplete="username" />
        <Field
          name="password"
          label="Password"
          type="password"
          required
          autocomplete="current-password"
        />
        <button type="submit" disabled={signIn.isBusy}>
          Sign in
        </button>
      </form>
      <div class="below">
        <p>
          {state.signup === "open" ? (
            <>
              No account yet? <Link href={withNext("/sign-up", query)}>Create account</Link>.
            </>
          ) : (
            "Sign-up is closed on this server: ask its operator for an account."
          )}
        </p>
        {(state.can_claim || state.is_first_run) && (
          <p>
            Is this your own computer? <Link href="/welcome">Set up the first account</Link>.
          </p>
        )}
        <details>
          <summary>Forgot your password?</summary>
          <p>
            This server does not send email. Ask its operator to set a new password on the server
            with:
          </p>
          <pre tabIndex={0} aria-label="Command">
            <code>npx lodestone accounts reset-password you@example.com</code>
          </pre>
          <p>Then sign in with it and change it under Account.</p>
        </details>
      </div>
    </div>
  );
}

function withNext(path: string, query: URLSearchParams): string {
  const next = query.get("next");
  return next === null ? path : `${path}?next=${encodeURIComponent(next)}`;
}
