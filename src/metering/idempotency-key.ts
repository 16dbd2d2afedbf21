// The Idempotency-Key of a request, read strictly.
import type { FastifyRequest } from "fastify";
import { AppError, headerValues } from "../http/http.ts";

const IDEMPOTENCY_KEY = /^[\x21-\x7e]{1,255}$/;

export function readIdempotencyKey({ raw }: FastifyRequest): string | undefined {
  const values = headerValues(raw, "idempotency-key");
  if (values.length === 0) return undefined;
  const [key = ""] = values;
  if (values.length > 1 || !IDEMPOTENCY_KEY.test(key)) {
    throw new AppError("invalid_idempotency_key");
  }
  return key;
}
