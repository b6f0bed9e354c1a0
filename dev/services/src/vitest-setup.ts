import { cacheFolder } from "./cache-folder.ts";
import { startTemporaryDevServices } from "./temporary-dev-services.ts";

/**
 * Vitest's global setup for integration tests: starts Kafka, MongoDB and Redis and sets the variables that the
 * services read. A service whose variable is already set is not started. MATINALE_CACHE is for caches of tests.
 */
export async function setup(): Promise<() => Promise<void>> {
  const services = await startTemporaryDevServices("test", (line) =>
    process.stderr.write(`${line}\n`),
  );
  Object.assign(process.env, services.env, { MATINALE_CACHE: cacheFolder() });
  return () => services.stop();
}
