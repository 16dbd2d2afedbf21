// The dashboard: its own API under /dashboard/api and the built web page. This is the room's front
// file.
import type { Server } from "../http/http.ts";
import { addDashboardApi } from "./api.ts";
import { addPages } from "./pages.ts";
import type { Dashboard, DashboardParts } from "./parts.ts";
import { buildWeb } from "./web-build.ts";
import { readWebFiles } from "./web-files.ts";

export type { Dashboard, DashboardParts, ShownSetting } from "./parts.ts";
export { buildWeb } from "./web-build.ts";

export async function addDashboard(server: Server, parts: DashboardParts): Promise<Dashboard> {
  const built = await buildWeb({ log: parts.log });
  if (!built.ok) parts.log.error({ reason: built.reason }, "the dashboard's pages are missing");
  await addDashboardApi(server, parts);
  const web = built.ok
    ? { files: readWebFiles(built.folder) }
    : { problem: `The pages could not be built: ${built.reason}` };
  return addPages(server, parts, web);
}
