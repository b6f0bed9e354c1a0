import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, onTestFinished, test, vi } from "vitest";
import { startDevServices } from "./dev-services.ts";

test("names the variable of a cache that cannot be used", async () => {
  const folder = mkdtempSync(join(tmpdir(), "matinale-cache-"));
  onTestFinished(() => rmSync(folder, { recursive: true }));
  const cache = join(folder, "cache");
  writeFileSync(cache, "no folder");
  // no mongod
  vi.stubEnv("PATH", folder);
  const nowhere = { KAFKA_BROKERS: "127.0.0.1:9", REDIS_URL: "redis://127.0.0.1:9" };
  const env = { ...nowhere, MATINALE_CACHE: cache, PATH: folder };
  await expect(startDevServices({ folder: join(folder, "data"), env })).rejects.toThrow(
    `${cache} cannot be used: set MATINALE_CACHE`,
  );
});
