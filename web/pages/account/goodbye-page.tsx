// After an account was deleted: what happened, and where to go from here.
import { Link } from "../../router.tsx";
import { useSession } from "../../session.tsx";

export function GoodbyePage() {
  const { state } = useSession();
  return (
    <div class="narrow centred">
      <h1>Account deleted</h1>
      <div class="card">
        <p>
          Your account is gone, with its sessions, usage and history. Its keys no longer work. The
          text in this tab was cleared too.
        </p>
        <p class="row">
          <Link href="/" class="button quiet">
            Go to home page
          </Link>
          {state.signup === "open" && (
            <Link href="/sign-up" class="button quiet">
              Create account
            </Link>
          )}
        </p>
      </div>
    </div>
  );
}
