// Account settings of a signed-in user: changing the password, sessions, deletion.
import { AppError, type Server } from "../http/http.ts";
import { bad, readString } from "./fields.ts";
import type { DashboardOptions } from "./options.ts";
import { endedCookie } from "./session-cookie.ts";
import { signedIn, timeOf, tooMany } from "./visitor.ts";

export function addAccountRoutes(scope: Server, { accounts, client }: DashboardOptions): void {
  const { enrolment, sessions } = accounts;

  scope.post("/password", async (request) => {
    const { accountId, session } = signedIn(request);
    const changed = await sessions.changePassword({
      accountId,
      sessionId: session.id,
      oldPassword: readString(request, "old_password"),
      newPassword: readString(request, "new_password"),
      address: client.address(request.raw),
    });
    if (changed.ok) return { changed: true };
    if (changed.reason === "too_many_attempts") throw tooMany(changed.retryAfterMs);
    if (changed.reason === "weak_password") {
      throw bad(`Choose another password. ${changed.problem}`);
    }
    throw new AppError("wrong_password");
  });

  scope.get("/sessions", async (request) => {
    const { accountId, session: current } = signedIn(request);
    const listed = await sessions.list(accountId);
    return {
      sessions: listed.map((session) => ({
        id: session.id,
        created_at: timeOf(session.createdAt),
        last_seen_at: timeOf(session.lastSeenAt),
        address: session.address,
        agent: session.agent,
        is_current: session.id === current.id,
      })),
    };
  });

  scope.delete("/sessions/:id", async (request) => {
    const { accountId } = signedIn(request);
    const { id } = request.params as { id: string };
    if (!(await sessions.end(accountId, id))) throw new AppError("session_not_found");
    return { ended: 1 };
  });

  scope.post("/sessions/end-others", async (request) => {
    const { accountId, session } = signedIn(request);
    return { ended: await sessions.endOthers(accountId, session.id) };
  });

  scope.post("/account/delete", async (request, reply) => {
    const { accountId } = signedIn(request);
    const removed = await enrolment.removeOwn({
      accountId,
      password: readString(request, "password"),
      address: client.address(request.raw),
    });
    if (!removed.ok) {
      if (removed.reason === "too_many_attempts") throw tooMany(removed.retryAfterMs);
      throw new AppError("wrong_password");
    }
    reply.header("set-cookie", endedCookie());
    return { deleted: true };
  });
}
