import { existsSync } from "node:fs";
import { mkdir, mkdtemp, readdir, rename, rm } from "node:fs/promises";
import { join } from "node:path";
import { cacheFolder, findProgram, runCommand, withInstallationLock } from "@matinale/dev-services";

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
  const folder = join(cacheFolder(), "tools", "prometheus");
  const program = join(folder, name);
  if (existsSync(program)) return program;
  await mkdir(folder, { recursive: true });
  return withInstallationLock(folder, async () => {
    if (existsSync(program)) return program;
    const reasons: string[] = [];
    for (const [isPossible, install] of [
      [canUnpack(), fromDebian],
      [findProgram("go") !== undefined, byGo],
    ] as const) {
      if (!isPossible) continue;
      try {
        await install(name, folder);
        return program;
      } catch (error) {
        reasons.push(String(error));
      }
    }
    throw new Error([`install ${name}, which comes with Prometheus`, ...reasons].join("\n"));
  });
}

async function fromDebian(_name: Program, folder: string): Promise<void> {
  const work = await mkdtemp(`${folder}-`);
  try {
    // apt's sandbox user may not write to this folder
    const download = ["-q", "-o", "APT::Sandbox::User=root", "download", "prometheus"];
    await runCommand("apt-get", download, { cwd: work }).catch(async () => {
      await runCommand("apt-get", ["update", "-qq"]);
      await runCommand("apt-get", download, { cwd: work });
    });
    const archive = (await readdir(work)).find((file) => file.endsWith(".deb"));
    if (archive === undefined) throw new Error("apt-get downloaded no package");
    await runCommand("dpkg-deb", ["-x", join(work, archive), join(work, "tree")]);
    for (const each of ["prometheus", "promtool"]) {
      await rename(join(work, "tree/usr/bin", each), join(folder, each));
    }
  } finally {
    await rm(work, { recursive: true, force: true });
  }
}

/** The module has replace directives, so `go install` refuses it: build it as a dependency. */
async function byGo(name: Program, folder: string): Promise<void> {
  const work = await mkdtemp(`${folder}-`);
  const module = `github.com/prometheus/prometheus/cmd/${name}`;
  const go = (args: string[]) =>
    runCommand("go", args, { cwd: work, env: { ...process.env, GOFLAGS: "" } });
  try {
    process.stdout.write(`  building ${name} ${goVersion}, once: some minutes\n`);
    await go(["mod", "init", "matinale/tools"]);
    await go(["get", `${module}@${goVersion}`]);
    await go(["build", "-o", join(folder, name), module]);
  } finally {
    await rm(work, { recursive: true, force: true });
  }
}
