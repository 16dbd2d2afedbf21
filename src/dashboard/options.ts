// The options of the dashboard, and what it returns.
import type { FastifyReply } from "fastify";
import type { Accounts } from "../accounts/accounts.ts";
import type { Detector } from "../detector/detector.ts";
import type { FileReader } from "../files/files.ts";
import type { History } from "../history/history.ts";
import type { ClientReader, Log } from "../http/http.ts";
import type { BodyParser } from "../input/input.ts";
import type { Mailer } from "../mail/mail.ts";
import type { Reporter } from "../report/report.ts";
import type { Rewriter } from "../rewriter/rewriter.ts";

/** A setting as the operator may see it; the value of a secret is left out. */
export type ShownSetting = {
  name: string;
  value: string;
  fallback: string;
  about: string;
  isSecret: boolean;
};

export type DashboardOptions = {
  accounts: Accounts;
  history: History;
  detector: Detector;
  rewriter: Rewriter;
  reporter: Reporter;
  client: ClientReader;
  log: Log;
  clock: () => number;
  files: FileReader;
  bodies: BodyParser;
  textLengthMax: number;
  fileSizeMax: number;
  signup: "open" | "closed";
  services: readonly string[];
  appVersion: string;
  /** Whether the operator set a language model that rewriting sends sentences to. */
  asksLanguageModel: boolean;
  /** Null where the operator has set up no mail. */
  mailer: Mailer | null;
  /** How long after its response a request for a link is worked on; by default some seconds, at random. */
  resetDelayMs?: () => number;
  /** Where people reach the dashboard; links in mail begin with it. */
  publicUrl: string;
  settings: readonly ShownSetting[];
  /** Known once the program listens. */
  httpsPort: () => number;
  /** The local authority's certificate, or null when the operator gave one. */
  caFile: () => string | null;
};

export type Dashboard = {
  /** Sends the page of the single-page dashboard. */
  sendApp(reply: FastifyReply): FastifyReply;
};
