// Nothing leaves the machine, and nothing is written but in DATA_DIR and the temporary folder: every part of
// the program, its dependencies included, is used once in a network of its own while its system calls are
// recorded. onnxruntime would look up its maker's collector, and keep a queue in the home folder.
import { spawnSync } from "node:child_process";
import {
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, test } from "vitest";
import { buildWeb } from "../../src/dashboard/dashboard.ts";
import { createLog } from "../../src/http/http.ts";
import { readTrace } from "./read-trace.ts";

const SYSTEM_CALLS =
  "connect,sendto,sendmsg,sendmmsg,open,openat,openat2,creat,mkdir,mkdirat,rename,renameat,renameat2,link,linkat,symlink,symlinkat,mknod,mknodat";

const canIsolate =
  process.getuid?.() === 0 &&
  ["/usr/bin/strace", "/usr/bin/unshare"].every((file) => existsSync(file)) &&
  spawnSync("unshare", ["--net", "--mount", "ip", "link", "set", "lo", "up"]).status === 0;

test.skipIf(!canIsolate)(
  "serving, checking, rewriting, files, reports, imports and benchmarks look up no name, connect to nobody and write only where they may",
  async () => {
    // Pages are built into the checkout when they are stale, which is no part of serving.
    expect((await buildWeb({ log: createLog({ level: "silent" }) })).ok).toBe(true);
    const folder = mkdtempSync(join(tmpdir(), "lodestone-outside-"));
    try {
      const home = join(folder, "home");
      const used = join(folder, "used");
      for (const each of [home, used]) mkdirSync(each);
      const trace = join(folder, "trace");
      const resolver = join(folder, "resolv.conf");
      writeFileSync(resolver, "nameserver 127.0.0.1\n");
      const script = [
        "ip link set lo up",
        `mount --bind ${resolver} /etc/resolv.conf`,
        `exec strace -f -y -qq --seccomp-bpf -o ${trace} -e trace=${SYSTEM_CALLS} "$0" "$@"`,
      ].join(" && ");
      const program = new URL("whole-use.ts", import.meta.url).pathname;
      const words = ["--net", "--mount", "sh", "-c", script, process.execPath, program, used];
      // The variable that the program must set by itself is not inherited from the test's own process.
      // Neither the variable that stops telemetry nor the tests' cache of compiled code is there by default.
      const { ORT_DISABLE_TELEMETRY: _, NODE_COMPILE_CACHE: __, ...env } = process.env;
      const run = spawnSync("unshare", words, {
        env: { ...env, HOME: home, TMPDIR: used },
        encoding: "utf8",
      });
      expect(run.status, run.stderr).toBe(0);
      const { did, names } = JSON.parse(run.stdout) as { did: string[]; names: string[] };
      expect(did).toHaveLength(12);
      const { contacted, written } = readTrace(readFileSync(trace, "utf8"), [used]);
      expect({ names, contacted, written, home: readdirSync(home) }).toEqual({
        names: [],
        contacted: [],
        written: [],
        home: [],
      });
    } finally {
      rmSync(folder, { recursive: true, force: true });
    }
  },
);
