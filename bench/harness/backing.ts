import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { startBacking, type Backing } from "@matinale/backing";

/** Kafka, MongoDB and Redis: those that the environment names, else own ones. */
export async function ownBacking(): Promise<Backing> {
  const folder = await mkdtemp(join(tmpdir(), "matinale-bench-"));
  const backing = await startBacking({ folder });
  return {
    ...backing,
    stop: async () => {
      await backing.stop();
      await rm(folder, { recursive: true, force: true });
    },
  };
}
