// The shape of a text: what is a heading, an item, a row, code or a signature, and what only looks like one. Each row
// is a text and the blocks it must be split into, lines without their marks.
import { describe, expect, test } from "vitest";
import { findBlocks } from "./blocks.ts";

/** Each block as "kind: line / line", a list item with its number in front. */
function shapeOf(text: string): string[] {
  return findBlocks(text).map(({ kind, lines, number }) => {
    const contents = lines.map(([from, to]) => text.slice(from, to)).join(" / ");
    return `${kind}${number === undefined ? "" : ` ${number}`}: ${contents}`;
  });
}

const prose = "We walked down to the harbour and watched the boats come in.";
const reference = "[1] Varga, P. (2009). On nails. Journal of Nails, 3(1), 2-9.";
const times = (count: number, text: string) => text.repeat(count);
const words = (count: number) => Array.from({ length: count }, () => "word").join(" ");

type Case = [about: string, text: string, blocks: string[]];

describe("paragraphs", () => {
  test.each<Case>([
    [
      "end at a blank line",
      `${prose}\n \t\n${prose}`,
      [`paragraph: ${prose}`, `paragraph: ${prose}`],
    ],
    [
      "go on over single line ends",
      `${prose}\n  and on\n\tand on`,
      [`paragraph: ${prose} / and on / and on`],
    ],
    ["lose their indentation", `    ${prose}`, [`paragraph: ${prose}`]],
    [
      "keep lines of figures that they hold",
      `${prose}\n12, 15, 18\n${prose}`,
      [`paragraph: ${prose} / 12, 15, 18 / ${prose}`],
    ],
    [
      "end at a link",
      `${prose}\nhttps://example.org/a\n${prose}`,
      [`paragraph: ${prose}`, "link: https://example.org/a", `paragraph: ${prose}`],
    ],
    [
      "end at code",
      `${prose}\nconst a = f(b);\n${prose}`,
      [`paragraph: ${prose}`, "code: const a = f(b);", `paragraph: ${prose}`],
    ],
    ["may stand behind a blank first line", `\n${prose}`, [`paragraph: ${prose}`]],
    ["are none in an empty text", "", []],
    ["are none in blanks", "\n \n\t", []],
  ])("%s", (_about, text, blocks) => {
    expect(shapeOf(text)).toEqual(blocks);
  });

  test("a block knows where it begins and ends, marks and indentation included", () => {
    const text = `> ${prose}\n> ${prose}\n\n  - one\n    two\n# Head ##\n\n| a | b |\nRegards\nA. Ncube`;
    const placed = findBlocks(text).map(({ start, end }) => text.slice(start, end));
    expect(placed).toEqual([
      `> ${prose}\n> ${prose}`,
      "  - one\n    two",
      "# Head ##",
      "| a | b |",
      "Regards\nA. Ncube",
    ]);
  });

  test("data alone on its lines is data, line by line", () => {
    expect(shapeOf("12, 15, 18\n21, 24, 27")).toEqual([
      "figures: 12, 15, 18",
      "figures: 21, 24, 27",
    ]);
  });
});

describe("quotation marks in front of lines", () => {
  test.each<Case>([
    ["are taken off", `> ${prose}\n>${prose}`, [`paragraph: ${prose} / ${prose}`]],
    ["may be nested and indented", `   > > ${prose}`, [`paragraph: ${prose}`]],
    [
      "make a blank line of an empty one",
      `> ${prose}\n>\n> ${prose}`,
      [`paragraph: ${prose}`, `paragraph: ${prose}`],
    ],
    ["ten are taken off and no more", `${times(11, ">")}${prose}`, [`paragraph: >${prose}`]],
    ["stand before headings and items", "> # Head\n> - item", ["heading: Head", "item: item"]],
    ["are none behind a word", `a > ${prose}`, [`paragraph: a > ${prose}`]],
  ])("%s", (_about, text, blocks) => {
    expect(shapeOf(text)).toEqual(blocks);
  });
});

