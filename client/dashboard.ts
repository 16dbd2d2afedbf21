// The dashboard's own calls, made by its web page with the session cookie of the browser. They are not part of the
// published package: programs use the two services with a key.
import type { Detection, OfFile, Rewrite, RewriteOptions } from "./authenticity-types.ts";
import type {
  Checked,
  Counted,
  DashboardState,
  HistoryPage,
  KeptResult,
  ListedKey,
  ListedSession,
  ListedShare,
  NewKey,
  NewShare,
  RefusedRequest,
  ReportOptions,
  RequestList,
  SavedReport,
  SecondFactor,
  SharedResult,
  ShownSettings,
  UsageReport,
  WantedHistory,
} from "./dashboard-types.ts";
import { encodeFile } from "./multipart.ts";
import type { Shape } from "./read-reply.ts";
import { type Call, createRequester } from "./request.ts";
import {
  type CallOptions,
  type ConnectionOptions,
  type CountedCallOptions,
  DEFAULTS,
} from "./types.ts";

export type * from "./dashboard-types.ts";

export type Credentials = { email: string; password: string };

/** Required again to change the second factor. */
export type Proof = { password: string; code: string };

export type WantedKey = {
  name: string;
  domain: string;
  expiresAt: string | null;
  isTest?: boolean;
  checksPerDay?: number | null;
  ratePerMinute?: number | null;
  /** Manages the account's keys, and has neither domain nor limits. */
  isManagement?: boolean;
  endpoints?: readonly string[] | null;
};

export type Dashboard = {
  getState(options?: CallOptions): Promise<DashboardState>;
  signUp(credentials: Credentials): Promise<{ email: string }>;
  /** With a second factor `code` is asked for by an error of type `second_factor_error`. */
  signIn(credentials: Credentials & { code?: string }): Promise<{ email: string }>;
  /** Mails a link if the address has an account; the response doesn't reveal whether it does. */
  askForResetLink(email: string): Promise<void>;
  /** Whose password a link would set. */
  lookAtResetLink(token: string): Promise<{ email: string }>;
  resetPassword(link: { token: string; password: string }): Promise<void>;
  getSecondFactor(options?: CallOptions): Promise<SecondFactor>;
  /** A secret for the authenticator app; a code of it confirms. */
  beginSecondFactor(password: string): Promise<{ secret: string; uri: string }>;
  confirmSecondFactor(code: string): Promise<string[]>;
  renewRecoveryCodes(proof: Proof): Promise<string[]>;
  disableSecondFactor(proof: Proof): Promise<void>;
  /** Claims the operator's account, which has no password yet; only on the machine itself. */
  claimOwner(password: string): Promise<{ email: string }>;
  signOut(): Promise<void>;
  changePassword(passwords: { oldPassword: string; newPassword: string }): Promise<void>;
  deleteAccount(password: string): Promise<void>;
  listSessions(options?: CallOptions): Promise<ListedSession[]>;
  endSession(id: string): Promise<void>;
  /** Ends all but the one in use; says how many. */
  endOtherSessions(): Promise<number>;
  listKeys(options?: CallOptions): Promise<ListedKey[]>;
  createKey(wanted: WantedKey): Promise<NewKey>;
  rotateKey(id: string, graceHours: number): Promise<NewKey>;
  revokeKey(id: string): Promise<void>;
  /** The key's latest requests refused for key or Origin, newest first, at most a hundred. */
  listRefused(id: string, options?: CallOptions): Promise<RefusedRequest[]>;
  getUsage(days: number, options?: CallOptions): Promise<UsageReport>;
  /** The latest requests made with keys, newest first. */
  listRequests(
    page: { before?: string | undefined; status?: string | undefined },
    options?: CallOptions,
  ): Promise<RequestList>;
  downloadUsage(days: number): Promise<Blob>;
  getSettings(options?: CallOptions): Promise<ShownSettings>;
  /** Kept results, newest first; `before` is the `next` of an earlier page. */
  getHistory(page?: WantedHistory, options?: CallOptions): Promise<HistoryPage>;
  getKept(id: string, options?: CallOptions): Promise<KeptResult>;
  keepResults(days: number): Promise<void>;
  /** Keeps no more; what is kept is deleted, or stays until it expires. */
  stopKeeping(kept: { delete: boolean }): Promise<void>;
  deleteKept(id: string): Promise<void>;
  /** Undoes a deletion of the last few minutes. */
  restoreKept(id: string): Promise<void>;
  /** A report of every check, as one ZIP. */
  downloadReports(options: ReportOptions): Promise<SavedReport>;
  listShares(id: string, options?: CallOptions): Promise<ListedShare[]>;
  shareKept(id: string, days: number): Promise<NewShare>;
  revokeShare(id: string): Promise<void>;
  /** What a link shows; needs no account. */
  getShared(token: string): Promise<SharedResult>;
  deleteAllKept(): Promise<number>;
  downloadHistory(format: "json" | "csv"): Promise<Blob>;
  detect(content: string, options?: CountedCallOptions): Promise<Checked<Detection>>;
  /** How far a check or a rewrite has come, 0…1, by its `idempotencyKey`; null while that is not known. */
  getProgress(idempotencyKey: string, options?: CallOptions): Promise<number | null>;
  /**
   * The report of a check. With the `idempotencyKey` of that very check it costs nothing more; a file
   * is sent once again.
   */
  getReport(
    of: { content: string } | { file: File },
    options: ReportOptions & CountedCallOptions,
  ): Promise<SavedReport>;
  getKeptReport(id: string, options: ReportOptions): Promise<SavedReport>;
  /** The same for a file; the text that was read from it comes back as `content`. */
  detectFile(file: File, options?: CountedCallOptions): Promise<Checked<OfFile<Detection>>>;
  regenerate(
    content: string,
    options?: RewriteOptions & CountedCallOptions,
  ): Promise<Counted<Rewrite>>;
};

