// A random name of a store, made once, by which two programs find out whether they use the same one.
import { randomBytes } from "node:crypto";
import type { UsageRows } from "./usage-rows.ts";

export function readStoreId(store: Pick<UsageRows, "keepSetting">): Promise<string> {
  return store.keepSetting("store_id", randomBytes(12).toString("hex"));
}
