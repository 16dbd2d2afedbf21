// The dashboard: its own API under /dashboard/api and the built web page. This is the room's entry file.
import type { Server } from "../http/http.ts";
import { addDashboardApi } from "./api.ts";
import type { Dashboard, DashboardOptions } from "./options.ts";
import { addPages } from "./pages.ts";
import type { WebBuild } from "./web-build.ts";
import { readWebFiles } from "./web-files.ts";

export type { Dashboard, DashboardOptions, ShownSetting } from "./options.ts";
export { buildWeb } from "./web-build.ts";

export async function addDashboard(
  server: Server,
  { built, ...options }: DashboardOptions & { built: WebBuild },
): Promise<Dashboard> {
  await addDashboardApi(server, options);
  const web = built.ok
    ? { files: readWebFiles(built.folder) }
    : { problem: `The pages could not be built: ${built.reason}` };
  return addPages(server, options, web);
}
