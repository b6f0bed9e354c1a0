import { canInstallPackages, findProgram, installPackages, runCommand } from "@matinale/backing";

const names = ["chromium", "chromium-browser", "google-chrome", "google-chrome-stable"];

const installed = (): string | undefined =>
  names.map((name) => findProgram(name)).find((path) => path !== undefined);

/** Sees to it that there is a browser for the journeys: the machine's own, else Debian's, else Playwright's. */
export async function ensureChromium(
  log: (line: string) => void,
): Promise<{ CHROMIUM_PATH?: string }> {
  if (!installed() && canInstallPackages()) await installPackages(["chromium"], log);
  const path = process.env["CHROMIUM_PATH"] || installed();
  if (path) return { CHROMIUM_PATH: path };
  log("downloading Playwright's Chromium");
  await runCommand("playwright", ["install", "chromium"]);
  return {};
}
