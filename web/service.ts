// The calls the page makes: the dashboard's own and the directory's, both through the typed client.
import { createDashboard } from "../client/dashboard.ts";
import { createLocations } from "../client/locations.ts";

const baseUrl = location.origin;

export const service = createDashboard({ baseUrl });
export const directory = createLocations({ baseUrl: `${baseUrl}/api`, cache: true });
