// A power cut of the embedded store, simulated: while checks are being counted the database's files are
// copied at random moments, as a disk would hold them, and the last writes of the copy are torn. Each copy
// must open by itself and hold every check whose answer was sent before the copying began.

import { spawn } from "node:child_process";
import {
  copyFileSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  rmSync,
  statSync,
  truncateSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { createInterface } from "node:readline";
import { fileURLToPath } from "node:url";
import Database from "better-sqlite3";
import { afterAll, expect, test } from "vitest";
import { openStore } from "../../src/store/store.ts";
import { buildAccounts, buildKey } from "../../testing/build-accounts.ts";

const child = fileURLToPath(new URL("./counting-child.ts", import.meta.url));
const clock = () => Date.UTC(2026, 4, 20, 10);
const DAY = "2026-05-20";
const COPIES = 30;
const folder = mkdtempSync(join(tmpdir(), "lodestone-power-"));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

/** What a power cut may do to the end of the write-ahead log beyond what was flushed. */
const TEARS: ReadonlyArray<[name: string, tear: (wal: string, flushed: number) => void]> = [
  ["as it is", () => {}],
  ["half a page more", (wal) => append(wal, 2048, () => 0)],
  [
    "a whole frame of noise more",
    (wal) => append(wal, 4096 + 24, () => Math.floor(Math.random() * 256)),
  ],
  [
    "cut somewhere after what was flushed",
    (wal, flushed) => {
      const { length } = readFileSync(wal);
      if (length > flushed)
        truncateSync(wal, flushed + Math.floor(Math.random() * (length - flushed)));
    },
  ],
  [
    "noise after what was flushed",
    (wal, flushed) => {
      const bytes = readFileSync(wal);
      for (let at = flushed; at < bytes.length; at++) bytes[at] = Math.floor(Math.random() * 256);
      writeFileSync(wal, bytes);
    },
  ],
];

function append(file: string, size: number, byte: () => number): void {
  writeFileSync(file, Buffer.from(Array.from({ length: size }, byte)), { flag: "a" });
}

test(`${COPIES} copies taken under load, with torn ends, all open and miss no answered check`, async () => {
  const dataDir = join(folder, "live");
  const store = await openStore({ dataDir, clock });
  const { accountId, secret } = await buildKey(buildAccounts(store, clock));
  await store.close();

  const running = spawn(process.execPath, [child, dataDir, "", secret, "1", "1000000"], {
    stdio: ["ignore", "pipe", "inherit"],
  });
  const ended = new Promise((resolve) => running.once("exit", resolve));
  let answered = 0;
  const seen: { copy: string; answered: number; tear: string }[] = [];
  let nextAt = 20;
  // oxlint-disable-next-line no-underscore-dangle -- Only the number of lines counts.
  for await (const _line of createInterface({ input: running.stdout })) {
    answered++;
    if (answered < nextAt) continue;
    nextAt = answered + 1 + Math.floor(Math.random() * 60);
    // What was said to be counted by now must be in the copy: it was flushed before it was said.
    const copy = join(folder, String(seen.length));
    mkdirSync(copy);
    const live = (name: string) => join(dataDir, `lodestone.db${name}`);
    const own = (name: string) => join(copy, `lodestone.db${name}`);
    // How much of the log is on disk for certain, before anything is copied.
    const flushed = sizeOf(live("-wal"));
    copyPoint(live(""), own(""), live("-wal"), own("-wal"));
    const [tear, apply] = TEARS[seen.length % TEARS.length] as (typeof TEARS)[number];
    if (existsSync(own("-wal"))) apply(own("-wal"), flushed);
    seen.push({ copy, answered, tear });
    if (seen.length === COPIES) break;
  }
  running.kill("SIGKILL");
  await ended;

  for (const { copy, answered: before, tear } of seen) {
    const raw = new Database(join(copy, "lodestone.db"));
    expect([tear, raw.pragma("integrity_check", { simple: true })]).toEqual([tear, "ok"]);
    raw.close();
    const opened = await openStore({ dataDir: copy, clock });
    const used = await opened.readUsed(accountId, DAY);
    const usage = await opened.listUsage(accountId, { from: DAY, to: DAY });
    expect([tear, used >= before]).toEqual([tear, true]);
    // The parts of one transaction are all there or none: the two counts agree.
    expect(usage.reduce((sum, { checks }) => sum + checks, 0)).toBe(used);
    // And it goes on counting.
    const next = {
      accountId,
      keyId: null,
      endpoint: "detect",
      day: DAY,
      limit: 1_000_000,
      checks: 1,
      at: clock(),
    };
    expect(await opened.countCheck(next)).toEqual({
      outcome: "counted",
      counted: 1,
      used: used + 1,
    });
    await opened.close();
  }
}, 600_000);

/** Both files as they are at one moment. A checkpoint between the two copies would mix two moments, which
 * no disk does; it shows in the database file's change, and then the copy is taken again. */
function copyPoint(db: string, dbCopy: string, wal: string, walCopy: string): void {
  for (let tries = 0; tries < 50; tries++) {
    const before = stateOf(db, wal);
    if (existsSync(wal)) copyFileSync(wal, walCopy);
    copyFileSync(db, dbCopy);
    if (stateOf(db, wal) === before) return;
  }
  throw new Error("The files never held still.");
}

/** The database file changes only in a checkpoint; the log's salts change when it begins anew. */
function stateOf(db: string, wal: string): string {
  const head = existsSync(wal) ? readFileSync(wal).subarray(0, 32).toString("hex") : "";
  const { mtimeNs, size } = statSync(db, { bigint: true });
  return `${mtimeNs} ${size} ${head}`;
}

function sizeOf(file: string): number {
  return existsSync(file) ? statSync(file).size : 0;
}
