// The one list of files of this page's lifetime: it goes on while other pages are looked at, and is
// emptied at sign-out.
import type { QuotaNow } from "../../../client/dashboard.ts";
import { isQuotaUsedUp, isSignedOut, mayPass, Told } from "../../explain.ts";
import { service } from "../../service.ts";
import { watchProgress } from "../../watch-progress.ts";
import { createFileQueue } from "./file-queue.ts";
import type { CheckedFile } from "./file-rows.ts";

/** Two keep the service busy while a file travels; more would only wait there. */
const PLACES = 2;

type Surroundings = { fileSizeMax: number; onQuota: (quota: QuotaNow | null) => void };
let around: Surroundings = { fileSizeMax: Number.POSITIVE_INFINITY, onQuota() {} };

/** Told once the page knows them: the service's limit, and who wants to know what is left today. */
export function prepareFiles(surroundings: Surroundings): void {
  around = surroundings;
}

export const files = createFileQueue<CheckedFile>({
  places: PLACES,
  mayPass,
  isFinal: (error) => isQuotaUsedUp(error) || isSignedOut(error),
  async check(file, { signal, onShare }) {
    if (file.size > around.fileSizeMax) {
      // Refused here: the service would refuse it as well, after it has travelled.
      throw new Told(`The file is too large: at most ${megabytes(around.fileSizeMax)}.`);
    }
    const idempotencyKey = crypto.randomUUID();
    const end = watchProgress(idempotencyKey, signal, onShare);
    const checked = service.detectFile(file, { signal, idempotencyKey });
    const { quota, ...result } = await checked.finally(end);
    around.onQuota(quota);
    return { ...result, idempotencyKey };
  },
});

export function megabytes(bytes: number): string {
  return `${Math.floor((10 * bytes) / 1_048_576) / 10} MB`;
}
