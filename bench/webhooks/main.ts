import { setTimeout as pause } from "node:timers/promises";
import { smoke } from "../harness/arguments.ts";
import { cpuMicros } from "../harness/child.ts";
import { expect, median, print } from "../harness/figures.ts";
import { load } from "../harness/load.ts";
import { prepareServices } from "../harness/services.ts";
import { readDigests, receiptsOf, seedAccepted } from "./receipts.ts";

/**
 * Receipts of the provider. The cost of a receipt covers everything from its arrival until it is in the history. `--smoke` only checks counters.
 */
const digests = smoke ? 100 : 500;
const warmUp = smoke ? 0 : 2;
const rounds = smoke ? 1 : 4;
/** Parallel calls, as from a provider when responses take some time. */
const connections = 16;

await using services = await prepareServices();
const { stamp } = services;
const delivery = await services.start("delivery");
const history = await services.database("delivery");

interface Figures {
  micros: number;
  perSecond: number;
}

let from = 0;
let receipts = 0;
let refused = 0;

async function measure(): Promise<Figures> {
  await seedAccepted(history, stamp, from, digests);
  const calls = receiptsOf(stamp, from, digests, {
    port: delivery.port,
    env: services.environments.simulator,
  });
  from += digests;
  const before = cpuMicros(delivery.pid);
  const began = performance.now();
  const done = await load(calls, { connections, once: true });
  const deadline = performance.now() + 60_000;
  while ((await readDigests(history)) < from && performance.now() < deadline) await pause(100);
  const seconds = (performance.now() - began) / 1_000;
  receipts += done.requests;
  refused += done.refused;
  return {
    micros: (cpuMicros(delivery.pid) - before) / done.requests,
    perSecond: done.requests / seconds,
  };
}

for (let round = 0; round < warmUp; round += 1) await measure();
receipts = refused = 0;
const found: Figures[] = [];
for (let round = 0; round < rounds; round += 1) found.push(await measure());
const inHistory = await readDigests(history);
expect(
  `${receipts} receipts, some of them twice: ${inHistory} of ${from} digests are read, ${refused} calls refused`,
  inHistory === from && refused === 0,
);
if (!smoke) {
  const of = (name: keyof Figures) => median(found.map((one) => one[name]));
  const micros = of("micros");
  print(`${micros.toFixed(0)} CPU-µs a receipt, ${of("perSecond").toFixed(0)} receipts a second`);
  expect(
    `${(1e6 / micros).toFixed(0)} receipts a second a core (at least 2000)`,
    1e6 / micros >= 2_000,
  );
}
