// The grammar checker that measurements and training ask. It is large, so it has a package.json of its own here.
import { LocalLinter } from "harper.js";
import { binary } from "harper.js/binary";

export function openGrammarChecker(): LocalLinter {
  return new LocalLinter({ binary });
}
