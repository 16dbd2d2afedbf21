// A forgotten password: a link by mail where the server sends mail, otherwise what to ask its operator for.
import { useState } from "preact/hooks";
import { ActionForm } from "../../components/action-form.tsx";
import { Field, fieldsOf } from "../../components/field.tsx";
import { Notice } from "../../components/notice.tsx";
import { useAction } from "../../load.ts";
import { Link } from "../../router.tsx";
import { service } from "../../service.ts";
import { useSession } from "../../session.tsx";

export function ForgotPasswordPage() {
  const { state } = useSession();
  return (
    <div class="narrow centred">
      <h1>Reset your password</h1>
      {state.mails_reset_links ? <ByMail /> : <ByOperator />}
      <p class="below">
        <Link href="/sign-in">Back to sign in</Link>
      </p>
    </div>
  );
}

function ByMail() {
  const [sentTo, setSentTo] = useState<string | null>(null);
  const ask = useAction(async (form: HTMLFormElement) => {
    const { email = "" } = fieldsOf(form);
    await service.askForResetLink(email);
    setSentTo(email);
  });
  if (sentTo !== null) {
    return (
      <Notice kind="good">
        <p role="status">
          If <bdi>{sentTo}</bdi> has an account here, a link is on its way. It works once, for an
          hour.
        </p>
      </Notice>
    );
  }
  return (
    <>
      <p class="lead">We’ll email you a link to set a new password.</p>
      <ActionForm action={ask} class="card">
        <Field name="email" label="Email address" type="email" required autocomplete="username" />
        <button type="submit" disabled={ask.isBusy}>
          Send link
        </button>
      </ActionForm>
    </>
  );
}

function ByOperator() {
  return (
    <div class="card">
      <p>
        This server does not send email. Ask its operator for a link to set a new password; in the
        program’s folder on the server they run:
      </p>
      <pre tabIndex={0} aria-label="Command">
        <code>node bin/lodestone.js accounts reset-link you@example.com</code>
      </pre>
      <p>The link works once, for a day.</p>
    </div>
  );
}
