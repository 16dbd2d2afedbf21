// Which answer becomes which error, for both services' shapes.
import fc from "fast-check";
import { expect, test } from "vitest";
import * as client from "./client.ts";
import { createApiError, statusOfType } from "./errors.ts";
import { refuseErrors } from "./read-reply.ts";

async function errorFor(response: Response): Promise<client.LodestoneError> {
  const thrown = await refuseErrors(response, { attempts: 1 }, 0).catch((error: unknown) => error);
  if (!(thrown instanceof client.LodestoneError)) throw new Error("No error was thrown.");
  return thrown;
}

const rows = [
  [400, client.BadRequestError, "BadRequestError", "invalid_request_error"],
  [401, client.AuthenticationError, "AuthenticationError", "authentication_error"],
  [403, client.PermissionError, "PermissionError", "permission_error"],
  [404, client.NotFoundError, "NotFoundError", "not_found_error"],
  [405, client.MethodNotAllowedError, "MethodNotAllowedError", "method_not_allowed_error"],
  [429, client.TooManyRequestsError, "TooManyRequestsError", "rate_limit_error"],
  [500, client.InternalServerError, "InternalServerError", "api_error"],
  [503, client.OverloadedError, "OverloadedError", "overloaded_error"],
  [418, client.ApiError, "ApiError", "invalid_request_error"],
  [599, client.ApiError, "ApiError", "api_error"],
] as const;

for (const [status, ErrorClass, name, usualType] of rows) {
  test(`status ${status} of the directory is a ${name} with its sentence`, async () => {
    const body = { status: "error", message: "What happened.", timestamp: "2026-11-15T08:30:00" };
    const headers = { "x-request-id": "abc-1" };
    const error = await errorFor(Response.json(body, { status, headers }));
    expect(error.constructor).toBe(ErrorClass);
    expect(error).toMatchObject({
      name,
      status,
      type: usualType,
      message: "What happened.",
      requestId: "abc-1",
    });
  });

  test(`status ${status} of the text service is a ${name} with its type`, async () => {
    const standard = {
      error: { message: "What happened.", type: "some_error" },
      request_id: "abc-2",
    };
    const error = await errorFor(Response.json(standard, { status }));
    expect(error.constructor).toBe(ErrorClass);
    expect(error).toMatchObject({ name, status, type: "some_error", requestId: "abc-2" });
    expect(error.message).toBe("What happened.");
  });

  test(`status ${status} in the simple shape is a ${name}`, async () => {
    const error = await errorFor(Response.json({ error: "What happened." }, { status }));
    expect(error.constructor).toBe(ErrorClass);
    expect(error).toMatchObject({ status, type: usualType, message: "What happened." });
  });
}

test("isQuota tells a used-up quota from a rate that is too high", () => {
  const quota = createApiError(429, "No checks left.", { type: "quota_exceeded_error" });
  const rate = createApiError(429, "Slow down.", { type: "rate_limit_error" });
  expect(quota).toMatchObject({ isQuota: true });
  expect(rate).toMatchObject({ isQuota: false });
});

test("every error of the client is a LodestoneError and an Error with a name of its own", () => {
  const classes = Object.values(client).filter(
    (value) => typeof value === "function" && value.prototype instanceof Error,
  ) as Array<typeof client.LodestoneError>;
  expect(classes.length).toBe(13);
  const names = classes.map((ErrorClass) => {
    const error = new ErrorClass("Sentence.", { type: "api_error", status: 500 });
    expect(error).toBeInstanceOf(client.LodestoneError);
    expect(error).toBeInstanceOf(Error);
    expect(error.name).toBe(ErrorClass.name);
    expect(String(error)).toBe(`${ErrorClass.name}: Sentence.`);
    return error.name;
  });
  expect(new Set(names).size).toBe(classes.length);
});

test("any body with any error status becomes an ApiError of that status with a sentence", async () => {
  const body = fc.oneof(fc.string({ unit: "binary" }), fc.json(), fc.constant('{"error":{}}'));
  const status = fc.integer({ min: 400, max: 599 });
  await fc.assert(
    fc.asyncProperty(body, status, async (text, number) => {
      const error = await errorFor(new Response(text, { status: number }));
      expect(error).toBeInstanceOf(client.ApiError);
      expect(error.status).toBe(number);
      expect(error.message).not.toBe("");
      expect(error.type).toMatch(/./);
    }),
    { numRuns: 500 },
  );
});

test("an error inside a batch has the status of its type", () => {
  expect(statusOfType("quota_exceeded_error")).toBe(429);
  expect(statusOfType("https_required_error")).toBe(403);
  expect(statusOfType("a_new_error")).toBe(500);
});
