// Where a reset link leads: a new password, once. The token stands after the # of the address, which browsers send to
// nobody, and leaves the address bar at once.
import { useEffect, useState } from "preact/hooks";
import { ActionForm } from "../../components/action-form.tsx";
import { fieldsOf } from "../../components/field.tsx";
import { Loading } from "../../components/loading.tsx";
import { ErrorNotice, Notice } from "../../components/notice.tsx";
import { NewPasswordField } from "../../components/password-field.tsx";
import { useLinkToken } from "../../link-token.ts";
import { useAction, useLoad } from "../../load.ts";
import { Link } from "../../router.tsx";
import { service } from "../../service.ts";
import { useSession } from "../../session.tsx";

export function ResetPasswordPage() {
  const token = useLinkToken();
  const { loaded } = useLoad(() => service.lookAtResetLink(token), token);
  const { refresh } = useSession();
  const [isDone, setDone] = useState(false);
  // Every session is over by now, also the one of this browser.
  useEffect(() => {
    if (isDone) void refresh();
  }, [isDone]);
  return (
    <div class="narrow centred">
      <h1>Set a new password</h1>
      {isDone && (
        <Notice kind="good">
          <p role="status">
            Password changed. All sessions were signed out.{" "}
            <Link href="/sign-in">Sign in with the new password</Link>.
          </p>
        </Notice>
      )}
      {!isDone && loaded.status === "loading" && <Loading what="Checking the link" />}
      {!isDone && loaded.status === "error" && (
        <>
          <ErrorNotice error={loaded.error} />
          <p class="below">
            <Link href="/forgot-password">Get a new link</Link>
          </p>
        </>
      )}
      {!isDone && loaded.status === "ready" && (
        <NewPassword token={token} email={loaded.value.email} onDone={() => setDone(true)} />
      )}
    </div>
  );
}

function NewPassword({
  token,
  email,
  onDone,
}: {
  token: string;
  email: string;
  onDone: () => void;
}) {
  const reset = useAction(async (form: HTMLFormElement) => {
    await service.resetPassword({ token, password: fieldsOf(form).password ?? "" });
    onDone();
  });
  return (
    <>
      <p class="lead">
        For <bdi>{email}</bdi>. Setting it signs out all sessions.
      </p>
      <ActionForm action={reset} class="card">
        {/* For password managers, which keep the two together. */}
        <input type="hidden" name="username" autocomplete="username" value={email} />
        <NewPasswordField isFocused />
        <button type="submit" disabled={reset.isBusy}>
          Set password
        </button>
      </ActionForm>
    </>
  );
}
