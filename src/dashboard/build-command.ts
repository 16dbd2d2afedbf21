// `npm run build`: makes the dashboard's pages ahead of time, for images and for installs where the
// program may not write beside itself.
import { buildWeb } from "./web-build.ts";

const built = await buildWeb({ log: { info() {} } });
if (built.ok) {
  process.stdout.write(`${built.folder}\n`);
} else {
  process.stderr.write(`The pages could not be built: ${built.reason}\n`);
  process.exitCode = 1;
}
