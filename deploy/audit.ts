// `npm run audit`: known vulnerabilities of the production packages, from the registry's advisories. If the registry
// can't be reached the result is "not checked" and never a pass: exit code 0 means that it responded and is clean.
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

/** The output of `npm audit --json`. Anything but its report, errors included, counts as no response. */
export function readAudit(printed: string): Audit {
  let counts: Partial<Record<"high" | "critical" | "total", unknown>> = {};
  try {
    counts = Object(JSON.parse(printed)).metadata?.vulnerabilities ?? {};
  } catch {
    // Nothing, or a truncated report, before the timeout.
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
