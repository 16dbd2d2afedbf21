// A forgotten password: asking for a link by mail, where mail is set up, and using a link.
import { randomInt } from "node:crypto";
import { resetUrl } from "../accounts/accounts.ts";
import { AppError, type Server } from "../http/http.ts";
import { bad, readString } from "./fields.ts";
import type { DashboardOptions } from "./options.ts";
import { tooMany } from "./visitor.ts";

export function addResetRoutes(scope: Server, options: DashboardOptions): void {
  const { accounts, client, log, mailer, publicUrl } = options;
  const { resetDelayMs = () => randomInt(1000, 4000) } = options;
  const { limits, passwordResets } = accounts;

  const mailLink = async (email: string) => {
    const asked = await passwordResets.ask(email);
    if (asked === null || mailer === null) return;
    await mailer.send({
      to: asked.to,
      subject: "Reset your Lodestone password",
      text: resetMail(resetUrl(publicUrl, asked.token)),
    });
  };

  const mail = (email: string): void => {
    mailLink(email).catch((error: unknown) => {
      // Only the code: what a mail server says may quote the address.
      const { code } = Object(error) as { code?: unknown };
      log.warn({ reason: String(code ?? "unknown") }, "a reset link could not be mailed");
    });
  };

  scope.post("/reset/request", async (request, reply) => {
    if (mailer === null) throw new AppError("endpoint_not_found");
    const email = readString(request, "email");
    const attempt = await limits.askForReset(client.address(request.raw));
    if (!attempt.allowed) throw tooMany(attempt.retryAfterMs);
    // Begun some time after the response: neither it nor the request that follows must tell by their time who has an
    // account, and the embedded store writes on this thread.
    reply.raw.once("close", () => setTimeout(mail, resetDelayMs(), email).unref());
    reply.code(202);
    return { asked: true };
  });

  scope.post("/reset/look", async (request) => {
    const token = readString(request, "token");
    const found = await passwordResets.look({ token, address: client.address(request.raw) });
    if (found.ok) return { email: found.email };
    throw refusalOf(found);
  });

  scope.post("/reset/use", async (request) => {
    const used = await passwordResets.use({
      token: readString(request, "token"),
      password: readString(request, "password"),
      address: client.address(request.raw),
    });
    if (used.ok) return { changed: true };
    throw refusalOf(used);
  });
}

type Refused = Exclude<
  Awaited<ReturnType<DashboardOptions["accounts"]["passwordResets"]["use"]>>,
  { ok: true }
>;

function refusalOf(refused: Refused): AppError {
  if (refused.reason === "too_many_attempts") return tooMany(refused.retryAfterMs);
  if (refused.reason === "weak_password") {
    return bad(`Choose another password. ${refused.problem}`);
  }
  return new AppError("reset_link_invalid");
}

function resetMail(url: string): string {
  return `Somebody, hopefully you, asked for a new password for your Lodestone account.

Open this link within an hour to set one:

${url}

It works once. Setting a new password signs out every session.
If you did not ask for this, ignore this message: nothing has changed.
`;
}