describe("rules", () => {
  test.each<Case>([
    [
      "belong to no block",
      `${prose}\n\n---\n\n${prose}`,
      [`paragraph: ${prose}`, `paragraph: ${prose}`],
    ],
    [
      "may have spaces",
      `${prose}\n\n * * *\t\n${prose}`,
      [`paragraph: ${prose}`, `paragraph: ${prose}`],
    ],
    ["are of one mark", `${prose}\n\n-*-`, [`paragraph: ${prose}`, "figures: -*-"]],
    ["have at least three marks", "..", ["figures: .."]],
    ["hold nothing else", "--- a", ["paragraph: --- a"]],
    ["hold nothing else behind a word", "a ---", ["paragraph: a ---"]],
    [
      "end a paragraph of two lines without making a heading of it",
      `${prose}\n${prose}\n---\n${prose}`,
      [`paragraph: ${prose} / ${prose}`, `paragraph: ${prose}`],
    ],
    [
      "under a single line make it a heading",
      `${prose}\n===\n${prose}`,
      [`heading: ${prose}`, `paragraph: ${prose}`],
    ],
    [
      "under a blank line make no heading",
      `${prose}\n\n===\n${prose}`,
      [`paragraph: ${prose}`, `paragraph: ${prose}`],
    ],
    ["under an item make no heading of it", "- an item\n---", ["item: an item"]],
    ["are 400 characters at most", times(400, "-"), []],
    ["are no longer", times(401, "-"), [`figures: ${times(401, "-")}`]],
  ])("%s", (_about, text, blocks) => {
    expect(shapeOf(text)).toEqual(blocks);
  });

  test.each([..."-*_=•·."])("may be made of %s", (mark) => {
    expect(shapeOf(`${prose}\n\n${times(3, mark)}\n`)).toEqual([`paragraph: ${prose}`]);
  });
});

describe("headings", () => {
  test.each<Case>([
    ["have one to six marks", "# A\n###### B", ["heading: A", "heading: B"]],
    ["have no more", `####### ${prose}`, [`paragraph: ####### ${prose}`]],
    ["need a space or a tab", `#${prose}\n\n#\tB`, [`paragraph: #${prose}`, "heading: B"]],
    [
      "lose all spaces behind their marks and before those that close them",
      "#  A   ##",
      ["heading: A"],
    ],
    ["may be indented by three", "   # A", ["heading: A"]],
    ["by four they are a line of text", "    # A", ["paragraph: # A"]],
    [
      "lose the marks that close them",
      "# A ##\n## B ## \n# C ####### ",
      ["heading: A", "heading: B", "heading: C ####### "],
    ],
    ["keep marks that belong to a word", "# A #b\n# C#", ["heading: A #b", "heading: C#"]],
    ["take no line after them", `# A\n${prose}`, ["heading: A", `paragraph: ${prose}`]],
    ["stand at the start of a line", `a # B ${prose}`, [`paragraph: a # B ${prose}`]],
  ])("%s", (_about, text, blocks) => {
    expect(shapeOf(text)).toEqual(blocks);
  });
});

