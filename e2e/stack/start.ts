import { spawn } from "node:child_process";
import { cp, mkdtemp, readFile, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { testCollector } from "@matinale/kit/testing";
import { z } from "zod";

const root = fileURLToPath(new URL("../../", import.meta.url));
const keptLogs = fileURLToPath(new URL("../test-results/logs", import.meta.url));

const stackFile = z.object({ app: z.string(), phone: z.string() });
const observeFile = z.object({ prometheus: z.string() });

/** Starts a stack for these tests only. Its folder and ports are its own, so another stack may run beside it. */
export default async function start(): Promise<() => Promise<void>> {
  const folder = await mkdtemp(join(tmpdir(), "matinale-e2e-"));
  const collector = await testCollector();
  const run = (...command: string[]) => stack(command, folder, collector.url);
  const stop = async () => {
    await run("down");
    await collector.close();
    await cp(join(folder, "logs"), keptLogs, { recursive: true, force: true });
    await rm(folder, { recursive: true, force: true });
  };
  try {
    process.env["UP_OUTPUT"] = await run("up");
    // Prometheus starts before the tests, so that it sees all of them. Timed runs do without it.
    const observed = process.env["LIGHTHOUSE"] !== "timed";
    if (observed) await run("observe", "--scrape=2", "--no-dashboards", "--any-port");
    const file = join(folder, "stack.json");
    const { app, phone } = await readJson(file, stackFile);
    process.env["APP_URL"] = app;
    process.env["PHONE_URL"] = phone;
    process.env["STACK_FILE"] = file;
    process.env["COLLECTOR_URL"] = collector.url;
    if (observed) {
      const addresses = join(folder, "observe/addresses.json");
      process.env["PROMETHEUS_URL"] = (await readJson(addresses, observeFile)).prometheus;
    }
  } catch (failure) {
    await stop();
    throw failure;
  }
  return stop;
}

/** Runs one command of dev/stack to its end and shows its output. @returns the output */
function stack(command: readonly string[], folder: string, collector: string): Promise<string> {
  return new Promise((resolve, reject) => {
    const script = join(root, "dev/stack/src/main.ts");
    const child = spawn(process.execPath, [script, ...command], {
      cwd: root,
      stdio: ["ignore", "pipe", "inherit"],
      env: {
        ...process.env,
        RUN_FOLDER: folder,
        APP_PORT: "0",
        PHONE_PORT: "0",
        OTEL_EXPORTER_OTLP_ENDPOINT: collector,
      },
    });
    let output = "";
    child.stdout.setEncoding("utf8").on("data", (text: string) => {
      output += text;
      process.stdout.write(text);
    });
    child.on("error", reject);
    child.on("close", (code) => {
      if (code === 0) resolve(output);
      else reject(new Error(`dev/stack ${command[0]} ended with exit code ${code}`));
    });
  });
}

async function readJson<T>(file: string, schema: z.ZodType<T>): Promise<T> {
  return schema.parse(JSON.parse(await readFile(file, "utf8")));
}
