// Who may work on the last checks of a day. Each running request of an account holds a seat, and
// there are as many as checks left. A request that finds none waits while others run, because one of
// them may fail and release its check; when none is running any more it is refused. So no work is wasted
// and no request is refused a check that is still available. A batch that can't have all it wants waits
// in the same way and then takes what is left. Seats are local to this process: the store's conditional
// increment has the final say.

export type Seats = {
  take(name: string, ask: { used: number; limit: number; wanted: number }): SeatAnswer;
};

export type SeatAnswer =
  /** `seats` may be fewer than wanted. `settle` gives them back, once, with the newly known count. */
  | { state: "taken"; seats: number; settle(used?: number): void }
  /** Resolves with the count known then; ask again. */
  | { state: "wait"; until: Promise<number> }
  | { state: "full" };

type SeatRequest = { name: string; used: number; limit: number };

/** Both seats or none; `by` says which of them is missing. */
export type SeatsAnswer =
  | { state: "taken"; account: TakenSeat; key: TakenSeat | undefined }
  | (Exclude<SeatAnswer, TakenSeat> & { by: "account" | "key" });

export type TakenSeat = Extract<SeatAnswer, { state: "taken" }>;

type Room = { used: number; running: number; waiters: ((used: number) => void)[] };

export function createSeats(): Seats {
  const rooms = new Map<string, Room>();

  const settle = (name: string, room: Room, seats: number, used: number) => {
    room.running -= seats;
    room.used = Math.max(room.used, used);
    const woken = room.waiters.splice(0);
    if (room.running === 0) rooms.delete(name);
    for (const wake of woken) wake(room.used);
  };

  return {
    take(name, { used, limit, wanted }) {
      const room = rooms.get(name) ?? { used: 0, running: 0, waiters: [] };
      room.used = Math.max(room.used, used);
      const free = limit - room.used - room.running;
      if (free < wanted && room.running > 0)
        return { state: "wait", until: new Promise((resolve) => room.waiters.push(resolve)) };
      if (free < 1) return { state: "full" };
      const seats = Math.min(free, wanted);
      room.running += seats;
      rooms.set(name, room);
      let isSettled = false;
      return {
        state: "taken",
        seats,
        settle(newlyUsed = 0) {
          if (isSettled) return;
          isSettled = true;
          settle(name, room, seats, newlyUsed);
        },
      };
    },
  };
}

/** Takes seats of a key that has a limit of its own, and as many of its account. */
export function takeBoth(
  seats: Seats,
  wanted: number,
  { account, key }: { account: SeatRequest; key: SeatRequest | undefined },
): SeatsAnswer {
  const keySeat = key && seats.take(key.name, { ...key, wanted });
  if (keySeat && keySeat.state !== "taken") return { ...keySeat, by: "key" };
  const seat = seats.take(account.name, { ...account, wanted: keySeat?.seats ?? wanted });
  if (seat.state === "taken") return { state: "taken", account: seat, key: keySeat };
  keySeat?.settle();
  return { ...seat, by: "account" };
}
