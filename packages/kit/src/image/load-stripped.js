// node --import ./packages/kit/src/image/load-stripped.js …
//
// In an image the types are gone from the .ts files already. Node would still load its stripper for them, and
// keep it: some 20 MB in each process. Node's compile cache would do as well, but only for the user, the flags
// and the kind of processor that filled it.
import { registerHooks } from "node:module";

registerHooks({
  load: (url, context, nextLoad) =>
    nextLoad(url, url.endsWith(".ts") ? { ...context, format: "module" } : context),
});
