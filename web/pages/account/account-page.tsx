// The account itself: its password, the places it is signed in, its end.
import { useState } from "preact/hooks";
import { ActionForm } from "../../components/action-form.tsx";
import { fieldsOf } from "../../components/field.tsx";
import { Notice } from "../../components/notice.tsx";
import { NewPasswordField, PasswordField } from "../../components/password-field.tsx";
import { Time } from "../../components/time.tsx";
import { useAction } from "../../load.ts";
import { navigate } from "../../router.tsx";
import { service } from "../../service.ts";
import { useSession } from "../../session.tsx";
import { forgetWork } from "../check/kept-work.ts";
import { files } from "../files/files.ts";
import { PasswordDialog } from "./password-dialog.tsx";
import { SecondFactorCard } from "./second-factor.tsx";
import { SessionList } from "./session-list.tsx";

export function AccountPage() {
  const { state } = useSession();
  const { account } = state;
  if (account === null) return null;
  return (
    <>
      <h1>Account</h1>
      <p class="lead">
        <bdi>{account.email}</bdi>, created <Time at={account.created_at} asDay />
      </p>
      <div class="stack reading">
        <Password />
        <SecondFactorCard />
        <SessionList />
        <Deletion />
      </div>
    </>
  );
}

function Password() {
  const { state } = useSession();
  const [isDone, setDone] = useState(false);
  const change = useAction(async (form: HTMLFormElement) => {
    setDone(false);
    const { old_password: oldPassword = "", new_password: newPassword = "" } = fieldsOf(form);
    await service.changePassword({ oldPassword, newPassword });
    form.reset();
    setDone(true);
  });
  return (
    <section class="card" aria-labelledby="password">
      <h2 id="password">Password</h2>
      {isDone && (
        <Notice kind="good">
          <p role="status">Password changed. All other sessions were signed out.</p>
        </Notice>
      )}
      <ActionForm action={change} class="narrow" aria-label="Change password">
        {/* For password managers, which keep the two together. */}
        <input
          type="hidden"
          name="username"
          autocomplete="username"
          value={state.account?.email ?? ""}
        />
        <PasswordField name="old_password" label="Current password" />
        <NewPasswordField name="new_password" advice="" />
        <button type="submit" disabled={change.isBusy}>
          Change password
        </button>
      </ActionForm>
    </section>
  );
}

function Deletion() {
  const { refresh } = useSession();
  const [isAsked, setAsked] = useState(false);
  return (
    <section class="card" aria-labelledby="deletion">
      <h2 id="deletion">Delete account</h2>
      <p>Its keys stop working at once; its usage and history are deleted. This can’t be undone.</p>
      <button type="button" class="quiet" onClick={() => setAsked(true)}>
        Delete account …
      </button>
      {isAsked && (
        <PasswordDialog
          title="Delete this account?"
          action="Delete account"
          isDanger
          onClose={() => setAsked(false)}
          onConfirm={async ({ password }) => {
            await service.deleteAccount(password);
            forgetWork();
            files.clear();
            // Away first: a page of an account that is gone would lead to the sign-in.
            navigate("/goodbye", { replace: true });
            await refresh();
          }}
        >
          All its keys stop working at once. Its sessions, usage and history are deleted. This can’t
          be undone.
        </PasswordDialog>
      )}
    </section>
  );
}
