// Results the account keeps: the switch, the list, one of them, their end, and all of them as a file.
import { Readable } from "node:stream";
import type { Detection } from "../detector/detector.ts";
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
import type { DashboardParts } from "./parts.ts";
import type { TextGuard } from "./text-guard.ts";
import { signedIn } from "./visitor.ts";

const PAGE_MAX = 100;

export function addHistoryRoutes(scope: Server, parts: DashboardParts, guard: TextGuard): void {
  const { history, clock, reporter } = parts;

  scope.get("/history", async (request) => {
    const { accountId } = signedIn(request);
    const query = readQuery(request.url);
    const limit = readWholeNumber(query, "limit", { min: 1, max: PAGE_MAX }) ?? 25;
    const before = readWholeNumber(query, "before", { min: 1, max: Number.MAX_SAFE_INTEGER });
    const { kept, next } = await history.list(accountId, {
      limit,
      before: before ?? undefined,
    });
    return {
      days: await history.days(accountId),
      days_max: history.daysMax,
      total: await history.count(accountId),
      results: kept.map(describeKeptRow),
      next: next === null ? null : String(next),
    };
  });

  scope.post("/history/settings", async (request) => {
    const { accountId } = signedIn(request);
    if (readField(request, "days") === null) {
      const wipe = readField(request, "delete");
      // Which of the two is meant is never guessed: one of them can't be undone.
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
    // Somebody else's and one that never was are told apart by nothing.
    if (kept === null) throw new AppError("result_not_found");
    return describeKept(kept);
  });

  // The result as it was made is handed over, so it costs no check and says when it was made. Writing it
  // takes time, so it counts for the rate.
  scope.post("/history/:id/report", { onRequest: guard.admit }, async (request, reply) => {
    const { accountId } = signedIn(request);
    const { signal } = guard.requester(request);
    const { id } = request.params as { id: string };
    const format = readChoice<ReportFormat>(request, "format", ["html", "pdf"]);
    const paper = readChoice<Paper>(request, "paper", ["a4", "letter"]);
    const kept = await history.read(accountId, id);
    if (kept === null) throw new AppError("result_not_found");
    // Only a check has a verdict; a rewrite has nothing a report could tell.
    if (kept.verdict === null) throw bad("There are reports of checks, not of rewrites.");
    const title = kept.name?.slice(0, TITLE_LENGTH_MAX);
    const detection = JSON.parse(kept.result) as Detection;
    const times = { checkedAt: kept.at, madeAt: clock() };
    const check = { text: kept.content, detection, ...times, title, paper };
    const document = await reporter.write(format, check, signal);
    return reply.headers(describeDocument({ format, paper, title })).send(Buffer.from(document));
  });

  scope.delete("/history/:id", async (request) => {
    const { accountId } = signedIn(request);
    const { id } = request.params as { id: string };
    if (!(await history.remove(accountId, id))) throw new AppError("result_not_found");
    return { deleted: 1 };
  });

  scope.post("/history/delete-all", async (request) => {
    const { accountId } = signedIn(request);
    return { deleted: await history.removeAll(accountId) };
  });

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
      // Piece by piece: a year of texts need not fit into memory.
      return reply.send(Readable.from(write(describeLater(history.readAll(accountId)))));
    });
  }
}
