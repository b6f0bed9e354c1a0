import { fileURLToPath } from "node:url";
import { containerArgumentsOf } from "../harness/container-arguments.ts";
import { cpuMicros, startChild, type Child } from "../harness/child.ts";
import { expect, median, print } from "../harness/figures.ts";
import { logIn } from "../harness/accounts.ts";
import { load, type LoadRequest } from "../harness/load.ts";
import { prepareServices, servicesAt } from "../harness/services.ts";

/**
 * Compares the gateway with the simplest proxy made of the same libraries. They run in one process tree and
 * alternate, so that other load on the machine affects both. The services behind them are fakes.
 */
const rounds = 4;
const roundMs = 2_000;
/** Warm-up: V8 compiles the code again and again in the first seconds. */
const warmUpMs = 10_000;
/** Pairs of new processes: V8 compiles the same code in different ways, which changes the ratio by a tenth. */
const pairs = 5;
const connections = 32;
const credentials = { email: "bench@example.org", password: "bench bench" };

/** Those of the gateway, so that the ratio compares code. */
const nodeOptions = containerArgumentsOf("gateway").slice(0, -1);

const script = (name: string) => fileURLToPath(new URL(name, import.meta.url));

/** Processor time of a signed-in GET, in microseconds. */
async function microsOf({ name, pid }: Child, request: LoadRequest, ms: number): Promise<number> {
  const before = cpuMicros(pid);
  const { requests, refused, refusedWith } = await load(request, { connections, ms });
  if (refused > 0)
    throw new Error(`${name}: ${refused} of ${requests} were refused, with status ${refusedWith}`);
  return (cpuMicros(pid) - before) / requests;
}

/** The gateway's processor time ÷ the plain proxy's, of each round; the rounds alternate in their order. */
async function compare(gateway: Child, plain: Child): Promise<number[]> {
  const requestTo = async (child: Child): Promise<LoadRequest> => ({
    port: child.port,
    path: "/api/user/preferences",
    headers: await logIn(child, credentials),
  });
  const [ours, theirs] = [await requestTo(gateway), await requestTo(plain)];
  await load(ours, { connections, ms: warmUpMs });
  await load(theirs, { connections, ms: warmUpMs });
  const ratios: number[] = [];
  for (let round = 0; round < rounds; round += 1) {
    const before = round % 2 === 0 ? await microsOf(plain, theirs, roundMs) : undefined;
    const micros = await microsOf(gateway, ours, roundMs);
    const reference = before ?? (await microsOf(plain, theirs, roundMs));
    print(`gateway ${micros.toFixed(0)} µs, plain proxy ${reference.toFixed(0)} µs a request`);
    ratios.push(micros / reference);
  }
  return ratios;
}

await using services = await prepareServices();
const service = await startChild("fake service", [process.execPath, script("bare-server.ts")]);
const url = `http://127.0.0.1:${service.port}`;
const command = [process.execPath, ...nodeOptions, script("plain-proxy.ts")] as const;
const env = { ...services.environments.gateway, UPSTREAM: url };
const ratios: number[] = [];
for (let pair = 0; pair < pairs; pair += 1) {
  const gateway = await services.start("gateway", servicesAt(url));
  const plain = await startChild("plain proxy", command, { env });
  ratios.push(...(await compare(gateway, plain)));
  await Promise.all([gateway.kill(), plain.kill()]);
}
const ratio = median(ratios);
const what = "express + express-session + connect-redis + http-proxy-middleware";
expect(`a signed-in GET costs ${ratio.toFixed(2)} × ${what} (at most 1.3)`, ratio <= 1.3);
