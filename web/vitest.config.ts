import react from "@vitejs/plugin-react";
import { defineProject } from "vitest/config";

export default defineProject({
  plugins: [react()],
  test: {
    name: "web",
    environment: "jsdom",
    environmentOptions: { jsdom: { url: "http://localhost:8080/" } },
    include: ["src/**/*.test.{ts,tsx}", "build/**/*.test.ts"],
    setupFiles: ["src/testing/setup.ts"],
    testTimeout: 60_000,
    restoreMocks: true,
    unstubGlobals: true,
  },
});
