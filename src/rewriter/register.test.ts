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
  "5 C.F.R. 1320 applies.",
  "This contract of employment begins in May.",
])("what binds by its very words is no official prose: %s", (binding) => {
  expect(registerOf(`${binding} ${OFFICIAL}`)).toMatchObject({ isOfficial: false });
});

test("a paper is formal and no official prose", () => {
  expect(registerOf(`In this paper we wait. ${OFFICIAL}`)).toEqual({
    isFormal: true,
    isOfficial: false,
  });
});

test.each([
  "The office was dark when I got in. The office had that Monday smell, and nobody looked up. Everyone says the office is dying.",
  "I made instant noodles in order to survive, kindly gave half to my brother, and cried.",
  "The council has cut bin rounds by five per cent, whilst my neighbours pay more. I am cross, and so is my cat.",
])("a person's own words are none: %s", (text) => {
  expect(registerOf(text).isOfficial).toBe(false);
});

test.each([
  "In this article, I look at five ways to sleep better.",
  "It was this act of kindness that made us all cry.",
])("one word that contracts have too makes no prose formal: %s", (text) => {
  expect(registerOf(text)).toEqual({ isFormal: false, isOfficial: false });
});

test("a text without words is of no register", () => {
  expect(registerOf("")).toEqual({ isFormal: false, isOfficial: false });
});
