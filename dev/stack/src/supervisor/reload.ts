import type { Member } from "@matinale/dev-services";
import { isUnchanged, outdatedProcesses } from "../code.ts";
import type { Places } from "../places.ts";

/**
 * Stops the processes whose code has changed, the gateway last, after a new build of the site. `keepRunning` starts them
 * again.
 *
 * @returns does this once, and takes about 20 ms when nothing has changed. It throws when the site cannot be built
 */
export function reloadChanged(
  places: Places,
  members: readonly Member[],
  prepareSite: () => Promise<void>,
  log: (line: string) => void,
): () => Promise<void> {
  /** When a build of the site began that failed, in ms since 1970: the same code would fail again. */
  let failedAt = 0;
  const restart = async (names: readonly string[]): Promise<void> => {
    log(`code changed, restarting ${names.join(", ")}`);
    await Promise.all(
      members.filter(({ name }) => names.includes(name)).map((member) => member.stop()),
    );
  };
  return async () => {
    const outdated: readonly string[] = outdatedProcesses(places);
    const withoutSite = outdated.filter((name) => name !== "gateway");
    if (withoutSite.length > 0) await restart(withoutSite);
    if (!outdated.includes("gateway") || isUnchanged("web", failedAt)) return;
    failedAt = Date.now();
    await prepareSite();
    failedAt = 0;
    await restart(["gateway"]);
  };
}
