// The first start: the operator makes the first account, or takes the one that belongs to the machine.
import { useEffect } from "preact/hooks";
import { Field, fieldsOf } from "../../components/field.tsx";
import { ErrorNotice } from "../../components/notice.tsx";
import { useAction } from "../../load.ts";
import { Link, navigate } from "../../router.tsx";
import { service } from "../../service.ts";
import { useSession } from "../../session.tsx";

export function WelcomePage() {
  const { state, refresh } = useSession();
  useEffect(() => {
    if (state.account !== null) navigate("/keys", { replace: true });
  }, [state.account]);
  const claim = useAction(async (form: HTMLFormElement) => {
    await service.claimOwner(fieldsOf(form).password ?? "");
    await refresh();
  });
  const { password_length_min: min, password_length_max: max } = state.limits;
  return (
    <>
      <h1>Welcome to Lodestone</h1>
      <p class="lead">
        It is running on your machine. Texts can be <Link href="/">checked at once</Link>; an
        account adds keys for your programs and a record of what they use.
      </p>
      <div class="cards">
        {state.can_claim && (
          <section class="card" aria-labelledby="claim">
            <h2 id="claim">Use this machine’s own account</h2>
            <p>
              <code>owner@localhost</code> belongs to whoever sits at this machine
              {state.is_first_run ? "" : "; the command line has used it already"}. Give it a
              password and it is yours. It also sees the settings.
            </p>
            {claim.error !== null && <ErrorNotice error={claim.error} />}
            <form
              onSubmit={(event) => {
                event.preventDefault();
                claim.run(event.currentTarget);
              }}
            >
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
              <Field
                name="password"
                label="New password"
                type="password"
                required
                minLength={min}
                maxLength={max}
                autocomplete="new-password"
                hint={`At least ${min} characters; a few words in a row do well.`}
              />
              <button type="submit" disabled={claim.isBusy}>
                Take the account
              </button>
            </form>
          </section>
        )}
        <section class="card" aria-labelledby="other">
          <h2 id="other">
            {state.can_claim ? "Or an account with your address" : "An account with your address"}
          </h2>
          {state.signup === "open" ? (
            <>
              <p>For a server that several people share, where everybody has an account.</p>
              <p>
                <Link href="/sign-up?next=/keys" class="button quiet">
                  Make an account
                </Link>
              </p>
            </>
          ) : (
            <p>
              Sign-up is closed: on this machine, <code>npx lodestone accounts create</code> makes
              accounts.
            </p>
          )}
          <p class="small soft">
            You have one already? <Link href="/sign-in">Sign in</Link>.
          </p>
        </section>
      </div>
    </>
  );
}
