// GET /v1/usage and GET /v1/models: the usage of the key's account, and the models in use.
import type { Accounts } from "../accounts/accounts.ts";
import type { Detector } from "../detector/detector.ts";
import type { Server } from "../http/http.ts";
import type { Guard } from "./guard.ts";
import type { Models, Usage } from "./reply-schemas.ts";
import * as schemas from "./schemas.ts";

const HISTORY_DAYS = 30;

export function addAccountRoutes(
  scope: Server,
  { guard, accounts, detector }: { guard: Guard; accounts: Accounts; detector: Detector },
): void {
  scope.get(
    "/usage",
    { schema: schemas.usage, onRequest: guard.admitRead },
    async (request): Promise<Usage> => {
      const { accountId: id, createdDay, quotaOverride } = guard.caller(request);
      const [quota, history] = await Promise.all([
        accounts.quota.describe({ id, createdDay, quotaOverride }),
        accounts.quota.history(id, HISTORY_DAYS),
      ]);
      return {
        day: quota.day,
        limit: quota.limit,
        used: quota.used,
        remaining: quota.remaining,
        resets_in: Math.ceil(quota.resetMs / 1000),
        bonus_days_left: quota.bonusDaysLeft,
        history: history.usage.map(({ day, endpoint, keyId, checks }) => ({
          day,
          endpoint,
          key_id: keyId,
          checks,
        })),
      };
    },
  );

  scope.get("/models", { schema: schemas.models }, async (): Promise<Models> => {
    const { version, languages, calibration } = detector;
    const local = calibration === undefined ? {} : { calibration };
    return { models: [{ version, is_current: true, languages: [...languages], ...local }] };
  });
}
