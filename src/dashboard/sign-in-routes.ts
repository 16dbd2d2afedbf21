// The state a page loads first; sign-up, sign-in, sign-out, and for local users the first account or the account
// created by the command line.
import type { FastifyReply, FastifyRequest } from "fastify";
import {
  type Account,
  type AccountMade,
  graceHoursMax,
  isOwner,
  localOwner,
  passwordLengthMax,
  passwordLengthMin,
} from "../accounts/accounts.ts";
import { shareDaysMax } from "../history/history.ts";
import { AppError, type Server } from "../http/http.ts";
import { bad, readOptionalString, readString } from "./fields.ts";
import type { DashboardOptions } from "./options.ts";
import { isLocal } from "./same-site.ts";
import { endedCookie, sessionCookie } from "./session-cookie.ts";
import { signedIn, timeOf, tooMany } from "./visitor.ts";

export function addSignInRoutes(scope: Server, options: DashboardOptions): void {
  const { client } = options;
  const { enrolment, sessions } = options.accounts;

  // Accounts may have been deleted since, but an installation that ever had one has been set up.
  let hasAccounts = false;
  const isFirstRun = async () => {
    hasAccounts ||= (await enrolment.count()) > 0;
    return !hasAccounts;
  };

  /** Only a local user may claim the operator's account, and only while it has no password. */
  const canClaim = async (request: FastifyRequest) => {
    if (!isLocal(client, request.raw)) return false;
    const owner = await enrolment.find(localOwner);
    return owner === null ? isFirstRun() : owner.passwordHash === null;
  };

  const letIn = async (
    request: FastifyRequest,
    reply: FastifyReply,
    made: Extract<AccountMade, { ok: true }>,
  ) => {
    const opened = await sessions.open(made.account, visitOf(request));
    if (opened === null) throw new AppError("wrong_credentials");
    reply.header("set-cookie", sessionCookie(opened.token));
    return { email: made.account.email };
  };

  const visitOf = (request: FastifyRequest) => ({
    address: client.address(request.raw),
    agent: request.headers["user-agent"] ?? "",
  });

  scope.get("/state", async (request) => {
    const { visitor } = request;
    const isAtMachine = isLocal(client, request.raw);
    const account = visitor ? await enrolment.get(visitor.session.accountId) : null;
    return {
      ...(await describeAccount(account, options)),
      ...describeServer(options, isAtMachine),
      is_local: isAtMachine,
      is_first_run: account === null && (await isFirstRun()),
      can_claim: account === null && (await canClaim(request)),
      can_see_settings: isAtMachine || (account !== null && isOwner(account)),
    };
  });

  scope.post("/sign-up", async (request, reply) => {
    const email = readString(request, "email");
    const password = readString(request, "password");
    const { address } = visitOf(request);
    const made = await enrolment.signUp({ email, password, address });
    return letIn(request, reply, orRefuse(made));
  });

  scope.post("/claim", async (request, reply) => {
    const password = readString(request, "password");
    if (!(await canClaim(request))) throw new AppError("forbidden");
    orRefuse(await enrolment.findOrCreate(localOwner, "claim"));
    const made = await enrolment.claim({ email: localOwner, password });
    return letIn(request, reply, orRefuse(made));
  });

  scope.post("/sign-in", async (request, reply) => {
    const email = readString(request, "email");
    const password = readString(request, "password");
    const code = readOptionalString(request, "code");
    const result = await sessions.signIn({ email, password, code, ...visitOf(request) });
    if (!result.ok) {
      if (result.reason === "too_many_attempts") throw tooMany(result.retryAfterMs);
      throw new AppError(result.reason);
    }
    reply.header("set-cookie", sessionCookie(result.token));
    return { email: result.account.email };
  });

  scope.post("/sign-out", async (request, reply) => {
    const { accountId, session } = signedIn(request);
    await sessions.end(accountId, session.id);
    reply.header("set-cookie", endedCookie());
    return { signed_out: true };
  });
}

async function describeAccount(
  account: Account | null,
  { accounts, clock, history }: DashboardOptions,
) {
  if (account === null) return { account: null, quota: null };
  const quota = await accounts.quota.describe(account);
  return {
    account: {
      email: account.email,
      created_at: timeOf(account.createdAt),
      is_owner: isOwner(account),
      history_days: await history.days(account.id),
      has_second_factor: await accounts.secondFactors.isOn(account.id),
    },
    quota: {
      limit: quota.limit,
      used: quota.used,
      remaining: quota.remaining,
      resets_at: timeOf(clock() + quota.resetMs),
    },
  };
}

function describeServer(options: DashboardOptions, isAtMachine: boolean) {
  const { detector, history } = options;
  return {
    signup: options.signup,
    services: options.services,
    version: options.appVersion,
    model_version: detector.version,
    asks_language_model: options.asksLanguageModel,
    mails_reset_links: options.mailer !== null,
    // The path of the local authority's certificate only helps those who can read the file.
    ca_file: isAtMachine ? options.caFile() : null,
    has_local_certificate: options.caFile() !== null,
    limits: {
      text_length: options.textLengthMax,
      file_size: options.fileSizeMax,
      password_length_min: passwordLengthMin,
      password_length_max: passwordLengthMax,
      grace_hours: graceHoursMax,
      history_days: history.daysMax,
      share_days: shareDaysMax,
    },
  };
}

/** The created account, or the error that says why there is none. */
function orRefuse(made: AccountMade): Extract<AccountMade, { ok: true }> {
  if (made.ok) return made;
  switch (made.reason) {
    case "too_many_attempts":
      throw tooMany(made.retryAfterMs);
    case "weak_password":
      throw bad(`Choose another password. ${made.problem}`);
    case "email_invalid":
      throw bad("This is not a valid email address, or it mixes letters of several scripts.");
    default:
      throw new AppError(made.reason);
  }
}
