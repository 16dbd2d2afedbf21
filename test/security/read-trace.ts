// What a trace of system calls (strace -f -y) says about the outside: addresses contacted beyond loopback,
// and files written beyond the folders given.

export type Outside = { contacted: string[]; written: string[] };

export function readTrace(trace: string, folders: readonly string[]): Outside {
  const contacted = new Set<string>();
  const written = new Set<string>();
  const isInside = (path: string) =>
    folders.some((folder) => path === folder || path.startsWith(`${folder}/`)) ||
    /^\/(dev|proc)\//.test(path);
  for (const line of trace.split("\n")) {
    const call = /^\d+ +(\w+)\(/.exec(line)?.[1];
    if (call === undefined || line.includes("= -1 ENOENT")) continue;
    if (["connect", "sendto", "sendmsg", "sendmmsg"].includes(call)) {
      for (const [, address = ""] of line.matchAll(
        /inet_(?:addr|pton)\((?:AF_INET6?, )?"([^"]+)"/g,
      )) {
        if (!/^(127\.|::1$|::ffff:127\.)/.test(address)) contacted.add(address);
      }
      continue;
    }
    if (call.startsWith("open") && !/O_(CREAT|WRONLY|RDWR)/.test(line)) continue;
    for (const path of pathsIn(line)) if (!isInside(path)) written.add(path);
  }
  return { contacted: [...contacted], written: [...written] };
}

/** Paths in quotation marks, each below the folder named before it where it is relative. */
function pathsIn(line: string): string[] {
  return [...line.matchAll(/(?:<([^<>"]*)>, |\()"([^"]*)"/g)].map(([, folder = "", path = ""]) =>
    path.startsWith("/") || folder === "" ? path : `${folder}/${path}`,
  );
}
