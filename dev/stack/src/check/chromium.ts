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

/** Installs Debian's package of the first name if no program is found. Ubuntu has no such packages. */
async function findOrInstall(names: readonly string[], log: (line: string) => void) {
  if (!find(names) && canInstallPackages())
    await installPackages(names.slice(0, 1), log).catch(() => undefined);
  return find(names);
}

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
  const shell = complete ? undefined : await findOrInstall(shells, log);
  const path = shell ?? (await findOrInstall(browsers, log));
  if (path) return { CHROMIUM_PATH: path };
  log("downloading Playwright's Chromium");
  await runCommand("playwright", ["install", "chromium"]);
  return {};
}
