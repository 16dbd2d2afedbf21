// The client beside a hostile one, in a thread of its own: asks for two pages every few milliseconds and says how long
// each answer took from the time its request was due, whether or not earlier ones were answered.
import { Agent, get } from "node:http";
import { parentPort, workerData } from "node:worker_threads";

export type ProbeStart = { httpPort: number };
/** Milliseconds since 1970 at which the request was due, and until it was answered. */
export type Probed = { path: string; dueMs: number; tookMs: number; isOk: boolean };

const PATHS = ["/healthz", "/api/states"];
const EVERY_MS = 10;

const { httpPort } = workerData as ProbeStart;
const agent = new Agent({ keepAlive: true, maxSockets: 64 });
let probed: Probed[] = [];
let waiting = 0;
/** Called when nothing waits any more. */
let onCalm = () => {};

function ask(path: string, dueMs: number): void {
  waiting++;
  const end = (isOk: boolean) => {
    const tookMs = performance.timeOrigin + performance.now() - dueMs;
    probed.push({ path, dueMs, tookMs, isOk });
    waiting--;
    if (waiting === 0) onCalm();
  };
  get({ host: "127.0.0.1", port: httpPort, path, agent }, (reply) => {
    reply.resume();
    reply.on("end", () => end(reply.statusCode === 200));
  }).on("error", () => end(false));
}

let isPaused = false;
setInterval(() => {
  if (isPaused) return;
  const dueMs = performance.timeOrigin + performance.now();
  for (const path of PATHS) ask(path, dueMs);
}, EVERY_MS);

// What was asked is waited for: a stall may begin after the answer to the hostile request, and last.
parentPort?.on("message", () => {
  isPaused = true;
  onCalm = () => {
    onCalm = () => {};
    parentPort?.postMessage(probed);
    probed = [];
    isPaused = false;
  };
  if (waiting === 0) onCalm();
});
