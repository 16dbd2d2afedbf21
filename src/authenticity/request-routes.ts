// GET /v1/manage/requests: the account's latest requests.
import type { Accounts } from "../accounts/accounts.ts";
import type { Server } from "../http/http.ts";
import { listLoggedRequests } from "../metering/metering.ts";
import type { Guard } from "./guard.ts";
import * as schemas from "./manage-schemas.ts";

export function addRequestRoutes(
  scope: Server,
  { guard, accounts }: { guard: Guard; accounts: Accounts },
): void {
  scope.get(
    "/manage/requests",
    { schema: schemas.listRequests, onRequest: guard.admitManager },
    (request): Promise<schemas.RequestList> =>
      listLoggedRequests(accounts, guard.manager(request).accountId, request.url),
  );
}
