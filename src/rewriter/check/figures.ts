// The numbers and names of a sentence, in a form in which "20 percent" and "20%" are the same.

const WORDS: ReadonlyMap<string, string> = new Map(
  Object.entries({
    two: "2",
    three: "3",
    four: "4",
    five: "5",
    six: "6",
    seven: "7",
    eight: "8",
    nine: "9",
    ten: "10",
    eleven: "11",
    twelve: "12",
    thirteen: "13",
    fourteen: "14",
    fifteen: "15",
    sixteen: "16",
    seventeen: "17",
    eighteen: "18",
    nineteen: "19",
    twenty: "20",
    thirty: "30",
    forty: "40",
    fifty: "50",
    sixty: "60",
    seventy: "70",
    eighty: "80",
    ninety: "90",
    hundred: "100",
    hundreds: "100s",
    dozen: "12",
    dozens: "12s",
    thousand: "1000",
    thousands: "1000s",
    million: "10^6",
    millions: "10^6s",
    billion: "10^9",
    billions: "10^9s",
    trillion: "10^12",
    trillions: "10^12s",
    half: "1/2",
    halves: "1/2",
    twice: "2",
    double: "2",
    doubled: "2",
    doubles: "2",
    doubling: "2",
    triple: "3",
    tripled: "3",
    thrice: "3",
    second: "2.",
    third: "3.",
    thirds: "/3",
    fourth: "4.",
    quarter: "/4",
    quarters: "/4",
    fifth: "5.",
    sixth: "6.",
    seventh: "7.",
    eighth: "8.",
    ninth: "9.",
    tenth: "10.",
    once: "1x",
  }),
);

/** Numbers in digits or words, sorted. "One" isn't counted: it is a pronoun more often than a number. */
export function findNumbers(sentence: string): string[] {
  const found: string[] = [];
  for (const [token] of sentence
    .toLowerCase()
    .matchAll(/\d+(?:[.,:/]\d+)*(?:st|nd|rd|th)?|\p{L}+/gu)) {
    const digits = /^\d/.test(token)
      ? ordinal(token.replaceAll(/(?<=\d),(?=\d{3})/g, ""))
      : WORDS.get(token);
    if (digits !== undefined) found.push(digits);
  }
  return found.sort();
}

function ordinal(token: string): string {
  return token.replace(/(?:st|nd|rd|th)$/, ".");
}

/** Words with a capital that no sentence begins with, and words in capitals. */
export function findNames(text: string): Set<string> {
  const names = new Set<string>();
  for (const match of text.matchAll(/(?<![\p{L}\p{N}])\p{Lu}[\p{L}\p{N}]*/gu)) {
    const [word] = match;
    if (word === "I") continue;
    const isShouted = word.length >= 2 && word === word.toUpperCase();
    const head = text.slice(0, match.index);
    const begins =
      /(?:^|[.!?:;]["”’)\]]*\s)\s*["“‘'([]*$/.test(head.slice(-8)) || head.trim() === "";
    if (begins && !isShouted) continue;
    names.add(word);
  }
  return names;
}
