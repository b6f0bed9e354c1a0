// node --import ./packages/kit/src/image/load-stripped.js …
// node --import "file:///…/load-stripped.js?from=<folder>" …
//
// In an image the types are gone from the .ts files already. Node would still load its stripper for them, and
// keep it: some 20 MB in each process. Node's compile cache helps less: it keeps in memory what it has read, and
// is only for the user, the flags and the kind of processor that filled it.
//
// In development the files without types lie in a folder of their own. What has changed since is left to Node.
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
