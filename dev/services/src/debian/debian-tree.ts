import { mkdir, rename, symlink, writeFile } from "node:fs/promises";
import { existsSync } from "node:fs";
import { dirname, join, relative } from "node:path";
import { installOnce } from "../installation-lock.ts";
import { findProgram, runCommand } from "../process/run-command.ts";
import { downloadPackages } from "./debian-packages.ts";

export interface DebianTree {
  readonly name: string;
  readonly suite: string;
  readonly packages: readonly string[];
  /** ELF programs, relative to the root of the tree. Each gets a wrapper script. */
  readonly programs: readonly string[];
  /** Does what the scripts of the packages would do, before the tree is used. */
  readonly configure?: (root: string) => Promise<void>;
}

/** Names of processors in Debian's folders of libraries, and their dynamic loaders. */
const platforms: Readonly<Partial<Record<string, { multiarch: string; loader: string }>>> = {
  x64: { multiarch: "x86_64-linux-gnu", loader: "ld-linux-x86-64.so.2" },
  arm64: { multiarch: "aarch64-linux-gnu", loader: "ld-linux-aarch64.so.1" },
};
const platform = process.platform === "linux" ? platforms[process.arch] : undefined;

export const canUnpackDebian = (): boolean =>
  platform !== undefined &&
  findProgram("apt-get") !== undefined &&
  findProgram("dpkg-deb") !== undefined &&
  existsSync("/usr/share/keyrings/debian-archive-keyring.gpg");

/**
 * Unpacks Debian packages into a private folder. The programs run from there for any user and on any Debian release:
 * a wrapper starts them with the loader and the libraries of the tree. Nothing on the machine changes, no step needs
 * root, and the folder can be moved.
 *
 * @returns the folder of the tree
 */
export const unpackDebianTree = (
  tree: DebianTree,
  cache: string,
  log: (line: string) => void,
): Promise<string> =>
  installOnce(join(cache, "debian", tree.name), async (work) => {
    const root = join(work, "tree");
    await mkdir(root);
    for (const archive of await downloadPackages(tree, work, log)) {
      await runCommand("dpkg-deb", ["--extract", archive, root]);
    }
    // Suites with a merged /usr contain no /lib.
    if (!existsSync(join(root, "lib"))) await symlink("usr/lib", join(root, "lib"));
    for (const program of tree.programs) await wrap(root, program);
    await tree.configure?.(root);
    await runCommand("chmod", ["-R", "u+rwX,go+rX", root]);
    return root;
  });

/** PostgreSQL finds its share and lib folders from its own path, so the wrapper passes that path as `--argv0`. */
async function wrap(root: string, program: string): Promise<void> {
  if (platform === undefined) throw new Error(`no Debian programs for ${process.arch}`);
  const { multiarch, loader } = platform;
  const folders = [
    `usr/lib/${multiarch}`,
    `lib/${multiarch}`,
    `usr/lib/${multiarch}/blas`,
    `usr/lib/${multiarch}/lapack`,
    "usr/lib/postgresql/18/lib",
  ];
  const up = relative(dirname(join(root, program)), root);
  await rename(join(root, program), join(root, `${program}.elf`));
  const script = `#!/bin/sh
R=$(cd "$(dirname "$0")/${up}" && pwd)
exec "$R/lib/${multiarch}/${loader}" --argv0 "\${ARGV0:-$R/${program}}" \\
  --library-path "${folders.map((folder) => `$R/${folder}`).join(":")}" "$R/${program}.elf" "$@"
`;
  await writeFile(join(root, program), script, { mode: 0o755 });
}
