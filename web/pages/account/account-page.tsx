// The account itself: its password, the places it is signed in, its end.
import { useState } from "preact/hooks";
import { Dialog } from "../../components/dialog.tsx";
import { Field, fieldsOf } from "../../components/field.tsx";
import { ErrorNotice, Notice } from "../../components/notice.tsx";
import { Time } from "../../components/time.tsx";
import { useAction } from "../../load.ts";
import { navigate } from "../../router.tsx";
import { service } from "../../service.ts";
import { useSession } from "../../session.tsx";
import { forgetWork } from "../check/kept-work.ts";
import { files } from "../files/files.ts";
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
  const { password_length_min: min, password_length_max: max } = state.limits;
  return (
    <section class="card" aria-labelledby="password">
      <h2 id="password">Password</h2>
      {isDone && (
        <Notice kind="good">
          <p role="status">Password changed. All other sessions were signed out.</p>
        </Notice>
      )}
      {change.error !== null && <ErrorNotice error={change.error} />}
      <form
        class="narrow"
        aria-label="Change password"
        onSubmit={(event) => {
          event.preventDefault();
          change.run(event.currentTarget);
        }}
      >
        {/* For password managers, which keep the two together. */}
        <input
          type="hidden"
          name="username"
          autocomplete="username"
          value={state.account?.email ?? ""}
        />
        <Field
          name="old_password"
          label="Current password"
          type="password"
          required
          autocomplete="current-password"
        />
        <Field
          name="new_password"
          label="New password"
          type="password"
          required
          minLength={min}
          maxLength={max}
          autocomplete="new-password"
          hint={`At least ${min} characters.`}
        />
        <button type="submit" disabled={change.isBusy}>
          Change password
        </button>
      </form>
    </section>
  );
}

function Deletion() {
  const { refresh } = useSession();
  const [isAsked, setAsked] = useState(false);
  const remove = useAction(async (form: HTMLFormElement) => {
    await service.deleteAccount(fieldsOf(form).password ?? "");
    forgetWork();
    files.clear();
    // Away first: a page of an account that is gone would lead to the sign-in.
    navigate("/goodbye", { replace: true });
    await refresh();
  });
  return (
    <section class="card" aria-labelledby="deletion">
      <h2 id="deletion">Delete account</h2>
      <p>Its keys stop working at once; its usage and history are deleted. This can’t be undone.</p>
      <button type="button" class="quiet" onClick={() => setAsked(true)}>
        Delete account …
      </button>
      {isAsked && (
        <Dialog title="Delete this account?" onClose={() => setAsked(false)}>
          <p>
            All its keys stop working at once. Its sessions, usage and history are deleted. This
            can’t be undone.
          </p>
          {remove.error !== null && <ErrorNotice error={remove.error} />}
          <form
            onSubmit={(event) => {
              event.preventDefault();
              remove.run(event.currentTarget);
            }}
          >
            <Field
              name="password"
              label="Your password"
              type="password"
              required
              autocomplete="current-password"
            />
            <div class="row">
              <button type="button" class="quiet" onClick={() => setAsked(false)}>
                Cancel
              </button>
              <button type="submit" class="danger" disabled={remove.isBusy}>
                Delete account
              </button>
            </div>
          </form>
        </Dialog>
      )}
    </section>
  );
}
