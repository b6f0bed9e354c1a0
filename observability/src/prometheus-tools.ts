import { readdir } from "node:fs/promises";
import { join } from "node:path";
import { cacheFolder, findProgram, installOnce, runCommand } from "@matinale/dev-services";

type Program = "prometheus" | "promtool";

const goVersion = "v0.309.1";
const canUnpack = () =>
  process.platform === "linux" &&
  findProgram("apt-get") !== undefined &&
  findProgram("dpkg-deb") !== undefined;

/**
 * Prometheus or promtool: on PATH, from the cache, from Debian's package unpacked into the cache
 * (installing the package would start a server), or built by Go.
 *
 * @throws Error  that says what to install
 */
export async function prometheusProgram(name: Program): Promise<string> {
  const found = findProgram(name);
  if (found) return found;
  return installOnce(join(cacheFolder(), "tools", "prometheus", name), async (work) => {
    const reasons: string[] = [];
    for (const [isPossible, install] of [
      [canUnpack(), fromDebian],
      [findProgram("go") !== undefined, byGo],
    ] as const) {
      if (!isPossible) continue;
      try {
        return await install(name, work);
      } catch (error) {
        reasons.push(String(error));
      }
    }
    throw new Error([`install ${name}, which comes with Prometheus`, ...reasons].join("\n"));
  });
}

async function fromDebian(name: Program, work: string): Promise<string> {
  // apt's sandbox user may not write to this folder
  const download = ["-q", "-o", "APT::Sandbox::User=root", "download", "prometheus"];
  await runCommand("apt-get", download, { cwd: work }).catch(async () => {
    await runCommand("apt-get", ["update", "-qq"]);
    await runCommand("apt-get", download, { cwd: work });
  });
  const archive = (await readdir(work)).find((file) => file.endsWith(".deb"));
  if (archive === undefined) throw new Error("apt-get downloaded no package");
  await runCommand("dpkg-deb", ["-x", join(work, archive), join(work, "tree")]);
  return join(work, "tree/usr/bin", name);
}

/** The module has replace directives, so `go install` refuses it: build it as a dependency. */
async function byGo(name: Program, work: string): Promise<string> {
  const module = `github.com/prometheus/prometheus/cmd/${name}`;
  const go = (args: string[]) =>
    runCommand("go", args, { cwd: work, env: { ...process.env, GOFLAGS: "" } });
  process.stdout.write(`  building ${name} ${goVersion}, once: some minutes\n`);
  await go(["mod", "init", "matinale/tools"]);
  await go(["get", `${module}@${goVersion}`]);
  await go(["build", "-o", name, module]);
  return join(work, name);
}
