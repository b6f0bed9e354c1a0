import { existsSync } from "node:fs";
import { findProgram, runCommand } from "../process/run-command.ts";

/** True for root on Debian or a derivative. Other users get an error that says what to install. */
export const canInstallPackages = (): boolean =>
  process.getuid?.() === 0 &&
  existsSync("/etc/debian_version") &&
  findProgram("apt-get") !== undefined;

export async function installPackages(
  packages: readonly string[],
  log: (line: string) => void,
): Promise<void> {
  log(`installing missing packages with apt-get: ${packages.join(", ")}`);
  const env = { ...process.env, DEBIAN_FRONTEND: "noninteractive" };
  const options = ["-y", "-qq", "--no-install-recommends", "-o", "DPkg::Lock::Timeout=180"];
  const install = ["install", ...options, ...packages];
  try {
    await runCommand("apt-get", install, { env });
  } catch {
    // A new machine usually has no package lists yet.
    await runCommand("apt-get", ["update", "-qq"], { env });
    await runCommand("apt-get", install, { env });
  }
}
