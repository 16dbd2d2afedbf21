// Checking and rewriting a text on the page. Somebody signed in pays with a check of the account, as
// with a key; without an account it works at this very machine, so that a new install can be tried.
import type { FastifyRequest } from "fastify";
import { wordsIn } from "../detector/detector.ts";
import { AppError, type Server } from "../http/http.ts";
import {
  describeDocument,
  type Paper,
  type ReportFormat,
  TITLE_LENGTH_MAX,
} from "../report/report.ts";
import type { Strength } from "../rewriter/rewriter.ts";
import { bad, readChoice, readField, readOptionalString } from "./fields.ts";
import { createMetered } from "./metered.ts";
import type { DashboardParts } from "./parts.ts";
import { isLocal } from "./same-site.ts";
import { readInput, withInput } from "./text-input.ts";

const WORDS_MIN_REWRITE = 20;
/** The usual one first. */
const STRENGTHS: readonly Strength[] = ["medium", "light", "strong"];
const KEEP_MAX = 200;
const FORMATS: readonly ReportFormat[] = ["html", "pdf"];
const PAPERS: readonly Paper[] = ["a4", "letter"];

export function addTextRoutes(scope: Server, parts: DashboardParts): void {
  const { client, clock, detector, reporter, rewriter } = parts;
  const metered = createMetered(parts);

  const requireAllowed = async (request: FastifyRequest) => {
    if (!request.visitor && !isLocal(client, request.raw)) throw new AppError("signed_out");
  };

  scope.post("/detect", { onRequest: requireAllowed }, async (request, reply) => {
    const input = await readInput(request, parts);
    const { content, identity } = input;
    const { result, quota } = await metered(request, reply, {
      endpoint: "detect",
      body: identity,
      work: (signal) => detector.detect(content, { signal, explain: true }),
      kept: (result) => ({ content, name: input.name, result: withInput(result, input) }),
    });
    return { ...withInput(result, input), quota };
  });

  scope.post("/regenerate", { onRequest: requireAllowed }, async (request, reply) => {
    const input = await readInput(request, parts);
    const { content, identity } = input;
    const strength = readChoice(request, "strength", STRENGTHS);
    const keep = readKeep(request);
    if (wordsIn(content) < WORDS_MIN_REWRITE) throw new AppError("text_too_short");
    const { result, quota } = await metered(request, reply, {
      endpoint: "regenerate",
      body: JSON.stringify([identity, strength, keep]),
      work: (signal) => rewriter.rewrite(content, { strength, keep, signal }),
      kept: (result) => ({ content, name: input.name, result: withInput(result, input) }),
    });
    return { ...withInput(result, input), quota };
  });

  // A report of the text that was just checked carries the same Idempotency-Key and is free: it is the
  // same check, made again here, since nothing a page could send would prove what we answered.
  scope.post("/report", { onRequest: requireAllowed }, async (request, reply) => {
    const input = await readInput(request, parts);
    const { content, identity, name, sha256 } = input;
    const file = sha256 === undefined ? undefined : { name, sha256 };
    const format = readChoice(request, "format", FORMATS);
    const paper = readChoice(request, "paper", PAPERS);
    const title = readTitle(request);
    const { result } = await metered(request, reply, {
      endpoint: "detect",
      body: identity,
      async work(signal) {
        const detection = withInput(await detector.detect(content, { signal }), input);
        const check = { text: content, detection, file, at: clock(), title, paper };
        return { detection, document: await reporter.write(format, check, signal) };
      },
      kept: ({ detection }) => ({ content, name, result: detection }),
    });
    return reply
      .headers(describeDocument({ format, paper, title: title ?? name }))
      .send(Buffer.from(result.document));
  });
}

function readKeep(request: FastifyRequest): string[] {
  const given = readField(request, "keep") ?? [];
  // A form has no lists: one phrase a line.
  const isLines = typeof given === "string" && request.upload !== undefined;
  const value = isLines ? given.split(/\r?\n/) : given;
  if (!Array.isArray(value) || !value.every((item) => typeof item === "string")) {
    throw bad("'keep' must be a list of texts.");
  }
  const keep = value.map((item: string) => item.trim()).filter((item) => item !== "");
  if (keep.length > KEEP_MAX) throw bad(`'keep' may list at most ${KEEP_MAX} phrases.`);
  return keep;
}

function readTitle(request: FastifyRequest): string | undefined {
  const title = readOptionalString(request, "title");
  if (title !== undefined && title.length > TITLE_LENGTH_MAX) {
    throw bad(`'title' must have at most ${TITLE_LENGTH_MAX} characters.`);
  }
  return title;
}
