// Read-only links to single results: created, listed and revoked by their account, open to anybody with the link.
import { AppError, type Server } from "../http/http.ts";
import { describeKept } from "./describe-kept.ts";
import { bad, readNumber, readString } from "./fields.ts";
import type { DashboardOptions } from "./options.ts";
import { signedIn, timeOf, tooMany } from "./visitor.ts";

type Share = NonNullable<
  Awaited<ReturnType<DashboardOptions["history"]["shares"]["list"]>>
>[number];

export function addShareRoutes(
  scope: Server,
  { accounts, client, history }: DashboardOptions,
): void {
  const { shares } = history;

  scope.get("/history/:id/shares", async (request) => {
    const { accountId } = signedIn(request);
    const { id } = request.params as { id: string };
    const listed = await shares.list(accountId, id);
    if (listed === null) throw new AppError("result_not_found");
    return { shares: listed.map(describeShare) };
  });

  scope.post("/history/:id/shares", async (request) => {
    const { accountId } = signedIn(request);
    const { id } = request.params as { id: string };
    const made = await shares.make(accountId, id, readNumber(request, "days"));
    if (made.ok) return { ...describeShare(made.share), token: made.token };
    // Another account's result is indistinguishable from one that doesn't exist.
    if (made.reason === "not_found") throw new AppError("result_not_found");
    throw bad(made.problem);
  });

  scope.delete("/shares/:id", async (request) => {
    const { accountId } = signedIn(request);
    const { id } = request.params as { id: string };
    if (!(await shares.revoke(accountId, id))) throw new AppError("share_not_found");
    return { revoked: true };
  });

  // The token is sent in the body: URLs are logged by proxies.
  scope.post("/shared", async (request) => {
    const token = readString(request, "token");
    const opened = await shares.open(token);
    if (opened === null) {
      const counted = await accounts.limits.countBadLink(client.address(request.raw));
      throw counted.allowed ? new AppError("share_not_found") : tooMany(counted.retryAfterMs);
    }
    const { at, endpoint, input_type, name, content, result, hash } = describeKept(opened.kept);
    // Only the result: neither its account nor its key.
    const expires_at = timeOf(opened.share.expiresAt);
    return { at, endpoint, input_type, name, hash, content, result, expires_at };
  });
}

function describeShare({ id, createdAt, expiresAt }: Share) {
  return { id, created_at: timeOf(createdAt), expires_at: timeOf(expiresAt) };
}
