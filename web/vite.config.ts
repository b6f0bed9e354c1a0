import { fileURLToPath } from "node:url";
import react from "@vitejs/plugin-react";
import { defineConfig } from "vite";
import { addGlobalStyle } from "./build/global-style.ts";
import { inlineWordmark } from "./build/inline-wordmark.ts";
import { precompress } from "./build/precompress.ts";
import { preloadFonts } from "./build/preload-fonts.ts";
import { shakeRouter } from "./build/shake-router.ts";
import { prerenderPages } from "./build/prerender-pages.ts";

const gateway = process.env["GATEWAY_URL"] ?? "http://127.0.0.1:8080";

// Each chunk runs in a task of its own: one chunk with all libraries would be a long task.
const framework = /\/node_modules\/(?:react|react-dom|scheduler|react-router|react-router-dom)\//;
const data =
  /\/node_modules\/(?:@reduxjs|react-redux|redux|redux-thunk|immer|reselect|use-sync-external-store|i18next)\//;
/** Creates the API client, which takes a task of its own. */
const api = /\/web\/src\/api\/(?!resources\/(?!session|plans))/;
/** Reads the prerendered styles when it starts, which takes a task of its own. */
const styles = /\/node_modules\/styled-components\//;

/** Code that the frame around every page needs, or that most pages need. */
const frame =
  /\/web\/src\/(?:(?:app|config|hydration|session|store|styles|i18n|toasts)\/(?!.*(?:languages|user-menu|toaster|tokens|page\.css))|components\/(?:text-link|button|error-boundary|logo|main-part|page(?:-loading)?|spinner|empty|switch|play-disc|wave(?:-slider)?)\.|lib\/(?:minutes|plan-|use-now|euros))/;

/** The packages export their development builds, with warnings, to every bundler. */
const production = [
  { find: /^react-router$/, file: "react-router/dist/production/index.mjs" },
  { find: /^react-router\/dom$/, file: "react-router/dist/production/dom-export.mjs" },
  { find: /^immer$/, file: "immer/dist/immer.production.mjs" },
].map(({ find, file }) => ({
  find,
  replacement: fileURLToPath(new URL(`../node_modules/${file}`, import.meta.url)),
}));

export default defineConfig(({ command, isSsrBuild }) => ({
  plugins: [
    react(),
    shakeRouter(),
    addGlobalStyle(),
    inlineWordmark(),
    preloadFonts(),
    prerenderPages(),
    precompress(),
  ],
  resolve: { alias: command === "build" && !isSsrBuild ? production : [] },
  // Class names are derived from the file, so that prerendered pages and scripts use the same; short CSS.
  oxc: { plugins: { styledComponents: { displayName: false, fileName: false, pure: true } } },
  build: {
    target: "es2022",
    // The size check and the prerendering read it.
    manifest: true,
    assetsInlineLimit: 0,
    // Every browser that supports the target supports modulepreload.
    modulePreload: { polyfill: false },
    rolldownOptions: {
      // In these packages, reading a property has no side effect.
      treeshake: { propertyReadSideEffects: false, unknownGlobalSideEffects: false },
      ...(!isSsrBuild && { input: ["index.html", "src/entry.loader.ts"] }),
      output: {
        codeSplitting: {
          groups: [
            // Dependencies change less often than the site: the browser cache keeps these chunks.
            { name: "framework", test: framework, priority: 2 },
            { name: "data", test: data, priority: 2 },
            { name: "styles", test: styles, priority: 2 },
            { name: "api", test: api, priority: 2 },
            // Loaded with the entry.
            { name: "frame", test: frame, priority: 1 },
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
    },
  },
}));
