import react from "@vitejs/plugin-react";
import { defineProject } from "vitest/config";
import { builtModules } from "./build/built-modules.ts";

export default defineProject({
  plugins: [react(), builtModules()],
  test: {
    name: "web",
    environment: "jsdom",
    // No server has this name: a request that the fake gateway misses must not reach a stack of this machine.
    environmentOptions: { jsdom: { url: "http://site.test/" } },
    // The files of a worker share jsdom and the libraries, which halves the processor time; the site's own modules are
    // loaded for each file. A test undoes what it changes.
    isolate: false,
    // styled-components inserts each rule by itself: as text, jsdom would parse all rules again for each one.
    env: { SC_DISABLE_SPEEDY: "false" },
    include: ["src/**/*.test.{ts,tsx}", "build/**/*.test.ts"],
    setupFiles: ["src/testing/setup.ts"],
    // Vitest leaves one core unused
    maxWorkers: "100%",
    testTimeout: 60_000,
    restoreMocks: true,
    unstubGlobals: true,
  },
});
