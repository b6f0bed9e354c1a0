import { cp, mkdtemp, readFile, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as pause } from "node:timers/promises";
import { fileURLToPath } from "node:url";
import { testCollector } from "@matinale/kit/testing";
import { execa } from "execa";
import { z } from "zod";
import { root } from "../../dev/stack/src/places.ts";
import { readStack } from "../../dev/stack/src/stack-file.ts";
import { ownStack } from "./own-stack.ts";
import { outputIn, runningStack } from "./running-stack.ts";

const keptLogs = fileURLToPath(new URL("../test-results/logs", import.meta.url));

const observeFile = z.object({ prometheus: z.string() });

/**
 * Starts a stack for these tests only. Its folder and ports are its own, so another stack may run beside it. The first
 * tests run while it delivers the demo digest.
 */
export default async function start(): Promise<() => Promise<void>> {
  const folder = await mkdtemp(join(tmpdir(), "matinale-e2e-"));
  const file = join(folder, "stack.json");
  const collector = await testCollector();
  const run = (command: string, ...options: string[]) =>
    execa(process.execPath, [join(root, "dev/stack/src/main.ts"), command, ...options], {
      cwd: root,
      env: { ...ownStack(folder), OTEL_EXPORTER_OTLP_ENDPOINT: collector.url },
      stdin: "ignore",
      stdout: ["inherit", { file: outputIn(folder, command) }],
      stderr: "inherit",
    });
  const up = run("up");
  const stop = async () => {
    try {
      await up;
    } finally {
      await run("down");
      await collector.close();
      await cp(join(folder, "logs"), keptLogs, { recursive: true, force: true });
      await rm(folder, { recursive: true, force: true });
    }
  };
  try {
    while (readStack(file) === undefined) await Promise.race([up, pause(100)]);
    // Prometheus starts before the tests, so that it sees all of them. Timed runs do without it.
    const observed = process.env["LIGHTHOUSE"] !== "timed";
    if (observed) await run("observe", "--for-tests");
    const { app, phone } = runningStack(file);
    process.env["APP_URL"] = app;
    process.env["PHONE_URL"] = phone;
    process.env["STACK_FILE"] = file;
    process.env["COLLECTOR_URL"] = collector.url;
    if (observed) {
      const addresses = join(folder, "observe/addresses.json");
      const { prometheus } = observeFile.parse(JSON.parse(await readFile(addresses, "utf8")));
      process.env["PROMETHEUS_URL"] = prometheus;
    }
  } catch (failure) {
    await stop();
    throw failure;
  }
  return stop;
}
