// The samples of the documentation run as pasted: in a shell, as a TypeScript file and as a Python file.
import { execFile } from "node:child_process";
import { existsSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { promisify } from "node:util";
import { afterAll, beforeAll, expect, test, vi } from "vitest";
import { type Program, startProgram } from "../program.ts";
import { call, makeKey, makeManagementKey, openAccounts, TEXT } from "./v1.ts";

type Sample = { lang: string; source: string };
type Operation = { operationId: string; "x-codeSamples": Sample[] };

let program: Program;
let folder: string;
let key: string;
let managementKey: string;
beforeAll(async () => {
  program = await startProgram({ WORKERS: "1", RATE_PER_MINUTE: "100000" });
  folder = mkdtempSync(join(tmpdir(), "lodestone-samples-"));
  writeFileSync(join(folder, "essay.txt"), TEXT);
  const { accounts, close } = await openAccounts(program);
  const made = await makeKey(accounts, { isTest: true });
  key = made.key;
  managementKey = await makeManagementKey(accounts, made.accountId);
  await close();
});
afterAll(async () => {
  await program.stop();
  rmSync(folder, { recursive: true });
});

const LANGUAGES = [
  ["shell", "/usr/bin/curl", "/bin/bash", "sh"],
  ["typescript", process.execPath, process.execPath, "mts"],
  ["python", "/usr/bin/python3", "/usr/bin/python3", "py"],
] as const;

test.for(LANGUAGES)(
  "every sample in %s runs as pasted",
  async ([lang, needed, command, ending], context) => {
    context.skip(!existsSync(needed), `${needed} is not here`);
    const ca = join(program.dataDir, "tls/ca.pem");
    const env = {
      PATH: process.env.PATH,
      LODESTONE_API_KEY: key,
      LODESTONE_MANAGEMENT_KEY: managementKey,
      SSL_CERT_FILE: ca,
      NODE_EXTRA_CA_CERTS: ca,
    };
    let count = 0;
    let job = "";
    let managed = "";
    const finished = (id: string) =>
      vi.waitFor(async () => {
        const headers = { "x-api-key": key, origin: "https://example.com" };
        const { body } = await call(program, { method: "GET", path: `/v1/jobs/${id}`, headers });
        expect(body.status).toBe("done");
      }, 20_000);
    for (const service of ["api", "v1"]) {
      const { body } = await call(program, { method: "GET", path: `/${service}/openapi.json` });
      const operations = Object.values<Record<string, Operation>>(body.paths).flatMap(
        Object.values<Operation>,
      );
      // A job is cancelled after its result was read; a key is made first, and replaced and revoked last.
      const order = ["", "cancelJob", "rotateKey", "revokeKey"];
      const isLast = ({ operationId }: Operation) =>
        operationId === "createKey" ? -1 : Math.max(0, order.indexOf(operationId));
      operations.sort((one, other) => isLast(one) - isLast(other));
      for (const { operationId, "x-codeSamples": samples } of operations) {
        const source = samples.find((sample) => sample.lang === lang)?.source ?? "";
        expect(source).toContain(program.https);
        const file = join(folder, `${operationId}.${ending}`);
        // Of the job that the sample before made, and that is done by now.
        const example = /job_[\w-]{20}/;
        if (example.test(source)) await finished(job);
        const ownKey = /key_h5Jd2sW9vLq7Rt4NbX8c/;
        writeFileSync(file, source.replace(example, job).replace(ownKey, managed));
        const { stdout } = await promisify(execFile)(command, [file], {
          cwd: folder,
          env,
          maxBuffer: 2e7,
        });
        // Files are saved, everything else is printed; refusals have this word in both services.
        if (!operationId.startsWith("report"))
          expect(stdout, `${lang} ${operationId}`).not.toBe("");
        expect(stdout.slice(0, 200), `${lang} ${operationId}`).not.toMatch(
          /"status":"error"|^(\d+ )?\{"error"/,
        );
        if (operationId === "createJob") job = /"id": ?"(job_[\w-]{20})"/.exec(stdout)?.[1] ?? "";
        if (["createKey", "rotateKey"].includes(operationId))
          managed = /"id": ?"(key_[\w-]+)"/.exec(stdout)?.[1] ?? "";
        count += 1;
      }
    }
    expect(existsSync(join(folder, "report.pdf"))).toBe(true);
    expect(count).toBe(39);
  },
);
