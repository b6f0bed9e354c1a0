import { readdir } from "node:fs/promises";
import { join } from "node:path";
import { cacheFolder, findProgram, installOnce, runCommand } from "@matinale/dev-services";

type Program = "prometheus" | "promtool";

/**
 * Prometheus or promtool: on PATH, from the cache, or from Debian's package unpacked into the cache (installing the
 * package would start a server).
 *
 * @throws Error  that says what to install
 */
export async function prometheusProgram(name: Program): Promise<string> {
  const found = findProgram(name);
  if (found) return found;
  return installOnce(join(cacheFolder(), "tools", "prometheus", name), async (work) => {
    try {
      return await fromDebian(name, work);
    } catch (cause) {
      throw new Error(`install ${name}, which comes with Prometheus: ${String(cause)}`, { cause });
    }
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
