// Usage as a table for a spreadsheet: one line for each day, key and endpoint, and for each refusal.
import type { Accounts, KeyView } from "../accounts/accounts.ts";
import { csvLine } from "./csv.ts";

type History = Awaited<ReturnType<Accounts["quota"]["history"]>>;

export function writeUsageCsv(
  { usage, refusals }: Pick<History, "usage" | "refusals">,
  keys: readonly Pick<KeyView, "id" | "name" | "domain" | "lastFour">[],
): string {
  const byId = new Map(keys.map((key) => [key.id, key]));
  const columnsOf = (keyId: string | null) => {
    if (keyId === null) return ["dashboard", "", ""];
    const key = byId.get(keyId);
    return key === undefined ? [keyId, "", ""] : [key.name, key.domain, key.lastFour];
  };
  const rows = [
    ["day", "kind", "detail", "key_name", "key_domain", "key_last_four", "count"],
    ...usage.map((row) => [row.day, "check", row.endpoint, ...columnsOf(row.keyId), row.checks]),
    ...refusals.map((row) => [row.day, "refusal", row.reason, ...columnsOf(row.keyId), row.times]),
  ];
  return rows.map(csvLine).join("");
}
