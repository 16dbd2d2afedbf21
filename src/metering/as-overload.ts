// A full queue and a detector that is shutting down are not faults: the caller gets 503 and retries later.
import { DetectorError } from "../detector/detector.ts";
import { AppError } from "../http/http.ts";
import { ReporterError } from "../report/report.ts";

/** The error as an overload where it is one; anything else as it was. A report that takes too long would take as long
 * again, so it is refused. */
export function asOverload(thrown: unknown): unknown {
  if (thrown instanceof ReporterError && thrown.code === "too_slow") {
    return new AppError("report_too_slow", { cause: thrown });
  }
  const isBusy =
    (thrown instanceof DetectorError && thrown.code !== "failed") ||
    thrown instanceof ReporterError;
  return isBusy ? new AppError("overloaded", { cause: thrown }) : thrown;
}
