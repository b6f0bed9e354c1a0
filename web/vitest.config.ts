import react from "@vitejs/plugin-react";
import { defineProject } from "vitest/config";
import { productFile } from "./build/product-file.ts";

export default defineProject({
  plugins: [react(), productFile()],
  test: {
    name: "web",
    environment: "jsdom",
    environmentOptions: { jsdom: { url: "http://localhost:8080/" } },
    include: ["src/**/*.test.{ts,tsx}", "build/**/*.test.ts"],
    setupFiles: ["src/testing/setup.ts"],
    // Vitest leaves one core unused
    maxWorkers: "100%",
    testTimeout: 60_000,
    restoreMocks: true,
    unstubGlobals: true,
  },
});
