// Parses the text of a setting: one reader for each kind of value, rejecting what can't be used.
import { accessSync, constants, existsSync, readFileSync, statSync } from "node:fs";
import { isIP } from "node:net";
import { dirname, join, resolve } from "node:path";

/** A rejected value; the message follows the setting's name. */
export class Refusal extends Error {}

/** Secrets are never echoed, so only settings without secrets show the given value. */
function refuse(words: string, raw?: string): never {
  throw new Refusal(raw === undefined ? words : `${words}; it is ${JSON.stringify(raw)}.`);
}

export function wholeNumber(min: number, max: number) {
  return (raw: string): number => {
    const value = /^\d{1,12}$/.test(raw) ? Number(raw) : Number.NaN;
    if (!(value >= min && value <= max)) {
      refuse(`must be a whole number from ${min} to ${max}`, raw);
    }
    return value;
  };
}

export function oneOf<const T extends string>(allowed: readonly T[]) {
  return (raw: string): T =>
    allowed.find((item) => item === raw) ?? refuse(`must be one of ${allowed.join(", ")}`, raw);
}

export function listOf<const T extends string>(allowed: readonly T[]) {
  return (raw: string): readonly T[] => {
    const items = raw.split(",").map((item) => item.trim());
    const known = allowed.filter((item) => items.includes(item));
    if (known.length === 0 || items.some((item) => !allowed.includes(item as T))) {
      refuse(`must list one or more of ${allowed.join(", ")}, separated by commas`, raw);
    }
    return known;
  };
}

export function readHost(raw: string): string {
  if (isIP(raw) === 0 && !/^[a-z0-9]([a-z0-9.-]{0,251}[a-z0-9])?$/i.test(raw)) {
    refuse("must be an IP address or a host name", raw);
  }
  return raw;
}

export function readNetworks(raw: string): readonly string[] {
  const networks = raw.split(",").flatMap((item) => item.trim() || []);
  for (const network of networks) {
    const [address = "", prefix, more] = network.split("/");
    const bits = isIP(address) === 4 ? 32 : 128;
    const isPrefix = prefix === undefined || (/^\d{1,3}$/.test(prefix) && Number(prefix) <= bits);
    if (isIP(address) === 0 || !isPrefix || more !== undefined) {
      refuse("must list IP addresses or networks such as 10.0.0.0/8, separated by commas", raw);
    }
  }
  return networks;
}

export function optionalFile(raw: string): string | null {
  if (raw === "") return null;
  try {
    readFileSync(raw);
  } catch {
    refuse("must name a file that can be read", raw);
  }
  return resolve(raw);
}

export function writableFolder(raw: string): string {
  const folder = resolve(raw);
  // The folder itself may not exist yet; then its nearest existing parent must allow making it.
  let nearest = folder;
  while (!existsSync(nearest)) nearest = dirname(nearest);
  try {
    if (!statSync(nearest).isDirectory()) refuse("must be a folder", raw);
    accessSync(nearest, constants.W_OK | constants.X_OK);
  } catch (error) {
    if (error instanceof Refusal) throw error;
    refuse("must be a folder that can be written to", raw);
  }
  return folder;
}

export function optionalName(raw: string): string | null {
  return raw === "" ? null : raw;
}

export function optionalUrl(protocols: readonly string[]) {
  return (raw: string): string | null => {
    if (raw === "") return null;
    // The address may contain a password, so the message doesn't repeat it.
    if (!URL.canParse(raw) || !protocols.includes(new URL(raw).protocol)) {
      refuse(`must be an address that begins with ${protocols.map((p) => `${p}//`).join(" or ")}.`);
    }
    return raw;
  };
}

export function optionalSecret(raw: string): string | null {
  if (raw === "") return null;
  if (raw.length < 16) refuse("must have at least 16 characters.");
  return raw;
}

/** What a model folder must hold besides is checked where the model is opened. */
export function modelFolder(raw: string): string {
  const folder = resolve(raw);
  if (!existsSync(join(folder, "manifest.json"))) {
    refuse("must be a folder with a manifest.json", raw);
  }
  return folder;
}
