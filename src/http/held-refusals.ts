// Refusals are held back for a moment. A client that asks again as soon as it was refused would otherwise
// be refused thousands of times a second, and all that came on a connection meanwhile goes out in one write.
// The time a request has waited before it was read counts.
import type { Socket } from "node:net";

/** Refusals are sent in small portions, so that no answer waits for many of them. */
const STEP_MS = 2;
/** Steps a refusal waits: together well under the 50 ms in which refusals are promised. */
const STEPS = 8;
export const HELD_MS = STEP_MS * STEPS;
/** Characters held for one connection; a client that sends more without listening gets them at once. */
const HELD_MAX = 65_536;

export type Held = {
  isEmpty(): boolean;
  /** Holds a refusal of a request that has waited so long already. */
  push(refusal: string, waitedMs: number): void;
  /** Writes what is held. */
  release(): void;
};

export type Holder = { add(socket: Socket): Held; releaseAll(): void };

export function createHolder(): Holder {
  // A ring: what is held now goes into the place that comes round last.
  const ring: Held[][] = Array.from({ length: STEPS }, () => []);
  let [at, count] = [0, 0];
  let timer: NodeJS.Timeout | null = null;
  const step = () => {
    at = (at + 1) % STEPS;
    const due = ring[at] ?? [];
    ring[at] = [];
    count -= due.length;
    for (const held of due) held.release();
    if (count === 0 && timer !== null) {
      clearInterval(timer);
      timer = null;
    }
  };
  return {
    add(socket) {
      let text = "";
      const held: Held = {
        isEmpty: () => text === "",
        push(refusal, waitedMs) {
          if (text === "") {
            const waited = Math.min(STEPS - 1, Math.floor(waitedMs / STEP_MS));
            ring[(at + STEPS - waited) % STEPS]?.push(held);
            count++;
            timer ??= setInterval(step, STEP_MS);
          }
          text += refusal;
          if (text.length > HELD_MAX) held.release();
        },
        release() {
          const out = text;
          text = "";
          if (out === "" || !socket.writable || socket.write(out, "latin1")) return;
          // Who does not take its refusals is not asked for more requests.
          socket.pause();
          socket.once("drain", () => socket.resume());
        },
      };
      return held;
    },
    releaseAll() {
      for (let n = 0; n < STEPS; n++) step();
    },
  };
}
