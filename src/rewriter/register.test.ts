import { expect, test } from "vitest";
import { registerOf } from "./register.ts";

const OFFICIAL =
  "With regard to your application of 3 May, you are requested to furnish the requisite form prior to the visit. No fee is due in respect of the visit.";

test("official prose is known by the stock phrases of offices, several kinds of them", () => {
  expect(registerOf(OFFICIAL)).toEqual({ isFormal: false, isOfficial: true });
  expect(registerOf("Please bring the form prior to the visit, and prior to the fee.")).toEqual({
    isFormal: false,
    isOfficial: false,
  });
});

test.each([
  "This Agreement is made between the parties.",
  "The lessee shall pay the rent.",
  "In this section, a day is 24 hours.",
])("what binds by its very words is no official prose: %s", (binding) => {
  expect(registerOf(`${binding} ${OFFICIAL}`)).toEqual({ isFormal: true, isOfficial: false });
});

test("a paper is formal and no official prose", () => {
  expect(registerOf(`In this paper we wait. ${OFFICIAL}`)).toEqual({
    isFormal: true,
    isOfficial: false,
  });
});

test("a text without words is of no register", () => {
  expect(registerOf("")).toEqual({ isFormal: false, isOfficial: false });
});
