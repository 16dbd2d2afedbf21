// The account's history: switching it on and off, listing, reading, deleting and exporting results.
import { Readable } from "node:stream";
import type { Detection } from "../detector/detector.ts";
import type { KeptResult } from "../history/history.ts";
import { AppError, readQuery, readWholeNumber, type Server } from "../http/http.ts";
import {
  describeDocument,
  type Paper,
  type ReportFormat,
  TITLE_LENGTH_MAX,
} from "../report/report.ts";
import { describeKept, describeKeptRow, describeLater } from "./describe-kept.ts";
import { bad, readChoice, readField, readNumber } from "./fields.ts";
import { writeHistoryCsv, writeHistoryJson } from "./history-export.ts";
import type { DashboardOptions } from "./options.ts";
import type { TextGuard } from "./text-guard.ts";
import { signedIn } from "./visitor.ts";
import { writeZip } from "./zip.ts";

const PAGE_MAX = 100;
const WORDS_LENGTH_MAX = 100;

export function addHistoryRoutes(scope: Server, options: DashboardOptions, guard: TextGuard): void {
  addResultRoutes(scope, options);
  addReportRoutes(scope, options, guard);
  addExportRoutes(scope, options);
}

function addResultRoutes(scope: Server, { history }: DashboardOptions): void {
  scope.get("/history", async (request) => {
    const { accountId } = signedIn(request);
    const query = readQuery(request.url);
    const limit = readWholeNumber(query, "limit", { min: 1, max: PAGE_MAX }) ?? 25;
    const before = readWholeNumber(query, "before", { min: 1, max: Number.MAX_SAFE_INTEGER });
    const filter = readFilter(query);
    const { kept, next } = await history.list(accountId, {
      limit,
      before: before ?? undefined,
      filter,
    });
    return {
      days: await history.days(accountId),
      days_max: history.daysMax,
      total: await history.count(accountId),
      found: await history.count(accountId, filter),
      results: kept.map(describeKeptRow),
      next: next === null ? null : String(next),
    };
  });

  scope.post("/history/settings", async (request) => {
    const { accountId } = signedIn(request);
    if (readField(request, "days") === null) {
      const wipe = readField(request, "delete");
      // Never guessed: one of the two can't be undone.
      if (typeof wipe !== "boolean") throw bad("'delete' must be true or false.");
      await history.switchOff(accountId, { wipe });
      return { days: null };
    }
    const days = readNumber(request, "days");
    const switched = await history.switchOn(accountId, days);
    if (!switched.ok) throw bad(switched.problem);
    return { days };
  });

  scope.get("/history/:id", async (request) => {
    const { accountId } = signedIn(request);
    const { id } = request.params as { id: string };
    const kept = await history.read(accountId, id);
    // Another account's result is indistinguishable from one that doesn't exist.
    if (kept === null) throw new AppError("result_not_found");
    return describeKept(kept);
  });

  scope.delete("/history/:id", async (request) => {
    const { accountId } = signedIn(request);
    const { id } = request.params as { id: string };
    if (!(await history.remove(accountId, id))) throw new AppError("result_not_found");
    return { deleted: 1 };
  });

  scope.post("/history/:id/restore", async (request) => {
    const { accountId } = signedIn(request);
    const { id } = request.params as { id: string };
    if (!(await history.restore(accountId, id))) throw new AppError("result_not_found");
    return { restored: 1 };
  });

  scope.post("/history/delete-all", async (request) => {
    const { accountId } = signedIn(request);
    return { deleted: await history.removeAll(accountId) };
  });
}

/** Reports are made from the stored results, so they cost no check and have the time of the check. Rendering takes time,
 * so they count against the rate. */