describe("titles without marks", () => {
  test.each<Case>([
    [
      "stand above a longer line that begins a sentence",
      `The harbour\n${prose}`,
      ["heading: The harbour", `paragraph: ${prose}`],
    ],
    [
      "stand above a blank line and a paragraph",
      `the harbour\n\n${prose}`,
      ["heading: the harbour", `paragraph: ${prose}`],
    ],
    ["are none with nothing below", "The harbour", ["paragraph: The harbour"]],
    [
      "are none one above the other, as in a poem",
      `The harbour\n\nThe boats\n\n${prose}`,
      ["paragraph: The harbour", "heading: The boats", `paragraph: ${prose}`],
    ],
    [
      "are none with a full stop",
      `The harbour.\n\n${prose}`,
      ["paragraph: The harbour.", `paragraph: ${prose}`],
    ],
    [
      "are none with a closing quote",
      `"The harbour"\n\n${prose}`,
      ['paragraph: "The harbour"', `paragraph: ${prose}`],
    ],
    [
      "are none with a colon above a blank line",
      `The harbour:\n\n${prose}`,
      ["paragraph: The harbour:", `paragraph: ${prose}`],
    ],
    [
      "have ten words at most above a blank line",
      `${words(10)}\n\n${prose}`,
      [`heading: ${words(10)}`, `paragraph: ${prose}`],
    ],
    [
      "have no more there",
      `${words(11)}\n\n${prose}`,
      [`paragraph: ${words(11)}`, `paragraph: ${prose}`],
    ],
    [
      "have 80 characters at most",
      `${times(80, "a")}\n\n${prose}`,
      [`heading: ${times(80, "a")}`, `paragraph: ${prose}`],
    ],
    [
      "have no more characters",
      `${times(81, "a")}\n\n${prose}`,
      [`paragraph: ${times(81, "a")}`, `paragraph: ${prose}`],
    ],
    [
      "begin with a capital above a line",
      `the harbour\n${prose}`,
      [`paragraph: the harbour / ${prose}`],
    ],
    ["stand above a capital", `The harbour\nwe ${prose}`, [`paragraph: The harbour / we ${prose}`]],
    [
      "stand above a quotation too",
      `The harbour\n"${prose}"`,
      ["heading: The harbour", `paragraph: "${prose}"`],
    ],
    ["may be a number", `1914 again\n${prose}`, ["heading: 1914 again", `paragraph: ${prose}`]],
    [
      "are none above a line hardly longer",
      "The harbour and boats\nThe harbour and the town",
      ["paragraph: The harbour and boats / The harbour and the town"],
    ],
    [
      "are exactly that: not one and a half times as long is too short",
      `${times(10, "A")}\n${times(15, "B")}`,
      [`paragraph: ${times(10, "A")} / ${times(15, "B")}`],
    ],
    [
      "and a little more is enough",
      `${times(10, "A")}\n${times(16, "B")} c.`,
      [`heading: ${times(10, "A")}`, `paragraph: ${times(16, "B")} c.`],
    ],
    [
      "have 60 characters at most above a line",
      `${times(60, "A")}\n${prose} ${prose}`,
      [`heading: ${times(60, "A")}`, `paragraph: ${prose} ${prose}`],
    ],
    [
      "have no more above a line",
      `${times(61, "A")}\n${prose} ${prose}`,
      [`paragraph: ${times(61, "A")} / ${prose} ${prose}`],
    ],
    [
      "have twelve words at most above a line",
      `${"A ".repeat(12).trim()}\n${prose}`,
      [`heading: ${"A ".repeat(12).trim()}`, `paragraph: ${prose}`],
    ],
    [
      "have no more words",
      `${"A ".repeat(13).trim()}\n${prose}`,
      [`paragraph: ${"A ".repeat(13).trim()} / ${prose}`],
    ],
    [
      "are no Chinese sentence",
      `今天我们一起去海边看船回来了\n\n${prose}`,
      ["paragraph: 今天我们一起去海边看船回来了", `paragraph: ${prose}`],
    ],
    [
      "are no sentence of another script",
      `आज बारिश हुई।\n\n${prose}`,
      ["paragraph: आज बारिश हुई।", `paragraph: ${prose}`],
    ],
    ["may be a short one in Chinese", `海边\n\n${prose}`, ["heading: 海边", `paragraph: ${prose}`]],
    [
      "are none with a full stop and a space",
      `The harbour. \n\n${prose}`,
      ["paragraph: The harbour. ", `paragraph: ${prose}`],
    ],
    [
      "may have a full stop inside",
      `St. Olaf\n\n${prose}`,
      ["heading: St. Olaf", `paragraph: ${prose}`],
    ],
    [
      "may have one of another script inside",
      `海边。船\n\n${prose}`,
      ["heading: 海边。船", `paragraph: ${prose}`],
    ],
    [
      "are counted in words however they are spaced",
      `${words(10).replaceAll(" ", "  ")}\n\n${prose}`,
      [`heading: ${words(10).replaceAll(" ", "  ")}`, `paragraph: ${prose}`],
    ],
    [
      "stand above an indented line too",
      `The harbour\n   ${prose}`,
      ["heading: The harbour", `paragraph: ${prose}`],
    ],
    [
      "begin with the capital, not somewhere in them",
      `the Harbour\n${prose}`,
      [`paragraph: the Harbour / ${prose}`],
    ],
    [
      "above a list are titles too",
      "The list\n\n- one\n- two",
      ["heading: The list", "item: one", "item: two"],
    ],
  ])("%s", (_about, text, blocks) => {
    expect(shapeOf(text)).toEqual(blocks);
  });
});

