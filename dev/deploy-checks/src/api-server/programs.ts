import { existsSync } from "node:fs";
import { readFile, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { cacheFolder, findProgram, installOnce, runCommand } from "@matinale/dev-services";
import { z } from "zod";
import { kubernetes } from "../chart/tools.ts";

const programs = {
  "kube-apiserver": { path: "k8s.io/kubernetes/cmd/kube-apiserver", version: `v${kubernetes}` },
  kubectl: { path: "k8s.io/kubernetes/cmd/kubectl", version: `v${kubernetes}` },
  etcd: { path: "go.etcd.io/etcd/server/v3", version: "v3.6.4" },
} as const;

const definitions = [
  {
    module: "sigs.k8s.io/gateway-api@v1.4.1",
    files: ["config/crd/standard/gateway.networking.k8s.io_httproutes.yaml"],
  },
  {
    module: "github.com/prometheus-operator/prometheus-operator@v0.85.0",
    files: ["prometheusrules", "servicemonitors"].map(
      (name) => `example/prometheus-operator-crd/monitoring.coreos.com_${name}.yaml`,
    ),
  },
  {
    module: "github.com/kedacore/keda/v2@v2.17.2",
    files: ["config/crd/bases/keda.sh_scaledobjects.yaml"],
  },
];

const [major = "", minor = ""] = kubernetes.split(".");
const about = "k8s.io/component-base/version";
const flags = `-s -w -X ${about}.gitVersion=v${kubernetes} -X ${about}.gitMajor=${major} -X ${about}.gitMinor=${minor}`;

/**
 * The folder with Kubernetes' API server, etcd and kubectl: in the cache, or built by Go, which takes seven minutes of
 * CPU time.
 *
 * @throws Error  when there is no Go
 */
export async function apiServerPrograms(): Promise<string> {
  const folder = join(cacheFolder(), "tools", `api-server-${kubernetes}`);
  if (!existsSync(folder) && findProgram("go") === undefined)
    throw new Error("install Go, which builds the API server");
  return installOnce(folder, build);
}

async function build(work: string): Promise<string> {
  process.stdout.write(
    `  building the API server of Kubernetes ${kubernetes}; this happens once and takes some minutes\n`,
  );
  const go = (...args: string[]) =>
    runCommand("go", args, { cwd: work, env: { ...process.env, GOFLAGS: "-mod=mod" } });
  const modules = await stagingModules();
  await writeFile(
    join(work, "go.mod"),
    [
      "module programs",
      ...modules.map((module) => `replace ${module} => ${module} v0.${minor}.0`),
    ].join("\n"),
  );
  await go("get", ...Object.values(programs).map(({ path, version }) => `${path}@${version}`));
  for (const [name, { path }] of Object.entries(programs))
    await go("build", "-ldflags", flags, "-o", name, path);
  return work;
}

/** Kubernetes' staging modules. Its go.mod refers to them by folder, so a build from outside must set versions. */
async function stagingModules(): Promise<string[]> {
  const { GoMod } = await download(`k8s.io/kubernetes@v${kubernetes}`);
  const text = await readFile(GoMod, "utf8");
  return [...text.matchAll(/^\s*(\S+) => \.\/staging\//gm)].map(([, name = ""]) => name);
}

const downloaded = z.object({ Dir: z.string(), GoMod: z.string() });

async function download(module: string): Promise<z.infer<typeof downloaded>> {
  return downloaded.parse(JSON.parse(await runCommand("go", ["mod", "download", "-json", module])));
}

/** Published definitions of the custom resources that the chart uses. */
export async function kindDefinitions(): Promise<string[]> {
  const found = await Promise.all(
    definitions.map(async ({ module, files }) => {
      const { Dir } = await download(module);
      return files.map((file) => join(Dir, file));
    }),
  );
  return found.flat();
}
