// node packages/kit/src/image/strip-types.ts <folder>…        a step of the Dockerfile; changes the files
import { readdir, readFile, writeFile } from "node:fs/promises";
import { stripTypeScriptTypes } from "node:module";
import { join } from "node:path";

for (const folder of process.argv.slice(2)) {
  for (const entry of await readdir(folder, { recursive: true, withFileTypes: true })) {
    const path = join(entry.parentPath, entry.name);
    const isSource = /(?<!\.d)\.ts$/.test(entry.name) && !path.includes("node_modules");
    // blanks take the place of types, so that lines and columns of errors stay true
    if (isSource) await writeFile(path, stripTypeScriptTypes(await readFile(path, "utf8")));
  }
}
