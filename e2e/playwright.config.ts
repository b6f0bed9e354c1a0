import { existsSync } from "node:fs";
import { defineConfig } from "playwright/test";

/** The machine's own browser when it has one, else the one that Playwright has downloaded. */
const installed = [process.env["CHROMIUM_PATH"], "/usr/bin/chromium", "/usr/bin/google-chrome"];
const executablePath = installed.find((path) => path && existsSync(path));
const isRoot = process.getuid?.() === 0;

export default defineConfig({
  testDir: "journeys",
  outputDir: "test-results",
  globalSetup: "./stack/start.ts",
  // Journeys share one stack and, usually, two cores.
  workers: 1,
  forbidOnly: Boolean(process.env["CI"]),
  reporter: "list",
  timeout: 120_000,
  expect: {
    timeout: 15_000,
    // Letters drawn without hinting and between pixels change one pixel in a hundred and twenty.
    toHaveScreenshot: { maxDiffPixelRatio: 0.015, threshold: 0.3 },
  },
  snapshotPathTemplate: "{testDir}/pictures/{arg}{ext}",
  use: {
    // Known once the stack runs: workers read this file after the global setup.
    baseURL: process.env["APP_URL"] ?? "",
    locale: "fr-FR",
    timezoneId: "Europe/Paris",
    contextOptions: { reducedMotion: "reduce" },
    screenshot: "only-on-failure",
    trace: "retain-on-failure",
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
