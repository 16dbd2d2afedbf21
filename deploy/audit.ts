// `npm run audit`: known vulnerabilities of the production packages, as the registry's advisories have them. What
// could not be asked is "not checked" and never passes for well: exit code 0 is for a clean answer alone.
import { spawnSync } from "node:child_process";

const COMMAND = ["audit", "--omit=dev", "--json", "--fetch-timeout=5000", "--fetch-retries=0"];

export type Audit = { outcome: "ok" | "failed" | "not checked"; words: string };

export function auditDependencies(folder: string, env: NodeJS.ProcessEnv = process.env): Audit {
  const { stdout } = spawnSync("npm", COMMAND, {
    cwd: folder,
    env,
    encoding: "utf8",
    timeout: 20_000,
  });
  return readAudit(stdout);
}

/** What `npm audit --json` printed. Anything but its report, an error included, is no answer. */
export function readAudit(printed: string): Audit {
  let counts: Partial<Record<"high" | "critical" | "total", unknown>> = {};
  try {
    counts = Object(JSON.parse(printed)).metadata?.vulnerabilities ?? {};
  } catch {
    // Nothing, or half of it, before the time was over.
  }
  const { high, critical, total } = counts;
  if (typeof high !== "number" || typeof critical !== "number" || typeof total !== "number") {
    const words =
      ": the registry's advisories can't be reached from here; where they can, run npm run audit";
    return { outcome: "not checked", words };
  }
  if (total === 0) return { outcome: "ok", words: "" };
  const words = `: ${critical} critical, ${high} high, ${total} in all (npm audit --omit=dev)`;
  return { outcome: high + critical > 0 ? "failed" : "ok", words };
}

if (import.meta.main) {
  const { outcome, words } = auditDependencies(new URL("..", import.meta.url).pathname);
  console.log(`${outcome}  known vulnerabilities${words}`);
  process.exitCode = outcome === "ok" ? 0 : 1;
}
