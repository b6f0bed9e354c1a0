// node --import ./packages/kit/src/image/load-stripped.js …
// node --import "file:///…/load-stripped.js?from=<folder>" …
//
// In an image the .ts files have no types any more. Without this loader Node would still load its type stripper,
// which takes about 20 MB in each process. Node's compile cache is no alternative: it keeps in memory what it has
// read, and it is valid only for the user, the flags and the processor type that filled it.
//
// In development the files without types are in a folder of their own. Node strips a file that has changed since.
import { readFileSync, statSync } from "node:fs";
import { registerHooks } from "node:module";
import { join } from "node:path";
import { fileURLToPath } from "node:url";

const folder = new URL(import.meta.url).searchParams.get("from");
const changedAt = (path) => statSync(path, { throwIfNoEntry: false })?.mtimeMs ?? 0;

registerHooks({
  load(url, context, nextLoad) {
    if (!url.endsWith(".ts")) return nextLoad(url, context);
    if (folder === null) return nextLoad(url, { ...context, format: "module" });
    const path = fileURLToPath(url);
    const stripped = join(folder, path);
    if (changedAt(stripped) < changedAt(path)) return nextLoad(url, context);
    return { format: "module", source: readFileSync(stripped), shortCircuit: true };
  },
});