describe("items of lists", () => {
  test.each([..."-*+•▪●◦‣·–—➢➤✓✔"])("may begin with %s", (bullet) => {
    expect(shapeOf(`${bullet} one\n${bullet}\ttwo`)).toEqual(["item: one", "item: two"]);
  });

  test.each<Case>([
    [
      "are numbered with a full stop or a bracket",
      "1. one\n2) two\n(3) three\n123. more",
      ["item 1: one", "item 2: two", "item 3: three", "item 123: more"],
    ],
    ["have three digits at most", `1234. ${prose}`, [`paragraph: 1234. ${prose}`]],
    ["are lettered with a bracket", "a) one\n(B) two", ["item: one", "item: two"]],
    [
      "are not lettered with a full stop, which is an initial",
      `J. Ncube went out. ${prose}`,
      [`paragraph: J. Ncube went out. ${prose}`],
    ],
    [
      "are numbered in Roman figures up to five letters",
      "iv) four\n(xviii) eighteen",
      ["item: four", "item: eighteen"],
    ],
    ["are no longer Roman figures", `xxviii) ${prose}`, [`paragraph: xxviii) ${prose}`]],
    [
      "lose the box that is ticked or not",
      "- [x] done\n- [ ] open\n- [X] done",
      ["item: done", "item: open", "item: done"],
    ],
    ["lose all spaces behind their mark and box", "-  one\n- [x]  two", ["item: one", "item: two"]],
    ["keep another bracket", "- [a] thing", ["item: [a] thing"]],
    ["need a space", "-one two three", ["paragraph: -one two three"]],
    ["need something behind it", `- \n${prose}`, ["figures: - ", `paragraph: ${prose}`]],
    ["may be indented by forty spaces", `${times(40, " ")}- one`, ["item: one"]],
    ["and no more", `${times(41, " ")}- one`, ["paragraph: - one"]],
    ["go on over plain lines", "- one\n  and more\n- two", ["item: one / and more", "item: two"]],
    [
      "that are data are closed",
      `- https://example.org/a\n${prose}`,
      ["link: https://example.org/a", `paragraph: ${prose}`],
    ],
    ["stand at the start of a line", `one - two ${prose}`, [`paragraph: one - two ${prose}`]],
  ])("%s", (_about, text, blocks) => {
    expect(shapeOf(text)).toEqual(blocks);
  });
});

describe("rows of tables", () => {
  test.each<Case>([
    ["are framed", "| nail | 3 g |\n| a |", ["table: | nail | 3 g |", "table: | a |"]],
    [
      "or have four cells",
      "nail | three grams | grey | old",
      ["table: nail | three grams | grey | old"],
    ],
    ["a frame may be indented", " | nail | 3 g | ", ["table:  | nail | 3 g | "]],
    [
      "a frame is closed",
      "| nail and hammer | and more\n\nnail and hammer | and more |",
      ["paragraph: | nail and hammer | and more", "paragraph: nail and hammer | and more |"],
    ],
    ["a lone mark is none", "|", ["figures: |"]],
    [
      "with whole passages between tabs they are text",
      `a\tb\t${words(26)}`,
      [`paragraph: a\tb\t${words(26)}`],
    ],
    [
      "are counted in words however they are spaced",
      `| ${words(25).replaceAll(" ", "  ")} | a |`,
      [`table: | ${words(25).replaceAll(" ", "  ")} | a |`],
    ],
    [
      "with three cells they are text",
      "nail | three grams | grey",
      ["paragraph: nail | three grams | grey"],
    ],
    [
      "a frame has two sides",
      "| nail and hammer\n\nnail and hammer |",
      ["paragraph: | nail and hammer", "paragraph: nail and hammer |"],
    ],
    ["or tabs between three cells", "nail\tthree grams\tgrey", ["table: nail\tthree grams\tgrey"]],
    ["with one tab they are text", "nail\tthree grams", ["paragraph: nail\tthree grams"]],
    ["have at most 25 words in a cell", `| ${words(25)} | a |`, [`table: | ${words(25)} | a |`]],
    [
      "with more they are prose in a frame",
      `| a | ${words(26)} |`,
      [`paragraph: | a | ${words(26)} |`],
    ],
    [
      "are no longer than 2000 characters",
      `| ${times(1996, "a")} |`,
      [`table: | ${times(1996, "a")} |`],
    ],
    [
      "beyond that they are text",
      `| ${times(1997, "a")} |`,
      [`paragraph: | ${times(1997, "a")} |`],
    ],
    [
      "close the paragraph above them",
      `${prose}\n| a | b |\n${prose}`,
      [`paragraph: ${prose}`, "table: | a | b |", `paragraph: ${prose}`],
    ],
  ])("%s", (_about, text, blocks) => {
    expect(shapeOf(text)).toEqual(blocks);
  });
});

