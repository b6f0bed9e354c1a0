import {
  canInstallPackages,
  findProgram,
  installPackages,
  runCommand,
} from "@matinale/dev-services";

const names = ["chromium", "chromium-browser", "google-chrome", "google-chrome-stable"];

const installed = (): string | undefined =>
  names.map((name) => findProgram(name)).find((path) => path !== undefined);

/** Finds or installs a browser for the e2e tests: the machine's own, else Debian's package, else Playwright's download. */
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
