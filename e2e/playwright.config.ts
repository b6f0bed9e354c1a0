import { existsSync } from "node:fs";
import { defineConfig } from "playwright/test";

/** The browser installed on this machine, else the one that Playwright downloaded. */
const installed = [
  process.env["CHROMIUM_PATH"],
  // Without windows: a third less processor time.
  "/usr/bin/chromium-headless-shell",
  "/usr/bin/chromium",
  "/usr/bin/google-chrome",
];
const executablePath = installed.find((path) => path && existsSync(path));
const isRoot = process.getuid?.() === 0;

/**
 * Tests that run after all others, one file after the other: `telemetry` needs the data of the others on dashboards,
 * `resilience` restarts every service, `stack` kills and stops all processes. For one of them only: --no-deps.
 */
const alone = ["telemetry", "resilience", "stack"];
/** Faults last minutes until their alerts fire: only by name. */
const byName =
  process.env["FAULTS"] === "1" ? [{ name: "faults", testMatch: "**/faults.spec.ts" }] : [];

export default defineConfig({
  testDir: "tests",
  outputDir: "test-results",
  globalSetup: "./stack/start.ts",
  // All tests share one stack. Those of the first project run side by side: each has its own account and phone. On two
  // cores three run faster than two, because a quarter of their time is waiting: for digests, mails and timers.
  workers: 3,
  projects: [
    {
      name: "tests",
      testIgnore: [...alone, "faults"].map((name) => `**/${name}.spec.ts`),
      fullyParallel: true,
    },
    ...alone.map((name, index) => ({
      name,
      testMatch: `**/${name}.spec.ts`,
      dependencies: [alone[index - 1] ?? "tests"],
    })),
    ...byName,
  ],
  forbidOnly: Boolean(process.env["CI"]),
  reporter: "list",
  timeout: 120_000,
  expect: {
    timeout: 15_000,
    // Font hinting and subpixel positions differ between machines: about one pixel in 120 changes.
    toHaveScreenshot: { maxDiffPixelRatio: 0.015, threshold: 0.3 },
  },
  snapshotPathTemplate: "{testDir}/visual-snapshots/{arg}{ext}",
  use: {
    // Set by the global setup; the test worker reads this file after it.
    baseURL: process.env["APP_URL"] ?? "",
    locale: "fr-FR",
    timezoneId: "Europe/Paris",
    contextOptions: { reducedMotion: "reduce" },
    screenshot: "only-on-failure",
    // Recording takes a fifth of the processor time. Run a failed test again with `--trace on`.
    trace: "off",
    launchOptions: {
      ...(executablePath && { executablePath }),
      args: [
        ...(isRoot ? ["--no-sandbox"] : []),
        "--disable-background-networking",
        "--disable-component-update",
        "--autoplay-policy=no-user-gesture-required",
      ],
    },
  },
});
