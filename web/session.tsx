// Shared state of all pages: the signed-in user, what this server offers, and how to reload it.
import { createContext } from "preact";
import { useContext } from "preact/hooks";
import type { DashboardState, QuotaNow } from "../client/dashboard.ts";

export type Session = {
  state: DashboardState;
  /** Reloads the state; pages call it after signing in or out. */
  refresh(): Promise<void>;
  /** What a counted answer said; saves asking. */
  setQuota(quota: QuotaNow | null): void;
};

export const SessionContext = createContext<Session | null>(null);

/** Known before anything is sent; after the reset the service is asked again. */
export function hasNoChecksLeft(quota: QuotaNow | null, now: number = Date.now()): boolean {
  return quota !== null && quota.remaining === 0 && now < Date.parse(quota.resets_at);
}

export function useSession(): Session {
  const session = useContext(SessionContext);
  if (session === null) throw new Error("Pages are drawn inside the session's context.");
  return session;
}
