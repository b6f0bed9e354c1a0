// node packages/kit/src/image/strip-types.ts <folder>…                    a step of the Dockerfile; changes the files
// node packages/kit/src/image/strip-types.ts --into <folder> <folder>…    for development; does not change them
import { mkdir, readdir, readFile, writeFile } from "node:fs/promises";
import { stripTypeScriptTypes } from "node:module";
import { dirname, join, resolve } from "node:path";
import { parseArgs } from "node:util";

const { values, positionals } = parseArgs({
  options: { into: { type: "string", default: "/" } },
  allowPositionals: true,
});
for (const folder of positionals) {
  for (const entry of await readdir(folder, { recursive: true, withFileTypes: true })) {
    const path = join(entry.parentPath, entry.name);
    const isSource = /(?<!\.d|\.test)\.ts$/.test(entry.name) && !path.includes("node_modules");
    if (!isSource) continue;
    const stripped = join(values.into, resolve(path));
    await mkdir(dirname(stripped), { recursive: true });
    // types become blanks, so that lines and columns of errors stay the same
    await writeFile(stripped, stripTypeScriptTypes(await readFile(path, "utf8")));
  }
}
