// Texts made to be expensive: each repeats a piece that makes a careless regular expression or loop
// look at everything before it again. One pump for each construct the detector, the rewriter and the
// query readers know.

/** What is repeated, with what stands before and after all of it. */
export const PUMPS: ReadonlyArray<{ before?: string; pump: string; after?: string }> = [
  ..."a A 0 . , ; : ! ? - _ ` ~ # * + = | < > ( ) [ ] { } / \\ @ & % $ ^ ' \" “ ” ‘ ’ — …"
    .split(" ")
    .map((pump) => ({ pump })),
  ..."a A 0 . - # ` ( [ ' / @ &"
    .split(" ")
    .map((pump) => ({ before: "One two three four ", pump })),
  ...[" ", "\t", "\n", "\r\n", "\u00a0", "\u200b", "\u0301", "\ufe0f", "\ud800"].map((pump) => ({
    before: "a",
    pump,
    after: "b",
  })),
  { before: "# ", pump: " ", after: "x" },
  { before: "> ", pump: "> " },
  { before: "[1] a b c d ", pump: "0" },
  { pump: "0 (0" },
  { pump: "0(" },
  { pump: "([" },
  { pump: "](" },
  { pump: "![" },
  { pump: "[^" },
  { pump: "<!--" },
  { pump: "<!--<" },
  { pump: "<p " },
  { pump: "</" },
  { pump: "&#" },
  { pump: "$$" },
  { pump: "``" },
  { pump: "```\n" },
  { pump: "~~~\n" },
  { pump: "| a " },
  { pump: "|-" },
  { pump: "- \n" },
  { pump: "1. \n" },
  { pump: "* a\n" },
  { pump: "a.b" },
  { pump: "a@a." },
  { pump: "a@" },
  { pump: "http://" },
  { pump: "www." },
  { pump: "a_" },
  { pump: "aA" },
  { pump: "../" },
  { pump: "'a" },
  { pump: " 'a" },
  { pump: "‘a" },
  { pump: "“a " },
  { pump: '"a ' },
  { pump: "(1999" },
  { pump: "et al. " },
  { pump: "A. " },
  { pump: "Mr. " },
  { pump: "e.g. " },
  { pump: "a, " },
  { pump: "and " },
  { pump: "which is " },
  { pump: "The " },
  { pump: "a—" },
  { pump: "— " },
  { pump: ". . " },
  { pump: ".\n" },
  { pump: "Best regards,\n" },
  { pump: "if (" },
  { before: "SELECT ", pump: " FROM" },
  { before: "return ", pump: "a" },
  { pump: "а" },
  { pump: "аa" },
  { pump: "ｆ" },
];

export function hostileText(
  { before = "", pump, after = "" }: (typeof PUMPS)[number],
  length: number,
): string {
  const times = Math.ceil((length - before.length - after.length) / pump.length);
  return (before + pump.repeat(times)).slice(0, length - after.length) + after;
}
