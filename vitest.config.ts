import { existsSync } from "node:fs";
import { defineConfig } from "vitest/config";
import { cacheFolder } from "./dev/services/src/cache-folder.ts";

const node = ["packages/**", "services/**", "dev/**", "e2e/**", "observability/**"];
const tests = (suffix: string) => node.map((folder) => `${folder}/*${suffix}`);
/** Before each test, so that no order of the files that share a process changes a result. */
const undone = { restoreMocks: true, unstubEnvs: true, unstubGlobals: true };

export default defineConfig({
  // Outside the repository: also in a fresh clone the files that took longest start first.
  cacheDir: cacheFolder(),
  test: {
    projects: [
      {
        test: {
          name: "unit",
          include: tests(".test.ts"),
          exclude: ["**/*.int.test.ts", "**/*.deploy.test.ts", "**/node_modules/**"],
          // The files of a worker share its loaded modules, which takes a quarter of the processor time. A test undoes
          // what it changes: variables, timers, mocks.
          isolate: false,
          ...undone,
          // Vitest leaves one core unused
          maxWorkers: "100%",
          // encoders and properties take seconds of a processor that others use as well
          testTimeout: 60_000,
          hookTimeout: 30_000,
          setupFiles: ["./dev/services/src/vitest-timeouts.ts"],
          expect: { poll: { timeout: 10_000 } },
        },
      },
      {
        test: {
          name: "integration",
          // as for unit tests: loading the modules of each file again takes a fifth of the processor time
          isolate: false,
          ...undone,
          include: tests(".int.test.ts"),
          globalSetup: ["./dev/services/src/vitest-setup.ts"],
          setupFiles: ["./dev/services/src/vitest-timeouts.ts"],
          expect: { poll: { timeout: 10_000 } },
          // on a busy machine a test may need most of several polls' time
          testTimeout: 60_000,
          hookTimeout: 60_000,
          // These tests wait more than they compute: two cores are busy for 57 % of the time with four files at a time, for
          // 81 % with six. With eight they have no room left for tests with deadlines.
          maxWorkers: 6,
        },
      },
      {
        test: {
          name: "deploy",
          include: ["{dev/deploy-checks,observability}/**/*.deploy.test.ts"],
          // an image is built and started
          testTimeout: 600_000,
          // Go builds helm, promtool, or the API server of Kubernetes, once
          hookTimeout: 1_800_000,
          maxWorkers: 2,
        },
      },
      // After `npm run build -w web`.
      { test: { name: "site", include: ["web/scripts/**/*.test.ts"] } },
      ...(existsSync("web/vitest.config.ts") ? ["web/vitest.config.ts"] : []),
    ],
  },
});
