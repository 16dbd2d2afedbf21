// Reads the fields of a JSON body, with an error message for each that is missing or of the wrong type.
import type { FastifyRequest } from "fastify";
import { AppError } from "../http/http.ts";

export function readString(request: FastifyRequest, name: string): string {
  const value = readField(request, name);
  if (typeof value !== "string") throw bad(`'${name}' must be a string.`);
  return value;
}

/** Null and the empty string count as absent: forms send those for empty fields. */
export function readOptionalString(request: FastifyRequest, name: string): string | undefined {
  const value = readField(request, name);
  if (value === undefined || value === null || value === "") return undefined;
  if (typeof value !== "string") throw bad(`'${name}' must be a string.`);
  return value;
}

export function readNumber(request: FastifyRequest, name: string): number {
  const value = readField(request, name);
  if (typeof value !== "number") throw bad(`'${name}' must be a number.`);
  return value;
}

export function readOptionalNumber(request: FastifyRequest, name: string): number | null {
  const value = readField(request, name);
  return value === undefined || value === null ? null : readNumber(request, name);
}

/** One of a few words; the first when it is left out. */
export function readChoice<T extends string>(
  request: FastifyRequest,
  name: string,
  choices: readonly T[],
): T {
  const given = readOptionalString(request, name) ?? choices[0];
  const choice = choices.find((known) => known === given);
  if (choice === undefined) throw bad(`'${name}' must be one of ${choices.join(", ")}.`);
  return choice;
}

export function readField(request: FastifyRequest, name: string): unknown {
  const { body } = request;
  if (typeof body !== "object" || body === null || Array.isArray(body)) {
    throw bad("The body must be a JSON object.");
  }
  return Object.hasOwn(body, name) ? (body as Record<string, unknown>)[name] : undefined;
}

export function bad(message: string): AppError {
  return new AppError("content_invalid", { message });
}
