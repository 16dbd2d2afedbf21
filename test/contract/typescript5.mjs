// Preloaded into generators that print code with the compiler's own library, which TypeScript 7 has no more.
import { registerHooks } from "node:module";

registerHooks({
  resolve: (name, context, next) => next(name === "typescript" ? "typescript5" : name, context),
});
