// The tools: the description of each, and its input schema.
import { type Static, type TObject, Type } from "typebox";

export type Tool = {
  name: string;
  title: string;
  description: string;
  input: TObject;
  run(input: Static<TObject>): Promise<object>;
};

const CAUTION =
  "A score is evidence, not proof: never base a decision about a person on it alone. Report final_probability and the verdict; under 50 words it is always Uncertain.";

const Explain = Type.Optional(
  Type.Boolean({ description: "Also show which phrases moved the score. Takes longer." }),
);

const CheckText = Type.Object({
  text: Type.String({ description: "The text to check, ideally 50 words or more." }),
  explain: Explain,
});

const RewriteText = Type.Object({
  text: Type.String({ description: "The text to rewrite, of 20 words or more." }),
  strength: Type.Optional(
    Type.Union([Type.Literal("light"), Type.Literal("medium"), Type.Literal("strong")], {
      description:
        "light corrects slips and shortens, medium also chooses plainer words, strong also cuts long sentences; medium if left out.",
    }),
  ),
  keep: Type.Optional(
    Type.Array(Type.String(), {
      maxItems: 200,
      description: "Words and phrases that must not be changed.",
    }),
  ),
  sentences: Type.Optional(
    Type.Array(Type.Integer({ minimum: 0 }), {
      minItems: 1,
      maxItems: 5000,
      description:
        "Numbers of the segments to rewrite, from 0, as check_text lists them; the others stay as they are.",
    }),
  ),
  alternatives: Type.Optional(
    Type.Integer({
      minimum: 0,
      maximum: 3,
      description: "Up to how many other wordings of each changed sentence to give; 0 if left out.",
    }),
  ),
});

const FindPlaces = Type.Object({
  query: Type.String({
    maxLength: 100,
    description: "A name, in Latin letters or any Indian script; misspellings are tolerated.",
  }),
  kind: Type.Optional(
    Type.Union([Type.Literal("state"), Type.Literal("district"), Type.Literal("market")]),
  ),
  lang: Type.Optional(
    Type.String({
      maxLength: 35,
      description: "Adds names in a language, such as hi or mr, if known.",
    }),
  ),
  limit: Type.Optional(
    Type.Integer({
      minimum: 1,
      maximum: 100,
      description: "Maximum number of each kind; 10 by default.",
    }),
  ),
});

/** A file on the machine the tool runs on. */
export const FILE_BY_PATH = Type.Object({
  path: Type.String({
    description: "Path of the file, within the folder the tool was started in.",
  }),
  explain: Explain,
});

/** A file that travels with the call. */
export const FILE_UPLOADED = Type.Object({
  name: Type.String({ description: "The file's name with its extension." }),
  data: Type.String({ description: "The file's bytes in base64." }),
  explain: Explain,
});

export type ToolWork<File extends typeof FILE_BY_PATH | typeof FILE_UPLOADED> = {
  checkText(input: Static<typeof CheckText>): Promise<object>;
  checkFile(input: Static<File>): Promise<object>;
  rewriteText(input: Static<typeof RewriteText>): Promise<object>;
  /** Undefined where the location directory is switched off. */
  findPlaces: ((parameters: URLSearchParams) => Promise<object>) | undefined;
};

export function createTools<File extends typeof FILE_BY_PATH | typeof FILE_UPLOADED>(
  file: File,
  { checkText, checkFile, rewriteText, findPlaces }: ToolWork<File>,
): Tool[] {
  // The SDK has validated each input against its schema.
  const tools: Tool[] = [
    {
      name: "check_text",
      title: "Check a text",
      description: `Estimates how likely a text was written by an AI, overall and sentence by sentence. ${CAUTION}`,
      input: CheckText,
      run: (input) => checkText(input as Static<typeof CheckText>),
    },
    {
      name: "check_file",
      title: "Check a file",
      description: `The same for a file: plain text, Markdown, HTML, PDF, DOCX or ODT. ${CAUTION}`,
      input: file,
      run: (input) => checkFile(input as Static<File>),
    },
    {
      name: "rewrite_text",
      title: "Rewrite a text",
      description:
        "A plainer version of stiff prose with the same meaning; numbers, names, quotations, links and code stay as they are. `sentences` says of each sentence what became of it, and why it stayed. The text comes back unchanged when no safe improvement was found.",
      input: RewriteText,
      run: (input) => rewriteText(input as Static<typeof RewriteText>),
    },
  ];
  if (findPlaces !== undefined) {
    tools.push({
      name: "find_places",
      title: "Find places",
      description:
        "States, districts and agricultural markets (mandis) of India, with the ids of AGMARKNET 2.0 and their coordinates. Takes a name, a name with its district or state (azadpur delhi), a question (onion price in lasalgaon) or a PIN code, in any script of India. `match` and `score` say how well each was met, `dropped` which words were left out.",
      input: FindPlaces,
      run: (input) => findPlaces(toParameters(input as Static<typeof FindPlaces>)),
    });
  }
  return tools;
}

function toParameters({ query, limit = 10, ...given }: Static<typeof FindPlaces>): URLSearchParams {
  return new URLSearchParams({ q: query, limit: String(limit), fields: "location", ...given });
}
