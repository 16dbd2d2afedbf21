// Renders a kustomization as `kubectl kustomize` does, for the part of it that the shipped files use: resources,
// components and JSON patches. Anything else is refused, so that no file is taken for tested that is not; the
// workflow of the project renders the same folders with kubectl itself.
import { readFileSync, statSync } from "node:fs";
import { dirname, join } from "node:path";
import { applyPatch, type Operation } from "rfc6902";
import { parse, parseAllDocuments } from "yaml";

export type Manifest = { apiVersion: string; kind: string; metadata: { name: string } };

type Patch = { target: { kind: string; name: string }; patch: string };
type Kustomization = { resources?: string[]; components?: string[]; patches?: Patch[] };

const KNOWN = new Set(["apiVersion", "kind", "resources", "components", "patches"]);

export function render(folder: string, given: readonly Manifest[] = []): Manifest[] {
  const about = parse(readFileSync(join(folder, "kustomization.yaml"), "utf8")) as Kustomization;
  const unknown = Object.keys(about).filter((name) => !KNOWN.has(name));
  if (unknown.length > 0) throw new Error(`${folder}: ${unknown.join(", ")} can't be rendered.`);
  let manifests = [
    ...given,
    ...(about.resources ?? []).flatMap((name) => readResource(join(folder, name))),
  ];
  for (const name of about.components ?? []) manifests = render(join(folder, name), manifests);
  for (const patch of about.patches ?? []) apply(manifests, patch, folder);
  return manifests;
}

function readResource(path: string): Manifest[] {
  if (statSync(path).isDirectory()) return render(path);
  return parseAllDocuments(readFileSync(path, "utf8")).map((document) => {
    if (document.errors.length > 0) throw new Error(`${dirname(path)}: ${document.errors[0]}`);
    return document.toJS() as Manifest;
  });
}

function apply(manifests: readonly Manifest[], { target, patch }: Patch, folder: string): void {
  const found = manifests.filter(
    ({ kind, metadata }) => kind === target.kind && metadata.name === target.name,
  );
  if (found.length !== 1) throw new Error(`${folder}: no ${target.kind} ${target.name} to patch.`);
  const problems = applyPatch(found[0], parse(patch) as Operation[]).filter(
    (each) => each !== null,
  );
  if (problems.length > 0) throw new Error(`${folder}: ${problems.join("; ")}`);
}
