// A running server, for commands that are its client: at any address, with a key of the environment.
import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import tls from "node:tls";
import { type Command, Option } from "commander";
import type { Client } from "../../client/client.ts";
import { describeFileError } from "./file-errors.ts";
import { BadUsage, Failure, loadConfig } from "./terminal.ts";

export type RemoteOptions = { server?: string; origin?: string; key?: string; ca?: string };

/** The options that say which server is meant and who asks. */
export function addRemoteOptions(command: Command): Command {
  return (
    command
      .addOption(
        new Option("--server <url>", "the server's address; this machine's if left out").env(
          "LODESTONE_URL",
        ),
      )
      .addOption(
        new Option("--origin <domain>", "the domain the key is registered for").env(
          "LODESTONE_ORIGIN",
        ),
      )
      // Other users of the machine see command lines, so the environment is the place for it.
      .addOption(
        new Option("--key <key>", "the API key; better in the environment").env(
          "LODESTONE_API_KEY",
        ),
      )
      .addOption(
        new Option(
          "--ca <file>",
          "authority of the server's certificate, if it is not a usual one",
        ),
      )
  );
}

/** Calls the server the options name; what it refuses is a Failure in its own words. */
export async function withServer<T>(
  options: RemoteOptions,
  work: (client: Client, key: { isTest: boolean }) => Promise<T>,
): Promise<T> {
  // A variable that is set to nothing is as good as missing.
  const [apiKey, origin] = [options.key || undefined, options.origin || undefined];
  if (apiKey === undefined) throw new BadUsage("Set LODESTONE_API_KEY to a key of the server.");
  if (origin === undefined) {
    throw new BadUsage(
      "Name the domain the key is registered for: --origin https://example.com, or LODESTONE_ORIGIN.",
    );
  }
  const { createClient, LodestoneError } = await import("../../client/client.ts");
  const baseUrl = options.server || localUrl();
  trust(options);
  try {
    const isTest = apiKey.startsWith("ls_test_");
    return await work(createClient({ baseUrl, apiKey, origin }), { isTest });
  } catch (error) {
    if (error instanceof LodestoneError) {
      throw new Failure(`${baseUrl}: ${error.message}${hintOn(error)}`, { cause: error });
    }
    // An address or a key that could never work.
    if (error instanceof TypeError) throw new BadUsage(error.message, { cause: error });
    throw error;
  }
}

function localUrl(): string {
  const { host, httpsPort } = loadConfig();
  const isAny = host === "0.0.0.0" || host === "::";
  const name = isAny ? "127.0.0.1" : host.includes(":") ? `[${host}]` : host;
  return `https://${name}:${httpsPort}`;
}

/** The authority that was named, or that of the local certificate when this machine's server is meant. */
function trust({ ca, server }: RemoteOptions): void {
  const local = join(loadConfig().dataDir, "tls/ca.pem");
  const file = ca ?? (!server && existsSync(local) ? local : undefined);
  if (file === undefined) return;
  try {
    // Node 24.5 and newer; before that the setting below does the same.
    if (tls.setDefaultCACertificates === undefined) {
      throw new Error(`set NODE_EXTRA_CA_CERTS=${file}, or use a newer Node`);
    }
    tls.setDefaultCACertificates([...tls.getCACertificates("default"), readFileSync(file, "utf8")]);
  } catch (error) {
    throw new Failure(`${file} can't be used: ${describeFileError(error)}`, { cause: error });
  }
}

/** The reasons of a failed connection are those of the network below. */
function hintOn(error: Error): string {
  const codes: string[] = [];
  for (let at: unknown = error.cause; at instanceof Error; at = at.cause) {
    const { code } = at as NodeJS.ErrnoException;
    if (code !== undefined) codes.push(code);
  }
  const code = codes.at(-1);
  if (code === undefined) return "";
  const isUntrusted = /CERT|SIGNATURE|ISSUER/.test(code);
  return ` (${code})${isUntrusted ? " Name the certificate's authority with --ca." : ""}`;
}
