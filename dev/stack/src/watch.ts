import { setTimeout as delay } from "node:timers/promises";
import type { Member } from "@matinale/dev-services";
import { pauseBeforeRestart } from "./restart-policy.ts";
import type { RestartHistory } from "./restart-policy.ts";

export interface WatchOptions {
  readonly log: (line: string) => void;
  /** After every restart, so that others learn the new pid. */
  readonly onRestart: () => void;
  /** Milliseconds between looks. */
  readonly every?: number;
}

export interface Watch {
  /** Stops everything by `stop`, while nothing is started again. */
  end(stop: () => Promise<void>): Promise<void>;
}

/** Starts each process again when it has died. They do not wait for each other. */
export function watchMembers(
  members: readonly Member[],
  { log, onRestart, every = 200 }: WatchOptions,
): Watch {
  const ending = new AbortController();
  const pause = (ms: number) =>
    delay(ms, undefined, { signal: ending.signal }).catch(() => undefined);

  const watch = async (member: Member): Promise<void> => {
    let history: RestartHistory = { quickDeaths: 0, startedAt: performance.now() };
    while (!ending.signal.aborted) {
      if (member.pid === undefined) {
        const { pause: wait, quickDeaths } = pauseBeforeRestart(history, performance.now());
        log(`${member.name} has died; starting it again`);
        await pause(wait);
        if (ending.signal.aborted) return;
        history = { quickDeaths, startedAt: performance.now() };
        await member.start().then(onRestart, (error: unknown) => log(String(error)));
      }
      await pause(every);
    }
  };
  const watches = Promise.all(members.map(watch));
  return {
    async end(stop) {
      ending.abort();
      await stop();
      // Starts that were under way fail now, since their processes are gone; one may just have begun.
      await watches;
      await stop();
    },
  };
}
