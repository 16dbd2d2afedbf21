// Folders with faults for tests: one on a small disk of its own, one that can't be written to. A memory
// file system needs root; without it the shell's limit on file sizes and plain permissions do.
import { execFileSync } from "node:child_process";
import { chmodSync, mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";

export type FaultyFolder = { path: string; remove(): void };

/** A folder on a file system of `size` bytes, or null where none can be mounted. */
export function mountSmallDisk(size: number): FaultyFolder | null {
  if (process.getuid?.() !== 0) return null;
  const path = mkdtempSync(join(tmpdir(), "lodestone-disk-"));
  try {
    execFileSync("mount", ["-t", "tmpfs", "-o", `size=${size}`, "tmpfs", path], { stdio: "pipe" });
  } catch {
    rmSync(path, { recursive: true });
    return null;
  }
  return { path, remove: () => unmount(path) };
}

/** A folder nobody can write to: by permission, or for root, who needs none, by a read-only mount. */
export function makeReadOnlyFolder(): FaultyFolder | null {
  if (process.getuid?.() !== 0) {
    const path = mkdtempSync(join(tmpdir(), "lodestone-sealed-"));
    chmodSync(path, 0o500);
    return {
      path,
      remove() {
        chmodSync(path, 0o700);
        rmSync(path, { recursive: true });
      },
    };
  }
  const disk = mountSmallDisk(1024 * 1024);
  if (disk === null) return null;
  execFileSync("mount", ["-o", "remount,ro", disk.path], { stdio: "pipe" });
  return disk;
}

function unmount(path: string): void {
  // Lazy: a process that was just killed may hold a file for a moment longer.
  execFileSync("umount", ["-l", path], { stdio: "pipe" });
  rmSync(path, { recursive: true, force: true });
}