/** Calls below `baseUrl`, the address of the program without a path. */
export function createDashboard(options: ConnectionOptions): Dashboard {
  const { requester, get, send, post, download, downloadReport, count } = createCalls(options);

  return {
    getState: (options) => get("/state", { signup: "string", limits: "object" }, options),
    signUp: (credentials) => post("/sign-up", credentials),
    signIn: (credentials) => post("/sign-in", credentials),
    claimOwner: (password) => post("/claim", { password }),
    signOut: async () => void (await post("/sign-out")),
    changePassword: async ({ oldPassword, newPassword }) =>
      void (await post("/password", { old_password: oldPassword, new_password: newPassword })),
    deleteAccount: async (password) => void (await post("/account/delete", { password })),
    listSessions: async (options) =>
      (await get<{ sessions: ListedSession[] }>("/sessions", { sessions: "array" }, options))
        .sessions,
    endSession: async (id) => void (await send("DELETE", `/sessions/${encodeURIComponent(id)}`)),
    endOtherSessions: async () => (await post<{ ended: number }>("/sessions/end-others")).ended,
    listRequests: ({ before, status }, options) =>
      requester.json(
        {
          method: "GET",
          path: "/requests",
          query: { limit: 20, before, status },
          shape: { requests: "array" },
        },
        options,
      ),
    listKeys: async (options) =>
      (await get<{ keys: ListedKey[] }>("/keys", { keys: "array" }, options)).keys,
    askForResetLink: async (email) => void (await post("/reset/request", { email })),
    lookAtResetLink: (token) => post("/reset/look", { token }),
    resetPassword: async ({ token, password }) =>
      void (await post("/reset/use", { token, password })),
    getSecondFactor: (options) => get("/second-factor", { is_on: "boolean" }, options),
    beginSecondFactor: (password) => post("/second-factor/begin", { password }),
    confirmSecondFactor: async (code) =>
      (await post<RecoveryCodes>("/second-factor/confirm", { code })).recovery_codes,
    renewRecoveryCodes: async (proof) =>
      (await post<RecoveryCodes>("/second-factor/recovery-codes", proof)).recovery_codes,
    disableSecondFactor: async (proof) => void (await post("/second-factor/disable", proof)),
    createKey: ({
      name,
      domain,
      expiresAt,
      isTest,
      isManagement,
      checksPerDay,
      ratePerMinute,
      endpoints,
    }) =>
      post("/keys", {
        name,
        domain,
        expires_at: expiresAt,
        is_test: isTest,
        is_management: isManagement,
        checks_per_day: checksPerDay,
        rate_per_minute: ratePerMinute,
        endpoints,
      }),
    rotateKey: (id, graceHours) =>
      post(`/keys/${encodeURIComponent(id)}/rotate`, { grace_hours: graceHours }),
    revokeKey: async (id) => void (await post(`/keys/${encodeURIComponent(id)}/revoke`)),
    listRefused: async (id, options) => {
      const path = `/keys/${encodeURIComponent(id)}/refused`;
      return (await get<{ refused: RefusedRequest[] }>(path, { refused: "array" }, options))
        .refused;
    },
    getUsage: (days, options) =>
      get(`/usage?days=${days}`, { today: "object", usage: "array" }, options),
    downloadUsage: (days) => download("/usage.csv", "text/csv", { days }),
    getHistory: (wanted = {}, options) =>
      get(`/history${queryOf(wanted)}`, { results: "array", total: "number" }, options),
    getKept: (id, options) =>
      get(`/history/${encodeURIComponent(id)}`, { content: "string", result: "object" }, options),
    keepResults: async (days) => void (await post("/history/settings", { days })),
    stopKeeping: async ({ delete: isDeleted }) =>
      void (await post("/history/settings", { days: null, delete: isDeleted })),
    deleteKept: async (id) => void (await send("DELETE", `/history/${encodeURIComponent(id)}`)),
    restoreKept: async (id) => void (await post(`/history/${encodeURIComponent(id)}/restore`, {})),
    downloadReports: (fields) =>
      downloadReport(
        { method: "POST", path: "/history/reports.zip", ...bodyOf(fields) },
        { retries: 0 },
      ),
    listShares: async (id, options) =>
      (
        await get<{ shares: ListedShare[] }>(
          `/history/${encodeURIComponent(id)}/shares`,
          { shares: "array" },
          options,
        )
      ).shares,
    shareKept: (id, days) => post(`/history/${encodeURIComponent(id)}/shares`, { days }),
    revokeShare: async (id) => void (await send("DELETE", `/shares/${encodeURIComponent(id)}`)),
    getShared: (token) => post("/shared", { token }),
    deleteAllKept: async () => (await post<{ deleted: number }>("/history/delete-all", {})).deleted,
    downloadHistory: (format) =>
      download(`/history.${format}`, format === "csv" ? "text/csv" : "application/json"),
    getSettings: (options) => get("/settings", { settings: "array" }, options),
    detect: (content, options = {}) =>
      count("/detect", { verdict: "string", segments: "array" }, { content }, options),
    getProgress: async (key, options) =>
      (
        await get<{ share: number | null }>(
          `/progress?check=${encodeURIComponent(key)}`,
          { share: "any" },
          options,
        )
      ).share,
    async getReport(of, { format, paper, idempotencyKey, ...options }) {
      const body =
        "file" in of
          ? {
              body: await encodeFile(of.file, of.file.name, {
                format,
                paper,
                title: of.file.name.slice(0, 200),
              }),
            }
          : bodyOf({ content: of.content, format, paper });
      return downloadReport({ method: "POST", path: "/report", ...body, idempotencyKey }, options);
    },
    getKeptReport: (id, fields) =>
      downloadReport(
        { method: "POST", path: `/history/${encodeURIComponent(id)}/report`, ...bodyOf(fields) },
        { retries: 0 },
      ),
    detectFile: async (file, options = {}) =>
      requester.json(
        {
          method: "POST",
          path: "/detect",
          shape: { verdict: "string", segments: "array", content: "string" },
          body: await encodeFile(file, file.name, {}),
          idempotencyKey: options.idempotencyKey ?? crypto.randomUUID(),
        },
        options,
      ),
    regenerate: (content, { strength, keep, ...options } = {}) =>
      count("/regenerate", { humanized_text: "string" }, { content, strength, keep }, options),
  };
}

