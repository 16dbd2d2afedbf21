// The dashboard's own calls, made by its web page with the session cookie of the browser. They are no
// part of the published package: programs use the two services with a key.
import type { Detection, OfFile, Rewrite, RewriteOptions } from "./authenticity-types.ts";
import type {
  Checked,
  Counted,
  DashboardState,
  HistoryPage,
  KeptResult,
  ListedKey,
  ListedSession,
  NewKey,
  ReportOptions,
  SavedReport,
  ShownSettings,
  UsageReport,
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

export type Dashboard = {
  getState(options?: CallOptions): Promise<DashboardState>;
  signUp(credentials: Credentials): Promise<{ email: string }>;
  signIn(credentials: Credentials): Promise<{ email: string }>;
  /** Takes the operator's account, which has no password yet; at the machine itself only. */
  claimOwner(password: string): Promise<{ email: string }>;
  signOut(): Promise<void>;
  changePassword(passwords: { oldPassword: string; newPassword: string }): Promise<void>;
  deleteAccount(password: string): Promise<void>;
  listSessions(options?: CallOptions): Promise<ListedSession[]>;
  endSession(id: string): Promise<void>;
  /** Ends all but the one in use; says how many. */
  endOtherSessions(): Promise<number>;
  listKeys(options?: CallOptions): Promise<ListedKey[]>;
  createKey(wanted: { name: string; domain: string; expiresAt: string | null }): Promise<NewKey>;
  rotateKey(id: string, graceHours: number): Promise<NewKey>;
  revokeKey(id: string): Promise<void>;
  getUsage(days: number, options?: CallOptions): Promise<UsageReport>;
  downloadUsage(days: number): Promise<Blob>;
  getSettings(options?: CallOptions): Promise<ShownSettings>;
  /** Kept results, newest first; `before` is the `next` of an earlier page. */
  getHistory(page?: { before?: string | undefined }, options?: CallOptions): Promise<HistoryPage>;
  getKept(id: string, options?: CallOptions): Promise<KeptResult>;
  keepResults(days: number): Promise<void>;
  /** Keeps no more; what is kept is deleted, or stays until it expires. */
  stopKeeping(kept: { delete: boolean }): Promise<void>;
  deleteKept(id: string): Promise<void>;
  deleteAllKept(): Promise<number>;
  downloadHistory(format: "json" | "csv"): Promise<Blob>;
  detect(content: string, options?: CountedCallOptions): Promise<Checked<Detection>>;
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
  const requester = createRequester(
    {
      ...options,
      baseUrl: `${options.baseUrl}/dashboard/api`,
      // Another site's page can't send a header of its own: the service asks for it.
      headers: { "x-lodestone-dashboard": "1" },
    },
    { limits: DEFAULTS.authenticity, redirect: "manual" },
  );
  const get = <T>(path: string, shape: Shape, callOptions: CallOptions = {}) =>
    requester.json<T>({ method: "GET", path, shape }, { ...QUICK, ...callOptions });
  // What changes something is asked for once: a person sees the error and decides.
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
    listKeys: async (options) =>
      (await get<{ keys: ListedKey[] }>("/keys", { keys: "array" }, options)).keys,
    createKey: ({ name, domain, expiresAt }) =>
      post("/keys", { name, domain, expires_at: expiresAt }),
    rotateKey: (id, graceHours) =>
      post(`/keys/${encodeURIComponent(id)}/rotate`, { grace_hours: graceHours }),
    revokeKey: async (id) => void (await post(`/keys/${encodeURIComponent(id)}/revoke`)),
    getUsage: (days, options) =>
      get(`/usage?days=${days}`, { today: "object", usage: "array" }, options),
    downloadUsage: (days) => download("/usage.csv", "text/csv", { days }),
    getHistory: ({ before } = {}, options) =>
      get(
        `/history${before === undefined ? "" : `?before=${encodeURIComponent(before)}`}`,
        { results: "array", total: "number" },
        options,
      ),
    getKept: (id, options) =>
      get(`/history/${encodeURIComponent(id)}`, { content: "string", result: "object" }, options),
    keepResults: async (days) => void (await post("/history/settings", { days })),
    stopKeeping: async ({ delete: isDeleted }) =>
      void (await post("/history/settings", { days: null, delete: isDeleted })),
    deleteKept: async (id) => void (await send("DELETE", `/history/${encodeURIComponent(id)}`)),
    deleteAllKept: async () => (await post<{ deleted: number }>("/history/delete-all", {})).deleted,
    downloadHistory: (format) =>
      download(`/history.${format}`, format === "csv" ? "text/csv" : "application/json"),
    getSettings: (options) => get("/settings", { settings: "array" }, options),
    detect: (content, options = {}) =>
      count("/detect", { verdict: "string", segments: "array" }, { content }, options),
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

/** Everything but the work on texts answers at once, or something is wrong. */
const QUICK: CallOptions = DEFAULTS.locations;

function bodyOf(fields: object | undefined) {
  if (fields === undefined) return {};
  return { body: { contentType: "application/json", data: JSON.stringify(fields) } };
}
