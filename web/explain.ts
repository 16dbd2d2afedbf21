// Errors in words a person can act on.
import { ApiError, ConnectionError, LodestoneError, TimeoutError } from "../client/errors.ts";

export type Explained = { text: string; requestId?: string | undefined };

/** Something the page found out by itself; its message is for the reader as it stands. */
export class Told extends Error {}

export function explain(error: unknown): Explained {
  if (error instanceof Told) return { text: error.message };
  if (error instanceof ConnectionError) {
    return { text: "The server can't be reached. Is it running? Nothing here was lost." };
  }
  if (error instanceof TimeoutError) {
    return { text: "The server took too long to answer. Please try again." };
  }
  if (!(error instanceof LodestoneError)) {
    return { text: "Something went wrong on this page. Reload it to try again." };
  }
  const { requestId, type, status } = error;
  const text = sentence(error.message);
  if (type === "quota_exceeded_error") return { text };
  if (status === 429) return { text: `${text} ${waitOf(error)}`.trim() };
  if (error instanceof ApiError && status !== undefined && status < 500) return { text };
  return { text: `${text} Please try again.`, requestId };
}

export function isSignedOut(error: unknown): boolean {
  return error instanceof ApiError && error.status === 401;
}

/** The password is right; a code of the second factor is missing. */
export function needsCode(error: unknown): boolean {
  return error instanceof ApiError && error.type === "second_factor_error";
}

/** Whether the same once more may end otherwise: nothing is wrong with what was sent. */
export function mayPass(error: unknown): boolean {
  if (error instanceof Told || !(error instanceof LodestoneError)) return false;
  const { status } = error;
  return status === undefined || status === 401 || status === 429 || status >= 500;
}

export function isQuotaUsedUp(error: unknown): boolean {
  return error instanceof ApiError && error.type === "quota_exceeded_error";
}

function waitOf({ retryAfterSeconds: seconds }: LodestoneError): string {
  if (seconds === undefined) return "";
  return seconds < 90
    ? `Try again in ${Math.ceil(seconds)} seconds.`
    : `Try again in ${Math.ceil(seconds / 60)} minutes.`;
}

function sentence(text: string): string {
  return /[.!?]$/.test(text) ? text : `${text}.`;
}
