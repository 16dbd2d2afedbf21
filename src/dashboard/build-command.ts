// `npm run build`: builds the dashboard's pages ahead of time, for images and for installs where the program
// can't write to its own folder.
import { buildWeb } from "./web-build.ts";

const built = await buildWeb({ log: { info() {} } });
if (built.ok) {
  process.stdout.write(`${built.folder}\n`);
} else {
  process.stderr.write(`The pages could not be built: ${built.reason}\n`);
  process.exitCode = 1;
}
