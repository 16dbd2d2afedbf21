// The settings of the running server, for the operator: read-only, secrets never shown.
import { AppError, type Server } from "../http/http.ts";
import type { DashboardOptions } from "./options.ts";
import { isLocal } from "./same-site.ts";

export function addSettingsRoute(scope: Server, options: DashboardOptions): void {
  scope.get("/settings", async (request) => {
    // The operator is whoever uses this machine or owns the operator's account.
    const isOperator = isLocal(options.client, request.raw) || request.visitor?.isOwner === true;
    if (!isOperator) {
      throw new AppError(request.visitor ? "forbidden" : "signed_out");
    }
    return {
      version: options.appVersion,
      model_version: options.detector.version,
      settings: options.settings.map(({ name, value, fallback, about, isSecret }) => ({
        name,
        value,
        default: fallback,
        about,
        is_secret: isSecret,
      })),
    };
  });
}
