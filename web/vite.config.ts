import react from "@vitejs/plugin-react";
import { defineConfig } from "vite";
import { addGlobalStyle } from "./build/global-style.ts";
import { precompress } from "./build/precompress.ts";
import { prerenderPages } from "./build/prerender-pages.ts";
import { builtModules } from "./build/built-modules.ts";

const gateway = process.env["GATEWAY_URL"] ?? "http://127.0.0.1:8080";

const loader = "src/entry.loader.ts";

// Each chunk runs in a task of its own: one chunk with all libraries would be a long task.
const libraries = {
  framework: /\/node_modules\/(?:react|react-dom|scheduler)\//,
  router: /\/node_modules\/(?:react-router|react-router-dom)\//,
  data: /\/node_modules\/(?:@reduxjs|react-redux|redux|redux-thunk|immer|reselect|use-sync-external-store)\//,
  styles: /\/node_modules\/styled-components\//,
};

export default defineConfig(({ isSsrBuild }) => ({
  plugins: [react(), builtModules(), addGlobalStyle(), prerenderPages(), precompress()],
  // Class names are derived from the file, so that prerendered pages and scripts use the same; short CSS.
  oxc: { plugins: { styledComponents: { displayName: false, fileName: false, pure: true } } },
  build: {
    // Safari 16 has all of ES2022 but static blocks of classes.
    target: ["es2022", "safari16"],
    // The size check and the prerendering read it.
    manifest: true,
    assetsInlineLimit: 0,
    // A browser without modulepreload loads the scripts a little later.
    modulePreload: { polyfill: false },
    rolldownOptions: {
      // In these packages, reading a property has no side effect.
      treeshake: { propertyReadSideEffects: false, unknownGlobalSideEffects: false },
      ...(!isSsrBuild && { input: ["index.html", loader] }),
      output: {
        ...(!isSsrBuild && {
          // The loader has no hash in its name, see there.
          entryFileNames: ({ facadeModuleId }: { facadeModuleId: string | null }) =>
            facadeModuleId?.endsWith(loader) ? "[name].js" : "assets/[name]-[hash].js",
        }),
        codeSplitting: {
          groups: [
            // Dependencies change less often than the site: the browser cache keeps these chunks.
            ...Object.entries(libraries).map(([name, test]) => ({ name, test, priority: 1 })),
            // Without <Trans>, which few pages use.
            { name: "texts", test: /\/(?:react-)?i18next\//, priority: 1, minShareCount: 5 },
            // Code that most pages share: one chunk instead of twenty small ones.
            { name: "shared", test: /\/web\/src\/|\/lucide-react\//, minShareCount: 5 },
          ],
        },
      },
    },
  },
  server: {
    host: "127.0.0.1",
    // The gateway rejects a foreign Origin, so the proxy sends the gateway's own.
    proxy: {
      "/api": { target: gateway, changeOrigin: true, headers: { origin: gateway } },
      "/media": { target: gateway, changeOrigin: true },
      "^/r/": { target: gateway, changeOrigin: true },
    },
  },
}));