/** The kinds of calls the dashboard makes. */
function createCalls(options: ConnectionOptions) {
  const requester = createRequester(
    {
      ...options,
      baseUrl: `${options.baseUrl}/dashboard/api`,
      // Pages of other sites can't send custom headers, so the service requires this one (CSRF protection).
      headers: { "x-lodestone-dashboard": "1" },
    },
    { limits: DEFAULTS.authenticity, redirect: "manual" },
  );
  const get = <T>(path: string, shape: Shape, callOptions: CallOptions = {}) =>
    requester.json<T>({ method: "GET", path, shape }, { ...QUICK, ...callOptions });
  // Changes are never retried: the user sees the error and decides.
  const send = <T>(method: "POST" | "DELETE", path: string, fields?: object) =>
    requester.json<T>({ method, path, ...bodyOf(fields) }, { ...QUICK, retries: 0 });
  const post = <T>(path: string, fields?: object) => send<T>("POST", path, fields);
  const download = async (path: string, type: string, query?: Record<string, number>) => {
    const { body } = await requester.stream({ method: "GET", path, query });
    return new Response(body, { headers: { "content-type": type } }).blob();
  };
  const downloadReport = async (call: Call, options: CallOptions) => {
    const { body, headers } = await requester.stream(call, options);
    const type = headers.get("content-type") ?? "";
    const name = /filename="([^"]+)"/.exec(headers.get("content-disposition") ?? "")?.[1];
    const content = await new Response(body, { headers: { "content-type": type } }).blob();
    return { content, name: name ?? "report" };
  };
  const count = <T>(path: string, shape: Shape, fields: object, callOptions: CountedCallOptions) =>
    requester.json<T>(
      {
        method: "POST",
        path,
        shape,
        ...bodyOf(fields),
        idempotencyKey: callOptions.idempotencyKey ?? crypto.randomUUID(),
      },
      callOptions,
    );

  return { requester, get, send, post, download, downloadReport, count };
}

/** Everything but the work on texts answers at once, or something is wrong. */
const QUICK: CallOptions = DEFAULTS.locations;

type RecoveryCodes = { recovery_codes: string[] };

function queryOf({ before, words, verdicts = [] }: WantedHistory): string {
  const query = new URLSearchParams();
  if (before !== undefined) query.set("before", before);
  if (words !== undefined && words !== "") query.set("q", words);
  if (verdicts.length > 0) query.set("verdict", verdicts.join(","));
  return query.size === 0 ? "" : `?${query}`;
}

function bodyOf(fields: object | undefined) {
  if (fields === undefined) return {};
  return { body: { contentType: "application/json", data: JSON.stringify(fields) } };
}
