// What a program may leave to its environment. Browsers have none, and then nothing is found.

/** The value of an environment variable on Node, Bun and Deno; undefined elsewhere, and when it is empty. */
export function readEnvironment(name: string): string | undefined {
  const { process } = globalThis as { process?: { env?: Record<string, string | undefined> } };
  try {
    return process?.env?.[name]?.trim() || undefined;
  } catch {
    // Deno throws when the program was not allowed to read it.
    return undefined;
  }
}
