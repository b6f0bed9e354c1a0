import { copyFile } from "node:fs/promises";
import { existsSync } from "node:fs";
import { join } from "node:path";
import { unpackDebianTree } from "../debian/debian-tree.ts";
import { withInstallationLock } from "../installation-lock.ts";

const programs = ["postgres", "initdb"].map((name) => `usr/lib/postgresql/18/bin/${name}`);
const modules = [
  "pg_cron",
  "vector",
  "rum",
  "postgis-3",
  "tsm_system_rows",
  "plpgsql",
  "dict_snowball",
  "pg_documentdb",
  "pg_documentdb_core",
  "pg_documentdb_extended_rum",
  "pg_documentdb_extended_rum_core",
  "pg_documentdb_extended_rum_core_builtin_rmgr",
].map((name) => `usr/lib/postgresql/18/lib/${name}.so`);

export function unpackDocumentDb(cache: string, log: (line: string) => void): Promise<string> {
  const parent = join(cache, "debian");
  return withInstallationLock(join(parent, "documentdb"), async () => {
    const tree = await unpackDebianTree(
      {
        name: "documentdb",
        // The first release with the extension. The tree brings its own libraries.
        suite: "forky",
        packages: ["postgresql-18-documentdb"],
        keep: [...programs, ...modules, "usr/share/postgresql/18"],
        programs,
      },
      parent,
      log,
    );
    // An installed package gets this file from update-alternatives, which does not run here.
    const extensions = join(tree, "usr/share/postgresql/18/extension");
    const control = join(extensions, "postgis.control");
    if (!existsSync(control)) await copyFile(join(extensions, "postgis-3.control"), control);
    return tree;
  });
}

export const programOf = (tree: string, name: "postgres" | "initdb"): string =>
  join(tree, "usr/lib/postgresql/18/bin", name);
