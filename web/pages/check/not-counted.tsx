// Says of an answer without a verdict or a change that the account was not charged for it.
import { useSession } from "../../session.tsx";

export function NotCounted({ answer }: { answer: { counted?: boolean } }) {
  const { account } = useSession().state;
  // Local users without an account are never charged; results of earlier versions don't say.
  if (account === null || answer.counted !== false) return null;
  return <p class="small soft">This did not count as a check.</p>;
}
