import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import { expect, onTestFinished, test, vi } from "vitest";
import { startDevServices } from "./dev-services.ts";

test.each([
  ["is a file", "cache"],
  ["cannot be made, as in a home that is read-only", "/sys/nowhere/cache"],
])("names the variable of a cache that %s", async (_name, path) => {
  const folder = mkdtempSync(join(tmpdir(), "matinale-cache-"));
  onTestFinished(() => rmSync(folder, { recursive: true }));
  const cache = resolve(folder, path);
  if (cache.startsWith(folder)) writeFileSync(cache, "no folder");
  // no mongod
  vi.stubEnv("PATH", folder);
  onTestFinished(() => void vi.unstubAllEnvs());
  const nowhere = { KAFKA_BROKERS: "127.0.0.1:9", REDIS_URL: "redis://127.0.0.1:9" };
  const env = { ...nowhere, MATINALE_CACHE: cache, PATH: folder };
  await expect(startDevServices({ folder: join(folder, "data"), env })).rejects.toThrow(
    `${cache} cannot be used: set MATINALE_CACHE`,
  );
});
