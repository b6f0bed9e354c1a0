import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, onTestFinished, test } from "vitest";
import { installedRedis } from "./native.ts";

/** A folder with a redis-server that prints this version. */
function folderWith(version: string): string {
  const folder = mkdtempSync(join(tmpdir(), "matinale-redis-"));
  onTestFinished(() => rmSync(folder, { recursive: true }));
  const script = `#!/bin/sh\necho "${version} sha=00000000:0 malloc=jemalloc-5.3.0 bits=64"\n`;
  writeFileSync(join(folder, "redis-server"), script, { mode: 0o755 });
  return folder;
}

test.each(["Redis server v=7.0.15", "Redis server v=8.2.1", "Valkey server v=8.0.1"])(
  "takes an installed server: %s",
  async (version) => {
    const folder = folderWith(version);
    expect(await installedRedis(folder)).toBe(join(folder, "redis-server"));
  },
);

test.each(["Redis server v=6.0.16", "unknown"])("does not take %s", async (version) => {
  expect(await installedRedis(folderWith(version))).toBeUndefined();
});
