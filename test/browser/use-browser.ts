// One program and one browser for the tests of a file, and the visits those make.
import type { Browser } from "playwright-core";
import { afterAll, afterEach, beforeAll } from "vitest";
import { type Program, startProgram } from "../program.ts";
import { launchBrowser, openPage, type Visit } from "./browser.ts";

type VisitOptions = Parameters<typeof openPage>[2];

/** Starts both before the tests and stops them after; after each test its visits are closed and their problems
 * reported. */
export function useBrowser(): {
  program(): Program;
  visit(options?: VisitOptions, of?: Program): Promise<Visit & { base: string }>;
} {
  let program: Program;
  let browser: Browser;
  const visits: Visit[] = [];
  beforeAll(async () => {
    [program, browser] = await Promise.all([startProgram({ WORKERS: "1" }), launchBrowser()]);
  });
  afterAll(async () => {
    await browser?.close();
    await program?.stop();
  });
  afterEach(async () => {
    // In every journey: no script errors, and no requests to other hosts.
    const problems = visits.flatMap((visit) => visit.problems);
    for (const visit of visits.splice(0)) await visit.close();
    if (problems.length > 0) throw new Error(problems.join("\n"));
  });
  return {
    program: () => program,
    async visit(options, of = program) {
      const opened = await openPage(browser, of, options);
      visits.push(opened);
      return opened;
    },
  };
}
