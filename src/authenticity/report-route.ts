// POST /v1/report: one text in, a document to hand over out, one check. It is the check /v1/detect
// makes, so the Idempotency-Key of that call covers the report of the same text.
import { type Detector, wordsIn } from "../detector/detector.ts";
import type { Server } from "../http/http.ts";
import {
  describeDocument,
  type Paper,
  type Reporter,
  type ReportFormat,
  TITLE_LENGTH_MAX,
} from "../report/report.ts";
import { bad, type ContentLimits, readContent, withInput } from "./content.ts";
import type { Guard } from "./guard.ts";
import { EXPOSED } from "./replies.ts";
import { report as schema } from "./schemas.ts";

const FORMATS: readonly ReportFormat[] = ["html", "pdf"];
const PAPERS: readonly Paper[] = ["a4", "letter"];

export function addReportRoute(
  scope: Server,
  parts: {
    guard: Guard;
    detector: Detector;
    reporter: Reporter;
    clock: () => number;
    limits: ContentLimits;
  },
): void {
  const { guard, detector, reporter, clock, limits } = parts;
  scope.post("/report", { schema, onRequest: guard.admit }, async (request, reply) => {
    const input = await readContent(request, limits);
    const { content, parameters, identity, name, sha256 } = input;
    const file = sha256 === undefined ? undefined : { name, sha256 };
    const format = readChoice(parameters, "format", FORMATS);
    const paper = readChoice(parameters, "paper", PAPERS);
    const title = readTitle(parameters.get("title"));
    if (wordsIn(content) === 0) throw bad("The text has no words.");
    const { document } = await guard.metered(request, reply, {
      endpoint: "detect",
      body: identity,
      async work(signal) {
        const detection = withInput(await detector.detect(content, { signal }), input);
        const check = { text: content, detection, file, at: clock(), title, paper };
        return { detection, document: await reporter.write(format, check, signal) };
      },
      kept: ({ detection }) => ({ content, name, result: detection }),
    });
    return (
      reply
        .headers(describeDocument({ format, paper, title: title ?? name }))
        // A page that asked for it may read the name to save it under.
        .header("access-control-expose-headers", `${EXPOSED}, content-disposition`)
        .send(Buffer.from(document))
    );
  });
}

/** One of a few words; the first when it is left out. */
function readChoice<T extends string>(
  parameters: ReadonlyMap<string, unknown>,
  name: string,
  choices: readonly T[],
): T {
  const given = parameters.get(name) ?? "";
  const choice = given === "" ? choices[0] : choices.find((known) => known === given);
  if (choice === undefined) throw bad(`Parameter '${name}' must be one of ${choices.join(", ")}.`);
  return choice;
}

function readTitle(title: unknown): string | undefined {
  if (title === undefined || title === null || title === "") return undefined;
  if (typeof title !== "string" || title.length > TITLE_LENGTH_MAX) {
    throw bad(`Parameter 'title' must be a text of at most ${TITLE_LENGTH_MAX} characters.`);
  }
  return title;
}
