import { afterAll, expect, test } from "vitest";
import { type BodyToParse, startBodyThread } from "../http/http.ts";
import { openBodyParser } from "./body-parser.ts";

const here = openBodyParser({ smallMax: Number.POSITIVE_INFINITY });
const there = openBodyParser({ smallMax: 0 });
afterAll(() => there.close());

const { signal } = new AbortController();
const owner = { account: "a", signal };
const bytes = (text: string) => new Uint8Array(Buffer.from(text, "latin1"));
const object = (text: string): BodyToParse => ({
  kind: "object",
  bytes: bytes(text),
  example: "{}",
  depth: 3,
});
const form = (text: string): BodyToParse => ({ kind: "form", bytes: bytes(text) });
const json = (text: string): BodyToParse => ({ kind: "json", bytes: bytes(text) });

test("a body says the same in the thread as it does on the main thread", async () => {
  const bodies: (() => BodyToParse)[] = [
    () => object(""),
    () => object('{"content":"a\\u0062","n":[1,null,{"x":"\\ud800"}]}'),
    () => object('{"__proto__":{"x":1},"constructor":2}'),
    () => object("[]"),
    () => object("{"),
    () => object('{"a":1,"\\u0061":2}'),
    () => object('{"items":[{"id":1,"id":2}]}'),
    () => object(`{"x":${"[".repeat(40)}${"]".repeat(40)}}`),
    () => object('{"x":"\xff"}'),
    () => ({ ...object('{"x":[1,2,3]}'), valuesMax: 2 }) as BodyToParse,
    () => form("a=1&b=%E2%82%AC&c+d=e+f&g"),
    () => form("a=1&a=2"),
    () => form("a=%"),
    () => form("&".repeat(2000)),
    () => json("[1]"),
    () => json("x"),
  ];
  for (const body of bodies) {
    const [inside, outside] = await Promise.all(
      [here, there].map((parser) =>
        parser.parse(body(), owner).catch((error: Error) => `refused: ${error.message}`),
      ),
    );
    expect(outside).toEqual(inside);
    expect(JSON.stringify(outside)).toBe(JSON.stringify(inside));
  }
});

test("the event loop has turns while a large body is parsed", async () => {
  const text = `{"content":"${"\\u0061".repeat(1_000_000)}"}`;
  const body = object(text);
  let turns = 0;
  let isOver = false;
  const turn = () => {
    turns++;
    if (!isOver) setImmediate(turn);
  };
  setImmediate(turn);
  await openedParse(body);
  isOver = true;
  // Parsed on this thread there would be none.
  expect(turns).toBeGreaterThan(5);
});

async function openedParse(body: BodyToParse): Promise<void> {
  const parser = openBodyParser();
  await parser.parse(body, owner);
  await parser.close();
}

test("accounts take turns: one with many bodies doesn't keep another's waiting", async () => {
  const parser = openBodyParser({ smallMax: 0 });
  const order: string[] = [];
  const one = (account: string) =>
    parser.parse(form(`a=${account}`), { account, signal }).then(() => void order.push(account));
  await Promise.all([one("a"), one("a"), one("a"), one("a"), one("b")]);
  expect(order.indexOf("b")).toBeLessThan(2);
  await parser.close();
});

test("a body whose sender has left is not parsed", async () => {
  const parser = openBodyParser({ smallMax: 0 });
  const leaving = new AbortController();
  const first = parser.parse(form("a=1"), owner);
  const second = parser.parse(form("a=2"), { account: "b", signal: leaving.signal });
  leaving.abort(new Error("left"));
  await expect(second).rejects.toThrow("left");
  expect(await first).toEqual([["a", "1"]]);
  expect(await parser.parse(form("a=3"), owner)).toEqual([["a", "3"]]);
  await parser.close();
});

test("a thread that dies fails the body it had, and the next body gets another one", async () => {
  const threads: ReturnType<typeof startBodyThread>[] = [];
  const parser = openBodyParser({
    smallMax: 0,
    start: () => {
      const thread = startBodyThread();
      threads.push(thread);
      return thread;
    },
  });
  const failed = parser.parse(form("a=1"), owner);
  const next = parser.parse(form("a=2"), { account: "b", signal });
  void threads[0]?.terminate();
  await expect(failed).rejects.toThrow("ended");
  expect(await next).toEqual([["a", "2"]]);
  expect(threads).toHaveLength(2);
  await parser.close();
});
