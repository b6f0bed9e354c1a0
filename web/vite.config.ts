import { fileURLToPath } from "node:url";
import react from "@vitejs/plugin-react";
import { defineConfig } from "vite";
import { addGlobalStyle } from "./build/global-style.ts";
import { inlineWordmark } from "./build/inline-wordmark.ts";
import { precompress } from "./build/precompress.ts";
import { preloadFonts } from "./build/preload-fonts.ts";
import { shakeRouter } from "./build/shake-router.ts";
import { writePages } from "./build/write-pages.ts";

const gateway = process.env["GATEWAY_URL"] ?? "http://127.0.0.1:8080";

// In two files: each runs in a task of its own, and one of both would hold up the page.
const framework = /\/node_modules\/(?:react|react-dom|scheduler|react-router|react-router-dom)\//;
const data =
  /\/node_modules\/(?:@reduxjs|react-redux|redux|redux-thunk|immer|reselect|use-sync-external-store|i18next)\//;
/** Sets up the client of the gateway, which is such a task, too. */
const api = /\/web\/src\/api\/(?!resources\/(?!session|plans))/;
/** Takes over the written styles when it starts, which is a task of its own. */
const styles = /\/node_modules\/styled-components\//;

const frame =
  /\/web\/src\/(?:(?:app|config|session|store|styles|i18n|toasts)\/(?!.*(?:routes|languages|user-menu|toaster|tokens|page\.css))|components\/(?:text-link|button|crash|logo|page|spinner|empty|switch|play-disc|wave(?:-slider)?)\.|lib\/(?:minutes|plan-|use-now|use-hydrating|euros))/;

/** Their packages name the builds for developers, with their warnings, to every bundler. */
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
    writePages(),
    precompress(),
  ],
  resolve: { alias: command === "build" && !isSsrBuild ? production : [] },
  // Class names that follow from the file, so that written pages and scripts agree on them; short CSS.
  oxc: { plugins: { styledComponents: { displayName: false, fileName: false, pure: true } } },
  build: {
    target: "es2022",
    // Read by the check of first loads.
    manifest: true,
    assetsInlineLimit: 0,
    // Every browser that knows the syntax of the target knows modulepreload.
    modulePreload: { polyfill: false },
    rolldownOptions: {
      // Reading a property does nothing else in any of these packages.
      treeshake: { propertyReadSideEffects: false, unknownGlobalSideEffects: false },
      ...(!isSsrBuild && { input: ["index.html", "src/start.ts"] }),
      output: {
        codeSplitting: {
          groups: [
            // Changes with a dependency, not with the site: stays cached between two versions.
            { name: "framework", test: framework, priority: 2 },
            { name: "data", test: data, priority: 2 },
            { name: "styles", test: styles, priority: 2 },
            { name: "api", test: api, priority: 2 },
            // The frame around every page: it comes with the entry.
            { name: "frame", test: frame, priority: 1 },
            // What most pages share comes in one file rather than in twenty small ones.
            { name: "shared", test: /\/web\/src\/|\/lucide-react\//, minShareCount: 5 },
          ],
        },
      },
    },
  },
  server: {
    host: "127.0.0.1",
    // The gateway refuses a foreign Origin, so the proxy speaks to it as its own site.
    proxy: {
      "/api": { target: gateway, changeOrigin: true, headers: { origin: gateway } },
      "/media": { target: gateway, changeOrigin: true },
    },
  },
}));
