// The settings this copy runs with, for the operator's eyes: read-only, secrets never shown.
import { AppError, type Server } from "../http/http.ts";
import type { DashboardOptions } from "./parts.ts";
import { isLocal } from "./same-site.ts";

export function addSettingsRoute(scope: Server, parts: DashboardOptions): void {
  scope.get("/settings", async (request) => {
    // There is no other sign of an operator than sitting at the machine or owning its first account.
    const isOperator = isLocal(parts.client, request.raw) || request.visitor?.isOwner === true;
    if (!isOperator) {
      throw new AppError(request.visitor ? "forbidden" : "signed_out");
    }
    return {
      version: parts.appVersion,
      model_version: parts.detector.version,
      settings: parts.settings.map(({ name, value, fallback, about, isSecret }) => ({
        name,
        value,
        default: fallback,
        about,
        is_secret: isSecret,
      })),
    };
  });
}
