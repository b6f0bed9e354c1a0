import { down } from "./down.ts";
import { logs } from "./logs.ts";
import type { Places } from "../places.ts";
import { signals, up } from "./up.ts";

/** Like `up`, but restarts a process when its code changes. Shows the logs and stops everything on Ctrl-C. */
export async function dev(places: Places, env: NodeJS.ProcessEnv): Promise<void> {
  const { promise: interruption, resolve } = Promise.withResolvers<void>();
  const onRunning = () => {
    for (const signal of signals) process.on(signal, resolve);
  };
  const running = up(places, { ...env, RELOAD: "yes" }, onRunning).then(() => logs(places, []));
  await Promise.race([running, interruption]);
  await down(places);
  // The demo may still wait for its digest.
  process.exit();
}
