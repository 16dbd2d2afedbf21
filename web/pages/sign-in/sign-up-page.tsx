// Create an account, where that is open to everyone.
import { useEffect } from "preact/hooks";
import { Field, fieldsOf } from "../../components/field.tsx";
import { ErrorNotice, Notice } from "../../components/notice.tsx";
import { useAction } from "../../load.ts";
import { Link, navigate, useLocation } from "../../router.tsx";
import { service } from "../../service.ts";
import { useSession } from "../../session.tsx";
import { nextPage } from "./next-page.ts";

export function SignUpPage() {
  const { state, refresh } = useSession();
  const { query } = useLocation();
  const next = nextPage(query);
  useEffect(() => {
    if (state.account !== null) navigate(next, { replace: true });
  }, [state.account]);
  const signUp = useAction(async (form: HTMLFormElement) => {
    const { email = "", password = "" } = fieldsOf(form);
    await service.signUp({ email, password });
    await refresh();
  });
  const { password_length_min: min, password_length_max: max } = state.limits;
  return (
    <div class="narrow centred">
      <h1>Create account</h1>
      {state.signup === "closed" ? (
        <Notice kind="info">
          <p>
            Sign-up is closed on this server: its operator creates accounts. Ask for one, then{" "}
            <Link href="/sign-in">sign in</Link>.
          </p>
          <p class="small soft">
            The operator creates one with <code>npx lodestone accounts create you@example.com</code>
            .
          </p>
        </Notice>
      ) : (
        <>
          <p class="lead">For your own API keys, history and daily checks.</p>
          {signUp.error !== null && <ErrorNotice error={signUp.error} />}
          <form
            class="card"
            onSubmit={(event) => {
              event.preventDefault();
              signUp.run(event.currentTarget);
            }}
          >
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
            <Field
              name="password"
              label="Password"
              type="password"
              required
              minLength={min}
              maxLength={max}
              autocomplete="new-password"
              hint={`At least ${min} characters; several random words work well.`}
            />
            <button type="submit" disabled={signUp.isBusy}>
              Create account
            </button>
          </form>
          <p class="below">
            Already have an account? <Link href="/sign-in">Sign in</Link>.
          </p>
        </>
      )}
    </div>
  );
}
