import { expect, test } from "vitest";
import { findCutFaultIn } from "./cut-checks.ts";

type Parts = [head: string, tail: string];

// For each check a cut that it refuses, and one much like it that says what the sentence said.
test.each([
  [
    "one thing",
    ["Did the council know of the plan", "The fishermen knew of it, didn't they?"],
    ["The council knew of the plan", "The fishermen knew of it."],
  ],
  [
    "one thing",
    ["May the wind fill our sails", "The rain has stayed away."],
    ["May 12 was a day of storms", "The rain has stayed away."],
  ],
  [
    "credit",
    ["The dams will be safe this time", "The town can sleep, said Mr. Grant."],
    ["The dams will be safe this time", "The town can sleep, and Mr. Grant is glad."],
  ],
  [
    "lines",
    ["It came at night, A light from far away", "Nobody saw it."],
    ["It came at night, a light from far away", "Nobody saw it."],
  ],
  [
    "lines",
    ["Many make that noise The law asks for more", "A groan is not a work."],
    ["Many make that noise. The law asks for more", "A groan is not a work."],
  ],
  [
    "report",
    ["He argues that rules help the town", "They keep the peace."],
    ["The old rules still help the town", "They keep the peace."],
  ],
  [
    "report",
    ["They knew the letters had to be kept", "They had become their life."],
    ["They kept the letters for years", "They had become their life."],
  ],
  [
    "supposed",
    ["In theory, the road is open", "The ferry runs all night."],
    ["In May, the road is open", "The ferry runs all night."],
  ],
  [
    "clause",
    ["The reason is that tides rise early", "They flood the lower town."],
    ["The reason is a tide that rises early", "It floods the lower town."],
  ],
  [
    "clause",
    ["If it rains, we stay at home", "We read all day."],
    ["In the rain, we stayed at home", "We read all day."],
  ],
  [
    "clause",
    ["But if it rains on the day, we stay at home", "We read all day."],
    ["But in the rain, we stayed at home", "We read all day."],
  ],
  [
    "report",
    ["Holm says rules help the town", "They keep the peace."],
    ["Holm made rules to help the town", "They keep the peace."],
  ],
  [
    "credit",
    ["The ferry is safe, according to the mayor", "It was tested in May."],
    ["The ferry is safe and known to the mayor", "It was tested in May."],
  ],
  [
    "clause",
    ["While this news may fuel some worries", "Doctors say that such cases are rare."],
    ["While this is news, it fuels old worries", "Doctors say that such cases are rare."],
  ],
  [
    "contrast",
    ["Their trade is not a game", "It is the work of a life."],
    ["Their trade is a hard one", "It is the work of a life."],
  ],
  [
    "contrast",
    ["The robots don't replace the pickers", "They find the fruit for them."],
    ["The robots help the pickers", "They find the fruit for them."],
  ],
  [
    "contrast",
    ["The storm is more than a day of wind", "It is the end of the fleet."],
    ["The storm is a long day of wind", "It is the end of the fleet."],
  ],
  [
    "open end",
    ["They were given small jobs like", "Mending the nets was one."],
    ["They were given small jobs on deck", "Mending the nets was one."],
  ],
  [
    "choice",
    ["In one town people stay for life", "In another they leave at twenty."],
    ["In this town people stay for life", "In May they leave for the hills."],
  ],
  [
    "choice",
    ["The hat is either large, which is fine", "It may be medium as well."],
    ["The hat is either large or red", "It may be medium as well."],
  ],
  [
    "enclosed",
    ["They sold all of it (the house", "The garden went as well)."],
    ["They sold all of it (the house)", "The garden went as well."],
  ],
  [
    "enclosed",
    ['The sign read "Doors shut at nine', 'Dogs stay outside".'],
    ['The sign "Doors shut at nine" was old', "Dogs stayed outside."],
  ],
  [
    "row",
    ["I am alive, and I grow; I need air", "Water kills me."],
    ["I am alive, and I grow and need air", "Water kills me."],
  ],
  [
    "enclosed",
    ['The town once read their "pact"', "The lords kept it for years."],
    ["The town once read their pact", "The lords kept it for years."],
  ],
  [
    "row",
    ["Two rules hold here: doors are shut at nine", "Dogs stay outside."],
    ["Two rules hold here, and doors are shut at 9:30", "Dogs stay outside."],
  ],
] satisfies [string, Parts, Parts][])("a cut is refused for its %s: %s", (name, refused, right) => {
  const faultOf = ([head, tail]: Parts) => findCutFaultIn({ head, tail });
  expect(faultOf(refused)).toBe(name);
  expect(faultOf(right)).toBeUndefined();
});
