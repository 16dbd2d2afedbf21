import fc from "fast-check";
import { expect, test } from "vitest";
import { segmentText } from "./segment.ts";

const prose = (input: string) => segmentText(input).prose.text;
const tampering = (input: string) => Object.fromEntries(segmentText(input).tampering);

const PLAIN = "The old mill closed in May, and nobody in the village asked why.";

test("invisible and disguising characters leave the prose unchanged and are reported", () => {
  const cases: [string, string][] = [
    ["zero_width", PLAIN.replace("mill", "mi\u200bll")],
    ["zero_width", PLAIN.replace("mill", "mi\u200dll")],
    ["zero_width", PLAIN.replace("mill", "mi\ufeffll")],
    ["look_alike", PLAIN.replaceAll("o", "\u043e")],
    ["look_alike", PLAIN.replaceAll("o", "\u03bf")],
    ["odd_space", PLAIN.replace(" mill", "\u2009mill")],
    ["bidi_control", PLAIN.replace("mill", "\u202emill\u202c")],
    ["soft_hyphen", PLAIN.replace("village", "vil\u00adlage")],
    ["tag_character", PLAIN.replace("mill", "mill\u{e0041}\u{e0042}")],
    ["variation_selector", PLAIN.replace("mill", "m\ufe0fill")],
    ["control_character", PLAIN.replace("mill", "mi\u0007ll")],
    ["disguised_form", PLAIN.replace("mill", "\uff4d\uff49\uff4c\uff4c")],
    ["disguised_form", PLAIN.replace("mill", "\u{1d426}\u{1d422}\u{1d425}\u{1d425}")],
    ["stacked_marks", PLAIN.replace("mill", "m\u0336i\u0336l\u0336l\u0336")],
    [
      "stacked_marks",
      PLAIN.replace("mill", `mx${"\u0302\u033d\u0489".repeat(9)}ill`).replace("mx", "m"),
    ],
  ];
  for (const [kind, input] of cases) {
    expect(prose(input), kind).toBe(PLAIN);
    expect(tampering(input), input).toHaveProperty(kind);
  }
  expect(tampering(PLAIN)).toEqual({});
});

test("real Cyrillic, Greek, Armenian, Persian and Hindi text stays as it is, without a warning", () => {
  for (const input of [
    "Старая мельница закрылась в мае, и никто в деревне не спросил почему.",
    "Ο παλιός μύλος έκλεισε τον Μάιο και κανείς στο χωριό δεν ρώτησε γιατί.",
    "Հին ջրաղացը փակվեց մայիսին, ոչ ոք չհարցրեց։",
    "او می\u200cخواهد به خانه برود.",
    "पुरानी चक्की मई में बंद हो गई।",
  ]) {
    expect(prose(input)).toBe(input);
    expect(tampering(input)).toEqual({});
  }
  // A foreign word inside English is no disguise either.
  expect(prose("The word мир means both world and peace.")).toContain("мир");
});

test("emoji sequences and accents written apart are no tampering", () => {
  expect(tampering("We went home 👩\u200d👩\u200d👧 ❤\ufe0f and slept in a cafe\u0301.")).toEqual(
    {},
  );
  expect(prose("We slept in a cafe\u0301.")).toBe("We slept in a café.");
});

test("styles of quotes, dashes, ellipses, line breaks and spaces give the same prose", () => {
  const plain = `"Not now," she said—and left... It was the baker's turn.`;
  for (const input of [
    "“Not now,” she said — and left… It was the baker’s turn.",
    "“Not now,” she said -- and left. . . It was the baker’s turn.",
    '"Not now,"  she said - and left...   It was the baker\'s turn. \n',
    '"Not now," she\nsaid – and left... It was\nthe baker\'s turn.',
    '"Not now," she said&mdash;and left&hellip; It was the baker&#39;s turn.',
    "<p>&ldquo;Not now,&rdquo; she said — and left…</p>\r\n<p>It was the baker’s <b>turn</b>.</p>",
    '> **"Not now,"** she _said_—and left...\n>\n> It was the [baker\'s](https://example.org/b "x") turn.',
    "- “Not now,” she said—and left...\n- It was the `baker's` turn.",
    "1. “Not now,” she said—and left...\n2. It was the baker's turn.",
  ]) {
    expect(prose(input)).toBe(plain);
  }
});

test("list numbers inside a line are taken out, other numbers stay", () => {
  expect(prose("There are three: 1. Be kind. 2. Be early. 3. Go home 4. Sleep.")).toBe(
    "There are three: Be kind. Be early. Go home Sleep.",
  );
  expect(prose("There are two: 1.\n\nBe kind. 2.\n\nBe early.")).toBe(
    "There are two: Be kind. Be early.",
  );
  for (const input of [
    "We saw 12. The rest hid.",
    "Look at Figure 2. The line is flat.",
    "It was 1999. Rain fell.",
    "We played four and won 3.",
  ]) {
    expect(prose(input)).toBe(input);
  }
});

test("normalising twice changes nothing more", () => {
  fc.assert(
    fc.property(
      fc
        .array(
          fc.tuple(
            fc.constantFrom("old", "Mill", "it's", "“so”", "é", "'em", "*x*", "café"),
            fc.constantFrom(
              " ",
              "… ",
              ", ",
              " , ",
              ". ",
              " — ",
              " - ",
              "--",
              "! ",
              "; ",
              "\n",
              "  ",
            ),
          ),
          { maxLength: 20 },
        )
        .map((pairs) => pairs.flat().join("")),
      (input) => {
        const once = prose(`Word ${input} word.`);
        expect(prose(once)).toBe(once);
      },
    ),
    { numRuns: 500 },
  );
});
