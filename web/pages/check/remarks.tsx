// What a visitor should know before handing in a text: what becomes of it, whether they may, how often
// still.
import { Notice } from "../../components/notice.tsx";
import { clockTime } from "../../components/time.tsx";
import { Link } from "../../router.tsx";
import { useSession } from "../../session.tsx";

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
  if (state.account === null || state.limits.history_days === 0) return <>Nothing is stored.</>;
  return (
    <>
      Nothing is stored unless you switch on the <Link href="/history">history</Link>.
    </>
  );
}

/** Whether one may check here, and how often still. */
export function Remarks() {
  const { state } = useSession();
  const { account, quota } = state;
  if (account === null && !state.is_local) {
    return (
      <Notice kind="info">
        <p>
          <Link href="/sign-in">Sign in</Link> to check a text
          {state.signup === "open" ? (
            <>
              , or <Link href="/sign-up">make an account</Link>
            </>
          ) : null}
          . Each check counts against the day’s number of your account.
        </p>
      </Notice>
    );
  }
  if (account === null && (state.is_first_run || state.can_claim)) {
    return (
      <Notice kind="info">
        <p>
          On this machine texts can be checked at once. For keys and usage{" "}
          <Link href="/welcome">set up the first account</Link>.
        </p>
      </Notice>
    );
  }
  if (quota !== null && quota.remaining === 0) {
    return (
      <Notice kind="warning">
        <p>
          {quota.limit === 1
            ? "The one check of today is used up."
            : `The ${quota.limit} checks of today are used up.`}{" "}
          New ones come at {clockTime(quota.resets_at)}; until then no text is checked and nothing
          is counted.
        </p>
      </Notice>
    );
  }
  if (quota === null) return null;
  return (
    <p class="small soft">
      {quota.remaining} of {quota.limit} checks left today.{" "}
      <Link href="/usage">See your usage</Link>
    </p>
  );
}
