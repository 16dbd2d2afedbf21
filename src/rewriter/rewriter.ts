// The room's door: `createRewriter` for a command, `openRewriter` for a server, which must not stand
// still while a long text is worked on.
export { createLanguageModel, type LanguageModelSettings } from "./language-model.ts";
export { type OpenRewriter, openRewriter } from "./open-rewriter.ts";
export { openResources, type RewriterResources } from "./resources.ts";
export {
  type Change,
  createRewriter,
  NoSuchSentence,
  type Readability,
  type Rewrite,
  type RewriteOptions,
  type Rewriter,
  type RewriterOptions,
  type RewrittenSentence,
  type Strength,
} from "./rewrite.ts";
