// What a visitor should know before handing in a text: what becomes of it, whether they may, how often
// still.
import type { QuotaNow } from "../../../client/dashboard.ts";
import { Notice } from "../../components/notice.tsx";
import { clockTime } from "../../components/time.tsx";
import { Link } from "../../router.tsx";
import { hasNoChecksLeft, useSession } from "../../session.tsx";

/** The id of the notice, for what was not sent because of it. */
export const NO_CHECKS_LEFT = "no-checks-left";

/** What becomes of a text. */
export function Keeping() {
  const { state } = useSession();
  const days = state.account?.history_days ?? null;
  if (days !== null) {
    return (
      <>
        Kept for {days === 1 ? "a day" : `${days} days`} in your{" "}
        <Link href="/history">history</Link>.
      </>
    );
  }
  if (state.account === null || state.limits.history_days === 0) {
    return <>The server stores nothing.</>;
  }
  return (
    <>
      The server stores nothing unless you turn on <Link href="/history">history</Link>.
    </>
  );
}

/** Whether one may check here, and how often still. */
export function Remarks() {
  const { account, quota, is_local: isLocal } = useSession().state;
  if (account === null) return isLocal ? <NoAccountNeeded /> : <SignInFirst />;
  if (quota === null) return null;
  if (hasNoChecksLeft(quota)) return <NoChecksLeft quota={quota} />;
  return (
    <p class="small soft">
      {quota.remaining} of {quota.limit} checks left today. <Link href="/usage">View usage</Link>
    </p>
  );
}

function SignInFirst() {
  const { state } = useSession();
  return (
    <Notice kind="info">
      <p>
        <Link href="/sign-in?next=/">Sign in</Link> to check a text
        {state.signup === "open" ? (
          <>
            , or <Link href="/sign-up?next=/">create an account</Link>
          </>
        ) : null}
        . Each check counts towards your account’s daily limit. Your text stays in this tab while
        you do.
      </p>
    </Notice>
  );
}

function NoAccountNeeded() {
  const { state } = useSession();
  const isNew = state.is_first_run || state.can_claim;
  return (
    <Notice kind="info">
      <p>
        No account needed on this computer: checks made here while signed out are not counted. An
        account adds API keys, history and usage figures, and has a daily limit.{" "}
        {isNew ? (
          <Link href="/welcome">Set up the first account</Link>
        ) : (
          <Link href="/sign-in?next=/">Sign in</Link>
        )}
      </p>
    </Notice>
  );
}

function NoChecksLeft({ quota }: { quota: QuotaNow }) {
  return (
    <div id={NO_CHECKS_LEFT} tabIndex={-1}>
      <Notice kind="warning">
        <p>
          No checks left today: {quota.limit === 1 ? "the 1 check" : `all ${quota.limit} checks`} of
          your account {quota.limit === 1 ? "is" : "are"} used. Resets at 00:00 UTC,{" "}
          {clockTime(quota.resets_at)}. Nothing is sent until then.
        </p>
      </Notice>
    </div>
  );
}
