import {
  chmod,
  copyFile,
  cp,
  mkdir,
  open,
  readdir,
  rename,
  rm,
  symlink,
  writeFile,
} from "node:fs/promises";
import { existsSync } from "node:fs";
import { basename, dirname, join, relative } from "node:path";
import { downloadPackages } from "./debian-packages.ts";
import { findProgram, runCommand } from "../process/run-command.ts";

export interface DebianTree {
  readonly name: string;
  readonly suite: string;
  readonly packages: readonly string[];
  /** Paths to keep, relative to the root of the tree. The loader lists the shared libraries that they need. */
  readonly keep: readonly string[];
  /** ELF programs among the kept paths. Each gets a wrapper script. */
  readonly programs: readonly string[];
}

export const canUnpackDebian = (): boolean =>
  process.platform === "linux" &&
  multiarch() !== undefined &&
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
export async function unpackDebianTree(
  tree: DebianTree,
  parent: string,
  log: (line: string) => void,
): Promise<string> {
  const target = join(parent, tree.name);
  if (existsSync(join(target, ".ok"))) return target;
  const work = join(parent, `.${tree.name}.work`);
  await rm(target, { recursive: true, force: true });
  await rm(work, { recursive: true, force: true });
  try {
    const unpacked = join(work, "tree");
    const result = join(work, "result");
    await mkdir(unpacked, { recursive: true });
    await mkdir(join(result, "lib"), { recursive: true });
    for (const archive of await downloadPackages(tree, work, log)) {
      await runCommand("dpkg-deb", ["--extract", archive, unpacked]);
    }
    // Suites with a merged /usr contain no /lib.
    if (!existsSync(join(unpacked, "lib"))) await symlink("usr/lib", join(unpacked, "lib"));
    for (const path of tree.keep) {
      await mkdir(dirname(join(result, path)), { recursive: true });
      const options = { recursive: true, verbatimSymlinks: true };
      await cp(join(unpacked, path), join(result, path), options);
    }
    const loader = await copyLoader(unpacked, result);
    const missing = await copyLibraries(unpacked, result, loader);
    if (missing.length > 0) log(`${tree.name}: libraries in no package: ${missing.join(", ")}`);
    for (const program of tree.programs) await wrap(result, program, loader);
    await runCommand("chmod", ["-R", "u+rwX,go+rX", result]);
    await writeFile(join(result, ".ok"), "");
    await rename(result, target);
  } finally {
    await rm(work, { recursive: true, force: true });
  }
  return target;
}

async function copyLoader(unpacked: string, result: string): Promise<string> {
  for (const folder of ["lib64", "lib", `usr/lib/${multiarch()}`]) {
    const path = join(unpacked, folder);
    const found =
      existsSync(path) && (await readdir(path)).find((name) => /^ld-linux-.*\.so\.\d$/.test(name));
    if (!found) continue;
    await copyFile(join(path, found), join(result, "lib", found));
    await chmod(join(result, "lib", found), 0o755);
    return found;
  }
  throw new Error("the unpacked packages hold no dynamic loader");
}

async function copyLibraries(unpacked: string, result: string, loader: string): Promise<string[]> {
  const libraries = `${unpacked}/usr/lib/${multiarch()}`;
  const elfFiles = await elfFilesIn(result);
  const search = new Set([
    libraries,
    `${unpacked}/lib/${multiarch()}`,
    `${libraries}/blas`,
    `${libraries}/lapack`,
    ...elfFiles.map((file) => dirname(join(unpacked, relative(result, file)))),
  ]);
  const missing = new Set<string>();
  for (const file of elfFiles) {
    const args = ["--library-path", [...search].join(":"), "--list", file];
    const listed = await runCommand(join(result, "lib", loader), args).catch(() => "");
    for (const { name, path } of parseLoaderList(listed)) {
      const target = join(result, "lib", basename(path ?? name));
      if (path === undefined) missing.add(name);
      else if (!existsSync(target)) await copyFile(path, target);
    }
  }
  return [...missing];
}

/** Lines of `ld.so --list`: "libz.so.1 => /path/libz.so.1 (0x…)" or "libx.so => not found". */
export function parseLoaderList(output: string): { name: string; path?: string }[] {
  return output.split("\n").flatMap((line) => {
    const found = /^\s*(\S+) => (?:(\/.*) \(0x[0-9a-f]+\)|(not found))$/.exec(line);
    if (!found?.[1]) return [];
    return found[2] ? [{ name: found[1], path: found[2] }] : [{ name: found[1] }];
  });
}

async function elfFilesIn(folder: string): Promise<string[]> {
  const found: string[] = [];
  for (const entry of await readdir(folder, { recursive: true, withFileTypes: true })) {
    const file = join(entry.parentPath, entry.name);
    if (entry.isFile() && dirname(file) !== join(folder, "lib") && (await isElf(file)))
      found.push(file);
  }
  return found;
}

async function isElf(file: string): Promise<boolean> {
  const handle = await open(file);
  try {
    const { buffer } = await handle.read(Buffer.alloc(4), 0, 4, 0);
    return buffer.equals(Buffer.from("\x7fELF", "latin1"));
  } finally {
    await handle.close();
  }
}

/** PostgreSQL finds its share and lib folders from its own path, so the wrapper passes that path as `--argv0`. */
async function wrap(root: string, program: string, loader: string): Promise<void> {
  const up = relative(dirname(join(root, program)), root);
  await rename(join(root, program), join(root, `${program}.elf`));
  const script = `#!/bin/sh
R=$(cd "$(dirname "$0")/${up}" && pwd)
exec "$R/lib/${loader}" --argv0 "\${ARGV0:-$R/${program}}" --library-path "$R/lib" "$R/${program}.elf" "$@"
`;
  await writeFile(join(root, program), script, { mode: 0o755 });
}

function multiarch(): string | undefined {
  return { x64: "x86_64-linux-gnu", arm64: "aarch64-linux-gnu" }[process.arch as string];
}
