// What this copy of the program is: its version, and where its released model lies.
import { readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";

export const RELEASED_MODELS = fileURLToPath(new URL("../models", import.meta.url));

export function readAppVersion(): string {
  const file = new URL("../package.json", import.meta.url);
  return String(JSON.parse(readFileSync(file, "utf8")).version);
}
