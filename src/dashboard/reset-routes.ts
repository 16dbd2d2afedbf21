// A forgotten password: asking for a link by mail, where mail is set up, and using a link.
import { localOwner, resetUrl } from "../accounts/accounts.ts";
import { AppError, type Server } from "../http/http.ts";
import { bad, readString } from "./fields.ts";
import type { DashboardOptions } from "./options.ts";
import { tooMany } from "./visitor.ts";

export function addResetRoutes(scope: Server, options: DashboardOptions): void {
  const { accounts, client, log, mailer, publicUrl } = options;
  const { enrolment, limits, passwordResets } = accounts;

  /** The response doesn't depend on this or wait for it: it must not reveal who has an account, not even by its time. */
  const mailLink = async (email: string) => {
    if (mailer === null) return;
    const account = await enrolment.find(email);
    if (account === null || account.email === localOwner) return;
    const attempt = await limits.mailReset(account.email);
    const made = attempt.allowed ? await passwordResets.make(account, "account") : null;
    if (made === null) return;
    await mailer.send({
      to: account.email,
      subject: "Reset your Lodestone password",
      text: resetMail(resetUrl(publicUrl, made.token)),
    });
  };

  scope.post("/reset/request", async (request, reply) => {
    if (mailer === null) throw new AppError("endpoint_not_found");
    const email = readString(request, "email");
    const attempt = await limits.askForReset(client.address(request.raw));
    if (!attempt.allowed) throw tooMany(attempt.retryAfterMs);
    // Begun when the response is out: the embedded store writes on this thread, which would delay it.
    reply.raw.once("close", () => {
      mailLink(email).catch((error: unknown) => {
        // Only the code: what a mail server says may quote the address.
        const { code } = Object(error) as { code?: unknown };
        log.warn({ reason: String(code ?? "unknown") }, "a reset link could not be mailed");
      });
    });
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
