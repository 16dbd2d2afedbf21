// Who gets the last checks of a day, without a store: decided by the order of requests and releases.
import { expect, test } from "vitest";
import { createSeats, type SeatAnswer } from "./seats.ts";

const day = "acc 2026-03-01";

function taken(answer: SeatAnswer) {
  if (answer.state !== "taken") throw new Error(answer.state);
  return answer;
}

function waiting(answer: SeatAnswer): Promise<number> {
  if (answer.state !== "wait") throw new Error(answer.state);
  return answer.until;
}

test("as many run as checks are left; the next one waits, and takes what a failure leaves", async () => {
  const seats = createSeats();
  const ask = { used: 3, limit: 5, wanted: 1 };
  const [one] = [taken(seats.take(day, ask)), taken(seats.take(day, ask))];
  const until = waiting(seats.take(day, ask));
  one.settle();
  expect(await until).toBe(3);
  expect(seats.take(day, ask).state).toBe("taken");
  expect(seats.take(day, ask).state).toBe("wait");
});

test("a request is refused only when all checks are counted and nobody runs", async () => {
  const seats = createSeats();
  const last = taken(seats.take(day, { used: 4, limit: 5, wanted: 1 }));
  const until = waiting(seats.take(day, { used: 4, limit: 5, wanted: 1 }));
  last.settle(5);
  const used = await until;
  expect(used).toBe(5);
  expect(seats.take(day, { used, limit: 5, wanted: 1 })).toEqual({ state: "full" });
  // An operator may have lowered the limit below what was used.
  expect(seats.take(day, { used, limit: 2, wanted: 1 })).toEqual({ state: "full" });
});

test("a count told by one that left holds for those who come while others run", () => {
  const seats = createSeats();
  const ask = { used: 0, limit: 2, wanted: 1 };
  const [one] = [taken(seats.take(day, ask)), taken(seats.take(day, ask))];
  one.settle(1);
  // This one read the count before; one check is used and the other is being worked on.
  expect(seats.take(day, ask).state).toBe("wait");
});

test("an older count never hides a newer one", async () => {
  const seats = createSeats();
  const newer = taken(seats.take(day, { used: 2, limit: 4, wanted: 1 }));
  const older = taken(seats.take(day, { used: 0, limit: 4, wanted: 1 }));
  const until = waiting(seats.take(day, { used: 1, limit: 4, wanted: 1 }));
  // It failed, so it has nothing new to tell.
  older.settle();
  expect(await until).toBe(2);
  newer.settle(1);
  expect(seats.take(day, { used: 2, limit: 4, wanted: 1 }).state).toBe("taken");
});

test("when nobody runs any more, only the store's count matters", () => {
  const seats = createSeats();
  const ask = { used: 0, limit: 1, wanted: 1 };
  taken(seats.take(day, ask)).settle(1);
  expect(seats.take(day, ask).state).toBe("taken");
});

test("leaving twice gives back one seat", () => {
  const seats = createSeats();
  const ask = { used: 0, limit: 2, wanted: 1 };
  const [one] = [taken(seats.take(day, ask)), taken(seats.take(day, ask))];
  one.settle();
  one.settle();
  expect(seats.take(day, ask).state).toBe("taken");
  expect(seats.take(day, ask).state).toBe("wait");
});

test("a batch waits while others run and might leave it more, then takes what is left", async () => {
  const seats = createSeats();
  const single = taken(seats.take(day, { used: 0, limit: 5, wanted: 1 }));
  // Four are free, which is all that another batch wants.
  const fitting = taken(seats.take(day, { used: 0, limit: 5, wanted: 4 }));
  expect(fitting.seats).toBe(4);
  fitting.settle(2);
  const until = waiting(seats.take(day, { used: 0, limit: 5, wanted: 3 }));
  single.settle(3);
  const used = await until;
  expect(taken(seats.take(day, { used, limit: 5, wanted: 3 })).seats).toBe(2);
});

test("other accounts and other days have seats of their own", () => {
  const seats = createSeats();
  const ask = { used: 0, limit: 1, wanted: 1 };
  taken(seats.take("acc 2026-03-01", ask));
  expect(seats.take("acc 2026-03-02", ask).state).toBe("taken");
  expect(seats.take("bcc 2026-03-01", ask).state).toBe("taken");
});
