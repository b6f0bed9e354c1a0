import { readConfig } from "./config.ts";
import { startSimulator } from "./simulator.ts";

// of a test that has started it with a channel, and has ended
process.once("disconnect", () => process.exit());

const print = (line: string) => process.stdout.write(`${line}\n`);

try {
  const config = readConfig(process.env);
  const simulator = await startSimulator(config);
  print(`Simulator (development only, nothing reaches WhatsApp): ${simulator.url}`);
  print(`Mail: ${simulator.smtpUrl}`);
  print(`Webhooks: ${config.WEBHOOK_URL ?? "none, WEBHOOK_URL is not set"}`);
  for (const signal of ["SIGTERM", "SIGINT"] as const) {
    process.once(signal, () => void simulator.close().then(() => process.exit(0)));
  }
} catch (error) {
  process.stderr.write(`${error instanceof Error ? error.message : String(error)}\n`);
  process.exit(1);
}
