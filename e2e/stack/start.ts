import { spawn } from "node:child_process";
import { appendFileSync } from "node:fs";
import { cp, mkdtemp, readFile, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as pause } from "node:timers/promises";
import { fileURLToPath } from "node:url";
import { testCollector } from "@matinale/kit/testing";
import { z } from "zod";
import { root } from "../../dev/stack/src/places.ts";
import { readStack } from "../../dev/stack/src/stack-file.ts";
import { ownStack } from "./own-stack.ts";
import { runningStack, upOutputIn } from "./running-stack.ts";

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
  const run = (command: readonly string[], onOutput?: (text: string) => void) =>
    stack(command, { folder, collector: collector.url, onOutput });
  const up = run(["up"], (text) => appendFileSync(upOutputIn(folder), text));
  const stop = () =>
    up.finally(async () => {
      await run(["down"]);
      await collector.close();
      await cp(join(folder, "logs"), keptLogs, { recursive: true, force: true });
      await rm(folder, { recursive: true, force: true });
    });
  try {
    while (readStack(file) === undefined) await Promise.race([up, pause(100)]);
    // Prometheus starts before the tests, so that it sees all of them. Timed runs do without it.
    const observed = process.env["LIGHTHOUSE"] !== "timed";
    if (observed) await run(["observe", "--for-tests"]);
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

/** Runs one command of dev/stack to its end and shows its output. */
function stack(
  command: readonly string[],
  options: { folder: string; collector: string; onOutput?: ((text: string) => void) | undefined },
): Promise<void> {
  return new Promise((resolve, reject) => {
    const script = join(root, "dev/stack/src/main.ts");
    const child = spawn(process.execPath, [script, ...command], {
      cwd: root,
      stdio: ["ignore", "pipe", "inherit"],
      env: {
        ...process.env,
        ...ownStack(options.folder),
        OTEL_EXPORTER_OTLP_ENDPOINT: options.collector,
      },
    });
    child.stdout.setEncoding("utf8").on("data", (text: string) => {
      options.onOutput?.(text);
      process.stdout.write(text);
    });
    child.on("error", reject);
    child.on("close", (code) => {
      if (code === 0) resolve();
      else reject(new Error(`dev/stack ${command[0]} ended with exit code ${code}`));
    });
  });
}
