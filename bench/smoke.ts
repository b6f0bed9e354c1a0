// node bench/smoke.ts [bench…]: runs the benches with --smoke, two at a time, on the same Kafka, MongoDB and Redis.
// CHECK_ALL=1 runs also those whose counts are those of integration tests.
import { fileURLToPath } from "node:url";
import { CommandFailed, runCommand, startTemporaryDevServices } from "@matinale/dev-services";
import { compile } from "../dev/stack/src/processes.ts";

/** All but `gateway` and `memory`, which have no counts; those that take longest first. */
const benches = ["crowd", "spike", "segments", "login", "webhooks", "scheduler"];
/**
 * Their counts are also asserted elsewhere: `different-orders.int.test.ts`, `compose-digests.int.test.ts`,
 * `write-script.int.test.ts` and `synthesise-clip.int.test.ts` of content; `credentials.int.test.ts` of identity.
 */
const assertedElsewhere = new Set(["segments", "login"]);
const atOnce = 2;

const named = process.argv.slice(2);
const unknown = named.filter((name) => !benches.includes(name));
if (unknown.length > 0) throw new Error(`no bench with counts is named ${unknown.join(", ")}`);
const byDefault = process.env["CHECK_ALL"]
  ? benches
  : benches.filter((name) => !assertedElsewhere.has(name));
const waiting = named.length === 0 ? byDefault : benches.filter((name) => named.includes(name));
await compile(process.env);
await using services = await startTemporaryDevServices("bench");
const env = { ...process.env, ...services.env };

/** Runs one bench and then prints its output, so that lines of two benches do not mix. */
async function smoke(name: string): Promise<void> {
  const started = performance.now();
  const main = fileURLToPath(new URL(`./${name}/main.ts`, import.meta.url));
  const output = await runCommand(process.execPath, [main, "--smoke", "--compiled"], { env }).catch(
    (error: unknown) => {
      process.exitCode = 1;
      return error instanceof CommandFailed ? error.output : String(error);
    },
  );
  const seconds = ((performance.now() - started) / 1000).toFixed(1);
  process.stdout.write(`${name} (${seconds} s)\n${output.trimEnd()}\n\n`);
}

const lane = async () => {
  for (let next = waiting.shift(); next !== undefined; next = waiting.shift()) await smoke(next);
};
await Promise.all(Array.from({ length: atOnce }, lane));
