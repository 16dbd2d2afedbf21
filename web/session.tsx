// What every page knows: who is signed in, what this copy offers, and how to ask again.
import { createContext } from "preact";
import { useContext } from "preact/hooks";
import type { DashboardState, QuotaNow } from "../client/dashboard.ts";

export type Session = {
  state: DashboardState;
  /** Asks the server anew; pages call it after signing in or out. */
  refresh(): Promise<void>;
  /** What a counted answer said; saves asking. */
  setQuota(quota: QuotaNow | null): void;
};

export const SessionContext = createContext<Session | null>(null);

export function useSession(): Session {
  const session = useContext(SessionContext);
  if (session === null) throw new Error("Pages are drawn inside the session's context.");
  return session;
}
