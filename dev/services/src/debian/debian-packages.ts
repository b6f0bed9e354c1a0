import { mkdir, readdir, writeFile } from "node:fs/promises";
import { join } from "node:path";
import type { DebianTree } from "./debian-tree.ts";
import { runCommand } from "../process/run-command.ts";

/**
 * Downloads packages with all their dependencies. apt resolves them in a private state with an empty status file, so
 * it neither reads nor changes what is installed on the machine.
 *
 * @returns the .deb files
 */
export async function downloadPackages(
  { name, suite, packages }: DebianTree,
  work: string,
  log: (line: string) => void,
): Promise<string[]> {
  const archives = join(work, "archives");
  const config = await privateAptState(work, suite);
  const apt = (args: string[]) => runCommand("apt-get", ["-c", config, "-qq", ...args]);

  await apt(["update"]);
  log(`${name}: downloading Debian packages (${suite}) into a private folder`);
  await apt(["-y", "--download-only", "--no-remove", "install", ...packages]);
  return (await readdir(archives))
    .filter((file) => file.endsWith(".deb"))
    .map((file) => join(archives, file));
}

async function privateAptState(work: string, suite: string): Promise<string> {
  for (const folder of ["lists/partial", "archives/partial", "etc"]) {
    await mkdir(join(work, folder), { recursive: true });
  }
  await writeFile(join(work, "status"), "");
  const mirror = process.env["MATINALE_DEB_URI"] ?? (await mirrorOfThisMachine());
  const keys = "/usr/share/keyrings/debian-archive-keyring.gpg";
  await writeFile(
    join(work, "etc/sources.list"),
    `deb [signed-by=${keys} check-valid-until=no] ${mirror} ${suite} main\n`,
  );
  const file = join(work, "apt.conf");
  // apt reads a file given by -c after /etc/apt/apt.conf.d. `#clear` removes the clean-up hooks of containers, which
  // need root; proxies stay configured.
  await writeFile(
    file,
    `#clear APT::Update;
#clear DPkg::Post-Invoke;
Dir::State::lists "${work}/lists";
Dir::State::status "${work}/status";
Dir::Cache "${work}";
Dir::Cache::archives "${work}/archives";
Dir::Etc::sourcelist "${work}/etc/sources.list";
Dir::Etc::sourceparts "/dev/null";
Dir::Etc::preferences "/dev/null";
Dir::Etc::preferencesparts "/dev/null";
APT::Install-Recommends "false";
APT::Sandbox::User "";
Debug::NoLocking "true";
Acquire::Languages "none";
Acquire::IndexTargets::deb::DEP-11::DefaultEnabled "false";
Acquire::Check-Valid-Until "false";
Acquire::Retries "3";
`,
  );
  return file;
}

async function mirrorOfThisMachine(): Promise<string> {
  const targets = await runCommand("apt-get", ["indextargets", "--format", "$(REPO_URI)"]);
  const mirror = targets.split("\n").find((uri) => /\/debian\/?$/.test(uri));
  if (!mirror)
    throw new Error(
      "the apt sources of this machine contain no Debian mirror; set MATINALE_DEB_URI to one",
    );
  return mirror;
}
