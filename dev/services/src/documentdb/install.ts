import { copyFile } from "node:fs/promises";
import { join } from "node:path";
import { unpackDebianTree } from "../debian/debian-tree.ts";

export const programOf = (tree: string, name: "postgres" | "initdb"): string =>
  join(tree, "usr/lib/postgresql/18/bin", name);

export const unpackDocumentDb = (cache: string, log: (line: string) => void): Promise<string> =>
  unpackDebianTree(
    {
      name: "documentdb",
      // The first release with the extension. The tree brings its own libraries.
      suite: "forky",
      packages: ["postgresql-18-documentdb"],
      programs: [programOf("", "postgres"), programOf("", "initdb")],
      // An installed package gets this file from update-alternatives, which does not run here.
      configure: async (root) => {
        const extensions = join(root, "usr/share/postgresql/18/extension");
        const control = join(extensions, "postgis.control");
        await copyFile(join(extensions, "postgis-3.control"), control);
      },
    },
    cache,
    log,
  );
