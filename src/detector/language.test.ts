import { expect, test } from "vitest";
import { detectLanguage } from "./language.ts";

const ENGLISH =
  "The ferry left before the fog had lifted, and those of us who were late stood on the pier and watched it go. ";
const SPANISH =
  "El barco salió antes de que se levantara la niebla, y los que llegamos tarde nos quedamos mirando desde el muelle. ";

test("English is recognised, also short, in capitals or without articles", async () => {
  for (const text of [
    ENGLISH,
    ENGLISH.toUpperCase(),
    "I do not know what he said.",
    ENGLISH.replaceAll(/\b(the|a) /gi, ""),
  ]) {
    expect(await detectLanguage(text)).toEqual({ language: "en", isMixed: false });
  }
});

test("other languages are named", async () => {
  expect((await detectLanguage(SPANISH)).language).toBe("es");
  expect(
    (await detectLanguage("Паром ушёл раньше, чем рассеялся туман, и мы остались.")).language,
  ).toBe("ru");
  expect((await detectLanguage("渡轮在雾散之前离开了，我们站在码头上看着它远去。")).language).toBe(
    "zh",
  );
});

test("a text in two languages is called mixed, a foreign sentence in a long text is not", async () => {
  expect((await detectLanguage(ENGLISH.repeat(15) + SPANISH.repeat(15))).isMixed).toBe(true);
  expect(await detectLanguage(ENGLISH.repeat(30) + SPANISH)).toEqual({
    language: "en",
    isMixed: false,
  });
});

test("a few sentences in several languages are called mixed", async () => {
  const german = "Die Fähre legte ab, bevor sich der Nebel hob, und wir standen am Ufer. ";
  const russian = "Паром ушёл раньше, чем рассеялся туман, и мы остались на берегу. ";
  expect((await detectLanguage(ENGLISH + SPANISH + german + russian)).isMixed).toBe(true);
});

test("no letters, no language", async () => {
  expect(await detectLanguage("🙂 42 !")).toEqual({ language: "und", isMixed: false });
  expect(await detectLanguage("")).toEqual({ language: "und", isMixed: false });
});
