import {
  canInstallPackages,
  findProgram,
  installPackages,
  runCommand,
} from "@matinale/dev-services";

/** Chromium without windows, which needs a third less processor time. Playwright downloads it by default, too. */
const shells = ["chromium-headless-shell", "chrome-headless-shell"];
const browsers = ["chromium", "chromium-browser", "google-chrome", "google-chrome-stable"];

const find = (names: readonly string[]): string | undefined =>
  names.map((name) => findProgram(name)).find((path) => path !== undefined);

/**
 * Finds or installs a browser for the e2e tests: the machine's own, else Debian's package, else Playwright's download.
 *
 * @param options.complete  the browser that readers use instead of the shell, for timings
 */
export async function ensureChromium(
  log: (line: string) => void,
  { complete = false } = {},
): Promise<{ CHROMIUM_PATH?: string }> {
  const given = process.env["CHROMIUM_PATH"];
  if (given) return { CHROMIUM_PATH: given };
  const wanted = complete ? browsers : shells;
  if (!find(wanted) && canInstallPackages()) {
    // Ubuntu has no such package.
    await installPackages(wanted.slice(0, 1), log).catch(() => undefined);
  }
  const path = find(wanted) ?? find(browsers);
  if (path) return { CHROMIUM_PATH: path };
  log("downloading Playwright's Chromium");
  await runCommand("playwright", ["install", "chromium"]);
  return {};
}
