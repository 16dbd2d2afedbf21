// Runs a rewrite; what only the rewriter can know about the request becomes a 400 that names the field.
import {
  NoSuchSentence,
  type Rewrite,
  type RewriteOptions,
  type Rewriter,
} from "../rewriter/rewriter.ts";
import { invalidField } from "./bad.ts";

export async function runRewrite(
  { rewrite }: Pick<Rewriter, "rewrite">,
  content: string,
  options: RewriteOptions,
): Promise<Rewrite> {
  try {
    return await rewrite(content, options);
  } catch (error) {
    throw error instanceof NoSuchSentence ? invalidField("sentences", error.message) : error;
  }
}
