// node dev/stack/src/main.ts up | down | status | logs [name…] | reset | dev | check [step…] | observe [--for-tests] | operate <tool> [option…]        (see the Makefile)
import { existsSync } from "node:fs";
import { join } from "node:path";
import { CannotStart } from "./cannot-start.ts";
import { check } from "./check/check.ts";
import { dev } from "./commands/dev.ts";
import { down, reset } from "./commands/down.ts";
import { logs } from "./commands/logs.ts";
import { observe } from "./observe/observe.ts";
import { operate } from "./commands/operate.ts";
import { placesIn, root } from "./places.ts";
import { status } from "./commands/status.ts";
import { up } from "./commands/up.ts";

const settings = join(root, ".env");
if (existsSync(settings)) process.loadEnvFile(settings);
// tests start hundreds of processes, and a stack ten: with compiled code each start takes a third less processor time
process.env["NODE_COMPILE_CACHE"] ??= join(root, "node_modules/.cache/node");

// a reader that ends first, such as `make up | head`, does not end the command in its middle
process.stdout.on("error", () => undefined);

const [command = "", ...names] = process.argv.slice(2);
const places = placesIn(process.env);
const commands: Readonly<Record<string, () => Promise<void> | void>> = {
  up: () => up(places, process.env),
  down: () => down(places),
  status: () => status(places),
  logs: () => logs(places, names),
  reset: () => reset(places),
  dev: () => dev(places, process.env),
  check: () => check(names),
  observe: () => observe(places, names),
  operate: () => operate(places, process.env, names),
};

const run = Object.hasOwn(commands, command) ? commands[command] : undefined;
try {
  if (!run)
    throw new CannotStart(
      `unknown command "${command}", use one of ${Object.keys(commands).join(", ")}`,
    );
  await run();
} catch (error) {
  const text =
    error instanceof CannotStart
      ? error.message
      : error instanceof Error
        ? error.stack
        : String(error);
  process.stderr.write(`\n${text}\n`);
  // An interrupted start may still wait for a download.
  process.exit(1);
}
