// Create an account, where that is open to everyone.
import { useEffect } from "preact/hooks";
import { ActionForm } from "../../components/action-form.tsx";
import { Field, fieldsOf } from "../../components/field.tsx";
import { Notice } from "../../components/notice.tsx";
import { NewPasswordField } from "../../components/password-field.tsx";
import { useAction } from "../../load.ts";
import { Link, navigate, useLocation } from "../../router.tsx";
import { service } from "../../service.ts";
import { useSession } from "../../session.tsx";
import { nextPage } from "./next-page.ts";

export function SignUpPage() {
  const { state } = useSession();
  const { query } = useLocation();
  const next = nextPage(query);
  useEffect(() => {
    if (state.account !== null) navigate(next, { replace: true });
  }, [state.account]);
  return (
    <div class="narrow centred">
      <h1>Create account</h1>
      {state.signup === "closed" ? <SignUpClosed /> : <SignUpForm />}
    </div>
  );
}

function SignUpClosed() {
  return (
    <Notice kind="info">
      <p>
        Sign-up is closed on this server: its operator creates accounts. Ask for one, then{" "}
        <Link href="/sign-in">sign in</Link>.
      </p>
      <p class="small soft">
        The operator creates one in the program’s folder on the server:{" "}
        <code>node bin/lodestone.js accounts create you@example.com</code>
      </p>
    </Notice>
  );
}

function SignUpForm() {
  const { state, refresh } = useSession();
  const signUp = useAction(async (form: HTMLFormElement) => {
    const { email = "", password = "" } = fieldsOf(form);
    await service.signUp({ email, password });
    await refresh();
  });
  return (
    <>
      <p class="lead">For your own API keys, history and daily checks.</p>
      <ActionForm action={signUp} class="card">
        <Field
          name="email"
          label="Email address"
          type="email"
          required
          autocomplete="username"
          hint={
            state.mails_reset_links
              ? "Used to sign in, and to send a link if you forget your password."
              : "Used only to sign in: no email is ever sent."
          }
        />
        <NewPasswordField label="Password" />
        <button type="submit" disabled={signUp.isBusy}>
          Create account
        </button>
      </ActionForm>
      <p class="below">
        Already have an account? <Link href="/sign-in">Sign in</Link>.
      </p>
    </>
  );
}
