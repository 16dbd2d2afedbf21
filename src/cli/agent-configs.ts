// `lodestone mcp --print-config`: the configuration of an agent, with absolute paths throughout. Agents with windows
// start commands from any folder and without the PATH of a shell, and a command that a package runner looked up by name could
// come from anybody.
import { fileURLToPath } from "node:url";
import { RELEASED_MODELS } from "../release.ts";

export type AgentCommand = { command: string; args: string[]; env: Record<string, string> };

type AgentConfig = {
  /** Where the agent reads it. */
  place: string;
  write(command: AgentCommand): string;
};

const underServers = (command: AgentCommand) => json({ mcpServers: { lodestone: command } });

/** Agents by the name `--print-config` takes. */
export const agentConfigs = {
  "claude-desktop": {
    place:
      "claude_desktop_config.json (Settings → Developer → Edit Config), then restart Claude Desktop",
    write: underServers,
  },
  "claude-code": {
    place: ".mcp.json in the project's folder",
    write: (command) => json({ mcpServers: { lodestone: { type: "stdio", ...command } } }),
  },
  cursor: { place: "~/.cursor/mcp.json, or .cursor/mcp.json in a project", write: underServers },
  vscode: {
    place: ".vscode/mcp.json in the workspace, or the file of “MCP: Open User Configuration”",
    write: (command) => json({ servers: { lodestone: { type: "stdio", ...command } } }),
  },
  windsurf: { place: "~/.codeium/windsurf/mcp_config.json", write: underServers },
  "gemini-cli": { place: "~/.gemini/settings.json", write: underServers },
  codex: { place: "~/.codex/config.toml", write: writeToml },
} as const satisfies Record<string, AgentConfig>;

export type AgentName = keyof typeof agentConfigs;

/** This very program, on the Node that runs it now, for files below `root`. */
export function describeCommand(
  root: string,
  config: { dataDir: string; modelDir: string; calibrationFile: string | null },
): AgentCommand {
  const launcher = fileURLToPath(new URL("../../bin/lodestone.js", import.meta.url));
  return {
    command: process.execPath,
    args: [launcher, "mcp", "--root", root],
    env: {
      // Otherwise it would be ./var of whatever folder the agent was started in.
      DATA_DIR: config.dataDir,
      ...(config.modelDir === RELEASED_MODELS ? {} : { MODEL_DIR: config.modelDir }),
      ...(config.calibrationFile === null ? {} : { CALIBRATION_FILE: config.calibrationFile }),
    },
  };
}

function json(value: object): string {
  return `${JSON.stringify(value, null, 2)}\n`;
}

/** A string of JSON is one of TOML as well, but for DEL, which JSON leaves as it is. */
function writeToml({ command, args, env }: AgentCommand): string {
  const text = (value: string) => JSON.stringify(value).replaceAll("\u007f", "\\u007f");
  return [
    "[mcp_servers.lodestone]",
    `command = ${text(command)}`,
    `args = [${args.map(text).join(", ")}]`,
    "",
    "[mcp_servers.lodestone.env]",
    ...Object.entries(env).map(([name, value]) => `${name} = ${text(value)}`),
    "",
  ].join("\n");
}
