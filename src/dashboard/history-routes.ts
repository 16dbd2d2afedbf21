// Results the account keeps: the switch, the list, one of them, their end, and all of them as a file.
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
import type { DashboardOptions } from "./parts.ts";
import type { TextGuard } from "./text-guard.ts";
import { signedIn } from "./visitor.ts";
import { writeZip } from "./zip.ts";

const PAGE_MAX = 100;
const WORDS_LENGTH_MAX = 100;

export function addHistoryRoutes(scope: Server, parts: DashboardOptions, guard: TextGuard): void {
  const { history, clock, reporter } = parts;

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
    if (kept.verdict === null)
      throw bad("Reports are available for checks only, not for rewrites.");
    const document = await reporter.write(format, checkOf(kept, paper, clock()), signal);
    const title = kept.name?.slice(0, TITLE_LENGTH_MAX);
    return reply.headers(describeDocument({ format, paper, title })).send(Buffer.from(document));
  });

  // One after the other, as the client reads them: a year of reports need not fit into memory.
  scope.post("/history/reports.zip", { onRequest: guard.admit }, async (request, reply) => {
    const { accountId } = signedIn(request);
    const { signal } = guard.requester(request);
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
        const content = await reporter.write(format, checkOf(kept, paper, clock()), signal);
        yield { name: reportName(kept, ++number, format), content };
      }
    }
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

function checkOf(kept: KeptResult, paper: Paper, madeAt: number) {
  const detection = JSON.parse(kept.result) as Detection;
  const title = kept.name?.slice(0, TITLE_LENGTH_MAX);
  return { text: kept.content, detection, checkedAt: kept.at, madeAt, title, paper };
}

/** Numbered, so that no two are the same; what a file system might refuse becomes a dash. */
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
