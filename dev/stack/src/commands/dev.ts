import { down } from "./down.ts";
import { logs } from "./logs.ts";
import type { Places } from "../places.ts";
import { up } from "./up.ts";

/** Like `up`, but restarts a process when its code changes. Shows the logs and stops everything on Ctrl-C. */
export async function dev(places: Places, env: NodeJS.ProcessEnv): Promise<void> {
  await up(places, { ...env, RELOAD: "yes" });
  await logs(places, []);
  await down(places);
}
