import react from "@vitejs/plugin-react";
import { defineConfig } from "vite";
import { precompress } from "./build/precompress.ts";
import { preloadFonts } from "./build/preload-fonts.ts";

const gateway = process.env["GATEWAY_URL"] ?? "http://127.0.0.1:8080";

const framework =
  /\/node_modules\/(?:react|react-dom|scheduler|react-router|react-router-dom|styled-components|@reduxjs|react-redux|redux|redux-thunk|immer|reselect|i18next)\//;

export default defineConfig({
  plugins: [react(), preloadFonts(), precompress()],
  // Class names that follow from the file, so that written pages and scripts agree on them; short CSS.
  oxc: { plugins: { styledComponents: { displayName: false, fileName: false, pure: true } } },
  build: {
    target: "es2022",
    // Read by the check of first loads.
    manifest: true,
    assetsInlineLimit: 0,
    rolldownOptions: {
      output: {
        codeSplitting: {
          groups: [
            // Changes with a dependency, not with the site: stays cached between two versions.
            { name: "framework", test: framework, priority: 2 },
            // What most pages share comes in one file rather than in twenty small ones.
            { name: "shared", test: /\/web\/src\/|\/lucide-react\//, minShareCount: 4 },
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
});
