// Sign in, with a code where the account has a second factor.
import { useEffect, useState } from "preact/hooks";
import { ActionForm } from "../../components/action-form.tsx";
import { Field, fieldsOf } from "../../components/field.tsx";
import { PasswordField } from "../../components/password-field.tsx";
import { needsCode } from "../../explain.ts";
import { useAction } from "../../load.ts";
import { Link, navigate, useLocation } from "../../router.tsx";
import { service } from "../../service.ts";
import { useSession } from "../../session.tsx";
import { nextPage } from "./next-page.ts";

type Credentials = { email: string; password: string };

export function SignInPage() {
  const { state, refresh } = useSession();
  const { query } = useLocation();
  const next = nextPage(query);
  // The password waits here, and nowhere else, until its code is entered.
  const [proved, setProved] = useState<Credentials | null>(null);
  useEffect(() => {
    if (state.account !== null) navigate(next, { replace: true });
  }, [state.account]);
  return (
    <div class="narrow centred">
      {proved === null ? (
        <PasswordStep onSignedIn={refresh} onCodeNeeded={setProved} />
      ) : (
        <CodeStep of={proved} onSignedIn={refresh} onBack={() => setProved(null)} />
      )}
    </div>
  );
}

function PasswordStep({
  onSignedIn,
  onCodeNeeded,
}: {
  onSignedIn: () => Promise<void>;
  onCodeNeeded: (credentials: Credentials) => void;
}) {
  const { state } = useSession();
  const { query } = useLocation();
  const signIn = useAction(async (form: HTMLFormElement) => {
    const { email = "", password = "" } = fieldsOf(form);
    try {
      await service.signIn({ email, password });
      await onSignedIn();
    } catch (error) {
      if (!needsCode(error)) throw error;
      onCodeNeeded({ email, password });
    }
  });
  return (
    <>
      <h1>Sign in</h1>
      {query.has("next") && <p class="lead">Sign in to see this page.</p>}
      <ActionForm action={signIn} class="card">
        <Field name="email" label="Email address" type="email" required autocomplete="username" />
        <PasswordField label="Password" />
        <div class="row spread">
          <button type="submit" disabled={signIn.isBusy}>
            Sign in
          </button>
          <Link href="/forgot-password">Forgot your password?</Link>
        </div>
      </ActionForm>
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
      </div>
    </>
  );
}

function CodeStep({
  of,
  onSignedIn,
  onBack,
}: {
  of: Credentials;
  onSignedIn: () => Promise<void>;
  onBack: () => void;
}) {
  const enter = useAction(async (form: HTMLFormElement) => {
    try {
      await service.signIn({ ...of, code: fieldsOf(form).code ?? "" });
    } catch (error) {
      form.reset();
      throw error;
    }
    await onSignedIn();
  });
  return (
    <>
      <h1>Two-factor authentication</h1>
      <p class="lead">
        Signing in as <bdi>{of.email}</bdi>.
      </p>
      <ActionForm action={enter} class="card">
        <Field
          name="code"
          label="Code"
          required
          isFocused
          autocomplete="one-time-code"
          hint="The six-digit code from your authenticator app, or a recovery code."
        />
        <div class="row">
          <button type="submit" disabled={enter.isBusy}>
            Sign in
          </button>
          <button type="button" class="quiet" onClick={onBack}>
            Back
          </button>
        </div>
      </ActionForm>
      <p class="below">
        Lost your phone and your recovery codes? The operator of this server can turn off two-factor
        authentication for your account.
      </p>
    </>
  );
}

function withNext(path: string, query: URLSearchParams): string {
  const next = query.get("next");
  return next === null ? path : `${path}?next=${encodeURIComponent(next)}`;
}
