import { existsSync } from "node:fs";
import { findProgram, runCommand } from "./run-command.ts";

/** Packages are installed on the system only by root on Debian and its kin; everybody else is told what to install. */
export const canInstallPackages = (): boolean =>
  process.getuid?.() === 0 &&
  existsSync("/etc/debian_version") &&
  findProgram("apt-get") !== undefined;

export async function installPackages(
  packages: readonly string[],
  log: (line: string) => void,
): Promise<void> {
  log(`installing ${packages.join(", ")} with apt-get, since they are missing and we are root`);
  const env = { ...process.env, DEBIAN_FRONTEND: "noninteractive" };
  const options = ["-y", "-qq", "--no-install-recommends", "-o", "DPkg::Lock::Timeout=180"];
  const install = ["install", ...options, ...packages];
  try {
    await runCommand("apt-get", install, { env });
  } catch {
    // The usual reason on a fresh machine: it has no package lists yet.
    await runCommand("apt-get", ["update", "-qq"], { env });
    await runCommand("apt-get", install, { env });
  }
}