function addReportRoutes(
  scope: Server,
  { history, clock, reporter }: DashboardOptions,
  guard: TextGuard,
): void {
  scope.post("/history/:id/report", { onRequest: guard.admit }, async (request, reply) => {
    const { accountId } = signedIn(request);
    const requester = guard.requester(request);
    const { id } = request.params as { id: string };
    const format = readChoice<ReportFormat>(request, "format", ["html", "pdf"]);
    const paper = readChoice<Paper>(request, "paper", ["a4", "letter"]);
    const kept = await history.read(accountId, id);
    if (kept === null) throw new AppError("result_not_found");
    // Only checks have reports.
    if (kept.verdict === null)
      throw bad("Reports are available for checks only, not for rewrites.");
    const document = await reporter.write(format, checkOf(kept, paper, clock()), requester);
    const title = kept.name?.slice(0, TITLE_LENGTH_MAX);
    return reply.headers(describeDocument({ format, paper, title })).send(Buffer.from(document));
  });

  // Streamed one by one: a year of reports must not be held in memory.
  scope.post("/history/reports.zip", { onRequest: guard.admit }, async (request, reply) => {
    const { accountId } = signedIn(request);
    const requester = guard.requester(request);
    const format = readChoice<ReportFormat>(request, "format", ["html", "pdf"]);
    const paper = readChoice<Paper>(request, "paper", ["a4", "letter"]);
    const day = new Date(clock()).toISOString().slice(0, 10);
    reply.headers({
      "content-type": "application/zip",
      "content-disposition": `attachment; filename="lodestone-reports-${day}.zip"`,
    });
    return reply.send(Readable.from(writeZip(reports())));

    async function* reports() {
      let number = 0;
      for await (const kept of history.readAll(accountId)) {
        if (kept.verdict === null) continue;
        const content = await reporter.write(format, checkOf(kept, paper, clock()), requester);
        yield { name: reportName(kept, ++number, format), content };
      }
    }
  });
}

function addExportRoutes(scope: Server, { history, clock }: DashboardOptions): void {
  for (const [format, contentType, write] of [
    ["json", "application/json; charset=utf-8", writeHistoryJson],
    ["csv", "text/csv; charset=utf-8", writeHistoryCsv],
  ] as const) {
    scope.get(`/history.${format}`, async (request, reply) => {
      const { accountId } = signedIn(request);
      const day = new Date(clock()).toISOString().slice(0, 10);
      reply.headers({
        "content-type": contentType,
        "content-disposition": `attachment; filename="lodestone-history-${day}.${format}"`,
      });
      // Streamed: a year of texts must not be held in memory.
      return reply.send(Readable.from(write(describeLater(history.readAll(accountId)))));
    });
  }
}

function checkOf(kept: KeptResult, paper: Paper, madeAt: number) {
  const detection = JSON.parse(kept.result) as Detection;
  const title = kept.name?.slice(0, TITLE_LENGTH_MAX);
  return { text: kept.content, detection, checkedAt: kept.at, madeAt, title, paper };
}

/** Numbered to be unique; characters a file system might refuse become dashes. */
function reportName({ name, opening, at }: KeptResult, number: number, format: string): string {
  const words = (name ?? opening).split(/[^\p{L}\p{M}\p{N}]+/u);
  const title = words
    .filter((word) => word !== "")
    .join("-")
    .slice(0, 40);
  const day = new Date(at).toISOString().slice(0, 10);
  return `${String(number).padStart(4, "0")}-${day}-${title || "text"}.${format}`;
}

/** `q` in the file's name or the beginning of the text; `verdict` a list with commas, `rewrite` for rewrites. */
function readFilter(query: ReadonlyMap<string, string>) {
  const words = query.get("q")?.trim().slice(0, WORDS_LENGTH_MAX);
  const verdicts = (query.get("verdict") ?? "").split(",").filter((one) => one !== "");
  return {
    words: words === "" ? undefined : words,
    verdicts:
      verdicts.length === 0
        ? undefined
        : verdicts.slice(0, 10).map((one) => (one === "rewrite" ? null : one)),
  };
}
