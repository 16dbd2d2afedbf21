// The first start: the operator makes the first account, or takes the one that belongs to the machine.
import { useEffect } from "preact/hooks";
import { ActionForm } from "../../components/action-form.tsx";
import { fieldsOf } from "../../components/field.tsx";
import { NewPasswordField } from "../../components/password-field.tsx";
import { useAction } from "../../load.ts";
import { Link, navigate } from "../../router.tsx";
import { service } from "../../service.ts";
import { useSession } from "../../session.tsx";

export function WelcomePage() {
  const { state } = useSession();
  useEffect(() => {
    if (state.account !== null) navigate("/keys", { replace: true });
  }, [state.account]);
  return (
    <>
      <h1>Welcome to Lodestone</h1>
      <p class="lead">
        It is running on this computer. You can <Link href="/">check texts right away</Link>; an
        account adds API keys for your programs, history and usage.
      </p>
      <div class="cards">
        {state.can_claim && <OwnerCard />}
        <NewAccountCard />
      </div>
    </>
  );
}

function OwnerCard() {
  const { state, refresh } = useSession();
  const claim = useAction(async (form: HTMLFormElement) => {
    await service.claimOwner(fieldsOf(form).password ?? "");
    await refresh();
  });
  return (
    <section class="card" aria-labelledby="claim">
      <h2 id="claim">Claim the owner account</h2>
      <p>
        <code>owner@localhost</code> belongs to whoever runs this computer
        {state.is_first_run ? "" : "; the command line has used it already"}. Set a password to make
        it yours. It can also see the settings.
      </p>
      <ActionForm action={claim}>
        <input
          type="text"
          name="username"
          autocomplete="username"
          value="owner@localhost"
          class="unseen"
          tabIndex={-1}
          aria-hidden="true"
          readOnly
        />
        <NewPasswordField />
        <button type="submit" disabled={claim.isBusy}>
          Claim account
        </button>
      </ActionForm>
    </section>
  );
}

function NewAccountCard() {
  const { state } = useSession();
  return (
    <section class="card" aria-labelledby="other">
      <h2 id="other">
        {state.can_claim ? "Or create an account with your email address" : "Create an account"}
      </h2>
      {state.signup === "open" ? (
        <>
          <p>For a server that several people share, each with their own account.</p>
          <p>
            <Link href="/sign-up?next=/keys" class="button quiet">
              Create account
            </Link>
          </p>
        </>
      ) : (
        <p>
          Sign-up is closed: create accounts in the program’s folder with{" "}
          <code>node bin/lodestone.js accounts create</code>.
        </p>
      )}
      <p class="small soft">
        Already have an account? <Link href="/sign-in">Sign in</Link>.
      </p>
    </section>
  );
}
