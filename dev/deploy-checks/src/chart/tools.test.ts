import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, onTestFinished, test, vi } from "vitest";
import { kubernetesSchemas } from "./tools.ts";

test("where Python has no pip, the schemas of Kubernetes come from the internet", async () => {
  const folder = mkdtempSync(join(tmpdir(), "matinale-tools-"));
  onTestFinished(() => rmSync(folder, { recursive: true }));
  writeFileSync(join(folder, "python3"), "#!/bin/sh\nexit 1\n", { mode: 0o755 });
  vi.stubEnv("PATH", folder);
  vi.stubEnv("MATINALE_CACHE", folder);
  expect(await kubernetesSchemas()).toBe("default");
});
