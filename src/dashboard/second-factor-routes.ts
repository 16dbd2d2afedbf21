// The second factor: enabling it with a code of the app, recovery codes, disabling it.
import type { FastifyRequest } from "fastify";
import type { FactorChange } from "../accounts/accounts.ts";
import { AppError, type Server } from "../http/http.ts";
import { bad, readOptionalString, readString } from "./fields.ts";
import type { DashboardOptions } from "./options.ts";
import { signedIn, tooMany } from "./visitor.ts";

export function addSecondFactorRoutes(scope: Server, { accounts, client }: DashboardOptions): void {
  const { secondFactors } = accounts;
  /** The signed-in user, with the password confirmed. */
  const ownerOf = (request: FastifyRequest) => ({
    accountId: signedIn(request).accountId,
    password: readString(request, "password"),
    address: client.address(request.raw),
    code: readOptionalString(request, "code"),
  });

  scope.get("/second-factor", async (request) => {
    const { isOn, recoveryCodesLeft } = await secondFactors.describe(signedIn(request).accountId);
    return { is_on: isOn, recovery_codes_left: recoveryCodesLeft };
  });

  scope.post("/second-factor/begin", async (request) => {
    const { secret, uri } = orRefuse(await secondFactors.begin(ownerOf(request)));
    return { secret, uri };
  });

  scope.post("/second-factor/confirm", async (request) => {
    const { accountId } = signedIn(request);
    const confirmed = await secondFactors.confirm(accountId, readString(request, "code"));
    return { recovery_codes: orRefuse(confirmed).recoveryCodes };
  });

  scope.post("/second-factor/recovery-codes", async (request) => {
    const renewed = await secondFactors.renewRecoveryCodes(ownerOf(request));
    return { recovery_codes: orRefuse(renewed).recoveryCodes };
  });

  scope.post("/second-factor/disable", async (request) => {
    orRefuse(await secondFactors.turnOff(ownerOf(request)));
    return { is_on: false };
  });
}

function orRefuse<T>(change: FactorChange<T>): { ok: true } & T {
  if (change.ok) return change;
  switch (change.reason) {
    case "too_many_attempts":
      throw tooMany(change.retryAfterMs);
    case "not_possible":
      throw bad("This doesn't match the account's two-factor settings: reload the page.");
    case "wrong_code":
      // The user is signed in: a 401 would mean that the session has ended.
      throw bad("The code is wrong or has already been used.");
    case "code_required":
      throw bad("Enter a code from your authenticator app, or a recovery code.");
    default:
      throw new AppError(change.reason);
  }
}