describe("code between fences", () => {
  test.each<Case>([
    [
      "is one block with its fences",
      "```js\nconst a = 1;\n\nb();\n```\nmore",
      ["code: ```js\nconst a = 1;\n\nb();\n```", "paragraph: more"],
    ],
    ["may have waves", "~~~\na\n~~~", ["code: ~~~\na\n~~~"]],
    ["may be indented by three", "   ```\na\n   ```", ["code:    ```\na\n   ```"]],
    [
      "closes with at least as many marks",
      "````\na\n```\nb\n`````\nc",
      ["code: ````\na\n```\nb\n`````", "paragraph: c"],
    ],
    ["closes with nothing else on the line", "```\na\n``` b\n```", ["code: ```\na\n``` b\n```"]],
    [
      "closes the paragraph above",
      `${prose}\n\`\`\`\na\n\`\`\``,
      [`paragraph: ${prose}`, "code: ```\na\n```"],
    ],
    [
      "is not closed by marks around a word",
      "```\na\n``` b ```\n```",
      ["code: ```\na\n``` b ```\n```"],
    ],
    [
      "with lines of eight words is prose",
      `\`\`\`\n${times(4, `${words(8)}.\n`)}\`\`\``,
      [`paragraph: ${[1, 2, 3, 4].map(() => `${words(8)}.`).join(" / ")}`],
    ],
    [
      "with words far apart is code",
      `\`\`\`\n${times(5, "one  two  three  four  five.\n")}\`\`\``,
      [`code: \`\`\`\n${times(5, "one  two  three  four  five.\n")}\`\`\``],
    ],
    [
      "with full stops inside its lines is code",
      `\`\`\`\n${times(5, `a. ${words(9)}\n`)}\`\`\``,
      [`code: \`\`\`\n${times(5, `a. ${words(9)}\n`)}\`\`\``],
    ],
    [
      "with a list of references is code",
      `\`\`\`\n${times(5, `${reference}\n`)}\`\`\``,
      [`code: \`\`\`\n${times(5, `${reference}\n`)}\`\`\``],
    ],
    ["that never ends is a stray mark", `\`\`\`\n${prose}`, [`paragraph: ${prose}`]],
    [
      "that never ends closes the paragraph above",
      `${prose}\n\`\`\`\n${prose}`,
      [`paragraph: ${prose}`, `paragraph: ${prose}`],
    ],
    [
      "with three lines of prose is code",
      `\`\`\`\n${times(3, `${prose}\n`)}\`\`\``,
      [`code: \`\`\`\n${times(3, `${prose}\n`)}\`\`\``],
    ],
    [
      "with four it is prose",
      `\`\`\`\n${times(4, `${prose}\n`)}\`\`\``,
      [`paragraph: ${prose} / ${prose} / ${prose} / ${prose}`],
    ],
    [
      "with lines of seven words it is code",
      `\`\`\`\n${times(5, "one two three four five six seven.\n")}\`\`\``,
      [`code: \`\`\`\n${times(5, "one two three four five six seven.\n")}\`\`\``],
    ],
    [
      "with lines that end nowhere it is code",
      `\`\`\`\n${times(5, `${words(9)}\n`)}\`\`\``,
      [`code: \`\`\`\n${times(5, `${words(9)}\n`)}\`\`\``],
    ],
    [
      "with quoted sentences it is prose",
      `\`\`\`\n${times(4, `"${words(9)}!"\n`)}\`\`\``,
      [`paragraph: ${[1, 2, 3, 4].map(() => `"${words(9)}!"`).join(" / ")}`],
    ],
  ])("%s", (_about, text, blocks) => {
    expect(shapeOf(text)).toEqual(blocks);
  });

  test("needs three marks, at the start of the line, and a short name of its language", () => {
    const isCode = (opening: string) =>
      shapeOf(`${opening}\nlet it be\n${"`".repeat(20)}`)[0]?.startsWith("code:");
    expect(["```", "```` a b", `\`\`\`${times(80, "a")}`, times(20, "`")].map(isCode)).toEqual([
      true,
      true,
      true,
      true,
    ]);
    const others = ["``", "a ```", "    ```", `\`\`\`${times(81, "a")}`, "``` a`b", times(21, "`")];
    expect(others.map(isCode)).toEqual(others.map(() => false));
  });
});

describe("signatures", () => {
  const letter = (closing: string, ...lines: string[]) =>
    shapeOf([prose, "", closing, ...lines].join("\n"));
  const isSigned = (closing: string, ...lines: string[]) =>
    letter(closing, ...lines).at(-1) === `signature: ${[closing, ...lines].join("\n")}`;

  test.each([
    "-- ",
    "--",
    "Regards",
    "Best regards,",
    "Kindest regards.",
    "Warm wishes!",
    "With best wishes,",
    "Many thanks",
    "All my thanks",
    "Yours sincerely,",
    "faithfully",
    "Yours truly",
    "Sincerely yours,",
    "Cheers",
    "  Love,  ",
  ])("begin with %j", (closing) => {
    expect(isSigned(closing, "A. Ncube", "Customer care")).toBe(true);
  });

  test.each([
    "--  ",
    "---a",
    "done --",
    "Regards to you all",
    "My regards",
    "Best",
    "Yours",
    "Cheers,,",
  ])("do not begin with %j", (closing) => {
    expect(isSigned(closing, "A. Ncube")).toBe(false);
  });

  test("have one to ten lines of at most 60 characters, and are the last of the text", () => {
    const lines = (count: number) => Array.from({ length: count }, (_, at) => `Line ${at} of it`);
    expect(isSigned("Regards", ...lines(10))).toBe(true);
    expect(isSigned("Regards", ...lines(11))).toBe(false);
    expect(isSigned("Regards", ...lines(14))).toBe(false);
    expect(isSigned("Regards")).toBe(false);
    expect(isSigned("Regards", times(60, "a"))).toBe(true);
    expect(isSigned("Regards", times(61, "a"))).toBe(false);
    expect(isSigned("Regards", "A. Ncube", times(61, "a"))).toBe(false);
    expect(letter("Regards", "A. Ncube")).toEqual([
      `paragraph: ${prose}`,
      "signature: Regards\nA. Ncube",
    ]);
  });

  test("may be quoted", () => {
    expect(shapeOf("> Regards\nA. Ncube")).toEqual(["signature: Regards\nA. Ncube"]);
  });
});

describe("lines broken at one width", () => {
  const wrap = (text: string): string => text.replaceAll(/(.{50,72}) /g, "$1\n");

  test.each([
    [
      "a number and a full stop",
      "They said that the second batch of the toys would be in the shops on June 4. The first one had been sold out within a single day, and the makers had not thought that anyone would want more of them.",
    ],
    [
      "a dash",
      "He told us that if the old man does retire this year, as he has said - and I truly hope he does not - then I will carry on with the shop alone, and we shall see how long that can last in this town.",
    ],
    [
      "a formula",
      "The distance between the two points on the plane is then given by d = sqrt((10-2)^2 + (4-(-2))^2) = sqrt(64 + 36) = 10, which is what we wanted to find when we began with the first of the two.",
    ],
  ])("are one line: %s at the start of one is no mark", (_about, text) => {
    const [block, ...others] = findBlocks(wrap(text));
    expect(wrap(text)).not.toBe(text);
    expect(others).toEqual([]);
    expect(block?.kind).toBe(findBlocks(text)[0]?.kind);
    expect(block?.lines.map(([from, to]) => wrap(text).slice(from, to)).join(" ")).toBe(text);
  });

  test("but a list with lines of one length stays a list", () => {
    const item = "- we walked down to the harbour and watched the boats come in.";
    expect(findBlocks([item, item, item, item].join("\n")).map(({ kind }) => kind)).toEqual([
      "item",
      "item",
      "item",
      "item",
    ]);
  });
});
