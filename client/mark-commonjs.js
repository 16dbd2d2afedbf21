// The package is one of modules; this says of the folder with the CommonJS build that it is not.
import { writeFileSync } from "node:fs";

writeFileSync(new URL("dist/cjs/package.json", import.meta.url), '{ "type": "commonjs" }\n');
