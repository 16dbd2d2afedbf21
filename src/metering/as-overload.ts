// A full queue and a detector that is shutting down are not faults: the caller gets 503 and retries later.
import { DetectorError } from "../detector/detector.ts";
import { AppError } from "../http/http.ts";
import { ReporterError } from "../report/report.ts";

/** The error as an overload where it is one; anything else as it was. */
export function asOverload(thrown: unknown): unknown {
  const isBusy =
    (thrown instanceof DetectorError && thrown.code !== "failed") ||
    thrown instanceof ReporterError;
  return isBusy ? new AppError("overloaded", { cause: thrown }) : thrown;
}
