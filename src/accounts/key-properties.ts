// What a key can be given: name, domain, end, limits, and what its owner notes about it. Checked here for the
// dashboard, the command line and the API alike.
import type { ApiKey } from "../store/store.ts";
import { parseDomain } from "./origin.ts";

/** What a rotated key takes over from the one it replaces. */
export type KeyProperties = Pick<
  ApiKey,
  | "name"
  | "domain"
  | "expiresAt"
  | "isTest"
  | "isManagement"
  | "checksPerDay"
  | "ratePerMinute"
  | "endpoints"
  | "metadata"
  | "externalId"
>;

export type WantedKey = {
  domain: string;
  /** The domain, unless given. */
  name?: string | undefined;
  expiresAt?: number | null | undefined;
  /** Fixed answers, nothing counted. */
  isTest?: boolean | undefined;
  /** Manages the account's keys; bound to no domain and without limits of its own. */
  isManagement?: boolean | undefined;
  checksPerDay?: number | null | undefined;
  ratePerMinute?: number | null | undefined;
  endpoints?: readonly string[] | null | undefined;
  metadata?: Readonly<Record<string, string>> | undefined;
  externalId?: string | null | undefined;
};

export type KeyRefused = {
  ok: false;
  field: keyof WantedKey | "key";
  problem: string;
};

/** What a key can be limited to. The other endpoints only read, and are open to every key. */
export const keyEndpoints = ["detect", "detect/batch", "report", "regenerate", "jobs"] as const;

const nameLengthMax = 100;
const checksPerDayMax = 1_000_000_000;
export const metadataBounds = { entries: 20, nameLength: 40, valueLength: 500 };
export const externalIdLengthMax = 200;

export function checkKey(
  wanted: WantedKey,
  { at, ratePerMinuteMax }: { at: number; ratePerMinuteMax: number },
): { ok: true; properties: KeyProperties } | KeyRefused {
  const {
    isTest = false,
    isManagement = false,
    checksPerDay = null,
    ratePerMinute = null,
  } = wanted;
  const { metadata = {} } = wanted;
  const parsed = isManagement ? { domain: "" } : parseDomain(wanted.domain);
  if ("problem" in parsed) return refuseKey("domain", parsed.problem);
  const { domain } = parsed;
  const name = (wanted.name ?? "").trim() || domain || "Management";
  const nameProblem = textProblem("A name", name, nameLengthMax);
  if (nameProblem) return refuseKey("name", nameProblem);
  const expiresAt = wanted.expiresAt ?? null;
  if (expiresAt !== null && !(expiresAt > at))
    return refuseKey("expiresAt", "The expiry date must be in the future.");
  if (checksPerDay !== null && !isWithin(checksPerDay, checksPerDayMax)) {
    const limits = `a whole number from 1 to ${checksPerDayMax}`;
    return refuseKey("checksPerDay", `Checks a day must be ${limits}.`);
  }
  if (ratePerMinute !== null && !isWithin(ratePerMinute, ratePerMinuteMax)) {
    const limits = `a whole number from 1 to ${ratePerMinuteMax}`;
    return refuseKey("ratePerMinute", `Requests a minute must be ${limits}.`);
  }
  const endpoints = wanted.endpoints ? [...new Set(wanted.endpoints)] : null;
  if (endpoints && !(endpoints.length > 0 && endpoints.every(isEndpoint)))
    return refuseKey("endpoints", `Endpoints must be some of ${keyEndpoints.join(", ")}.`);
  const metadataProblem = findMetadataProblem(metadata);
  if (metadataProblem) return refuseKey("metadata", metadataProblem);
  const externalId = wanted.externalId?.trim() || null;
  const idProblem = externalId && textProblem("An external id", externalId, externalIdLengthMax);
  if (idProblem) return refuseKey("externalId", idProblem);
  const limits = { expiresAt, checksPerDay, ratePerMinute, endpoints };
  return {
    ok: true,
    properties: { name, domain, isTest, isManagement, ...limits, metadata, externalId },
  };
}

export function refuseKey(field: KeyRefused["field"], problem: string): KeyRefused {
  return { ok: false, field, problem };
}

function isEndpoint(name: string): boolean {
  return keyEndpoints.some((endpoint) => endpoint === name);
}

function isWithin(value: number, max: number): boolean {
  return Number.isInteger(value) && value >= 1 && value <= max;
}

function findMetadataProblem(metadata: Readonly<Record<string, string>>): string | null {
  const { entries, nameLength, valueLength } = metadataBounds;
  const pairs = Object.entries(metadata);
  if (pairs.length > entries) return `Metadata has at most ${entries} entries.`;
  for (const [name, value] of pairs) {
    if (name === "") return "A name in the metadata must not be empty.";
    const problem =
      textProblem("A name in the metadata", name, nameLength) ??
      textProblem("A value in the metadata", value, valueLength);
    if (problem !== null) return problem;
  }
  return null;
}

function textProblem(what: string, text: string, lengthMax: number): string | null {
  if ([...text].length > lengthMax) return `${what} has at most ${lengthMax} characters.`;
  // Neither can be stored by every database.
  if (/\p{Cc}/u.test(text) || !text.isWellFormed()) {
    return `${what} can't contain control characters.`;
  }
  return null;
}

export type KeyState = "active" | "grace" | "expired" | "revoked";

/** The id of the management key that did it, for the audit log. */
export function actedBy(by: string | undefined): Record<string, string> {
  return by === undefined ? {} : { by };
}

export function stateOf(
  key: { revokedAt: number | null; expiresAt: number | null; replacedBy: string | null },
  at: number,
): KeyState {
  if (key.revokedAt !== null) return "revoked";
  if (key.expiresAt !== null && key.expiresAt <= at) return "expired";
  return key.replacedBy === null ? "active" : "grace";
}
