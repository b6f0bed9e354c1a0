import { fileURLToPath } from "node:url";
import { setInterval as every } from "node:timers/promises";
import { smoke } from "../harness/arguments.ts";
import { startChild } from "../harness/child.ts";
import { expect, median, percentile, print } from "../harness/figures.ts";
import { logIn, signUp } from "../harness/accounts.ts";
import { load, type LoadRequest } from "../harness/load.ts";
import { prepareServices, servicesAt } from "../harness/services.ts";

/**
 * Latency of signed-in calls while other people log in. identity (with real password hashes) and the gateway are
 * real; the other services are fakes. `--smoke` only checks that no call fails.
 */
const people = 16;
const phaseMs = smoke ? 1_000 : 10_000;
/** A pause of the machine is in the p99 of one phase; the gate compares the medians of all. */
const rounds = smoke ? 1 : 5;
/** Warm-up: in the first seconds the code is compiled. */
const warmUpMs = smoke ? 500 : 8_000;
const probesPerSecond = 50;
const logInsPerSecond = 40;

const bareServer = fileURLToPath(new URL("../gateway/bare-server.ts", import.meta.url));

/** Sends requests at a fixed rate, one after the other of the list, without waiting for responses. */
async function atRate(requests: readonly LoadRequest[], perSecond: number, ms: number) {
  const until = performance.now() + ms;
  const sent: ReturnType<typeof load>[] = [];
  for await (const _ of every(1_000 / perSecond)) {
    const request = requests[sent.length % requests.length];
    if (performance.now() > until || request === undefined) break;
    sent.push(load(request, { connections: 1, once: true }));
  }
  const answers = await Promise.all(sent);
  return {
    latencies: answers.flatMap(({ latencies }) => latencies),
    refused: answers.reduce((sum, answer) => sum + answer.refused, 0),
    refusedWith: Math.max(0, ...answers.map((answer) => answer.refusedWith)),
  };
}

await using services = await prepareServices();
const bare = await startChild("stand-in", [process.execPath, bareServer]);
const { IDENTITY_URL: _, ...others } = servicesAt(`http://127.0.0.1:${bare.port}`);
await services.start("identity", { DELIVERY_URL: others["DELIVERY_URL"] });
const gateway = await services.start("gateway", others);
const { port } = gateway;
const accounts = await signUp(gateway, people + 1, services.stamp);
const [first] = accounts;
if (first === undefined) throw new Error("no sign-up succeeded");
const me = { port, path: "/api/me", headers: await logIn(gateway, first) };
// the many log-ins of an account end its oldest sessions, so the probes need an account of their own
const logins = accounts.slice(1).map((account): LoadRequest => {
  return { port, path: "/api/login", method: "POST", body: JSON.stringify(account) };
});

const idle: number[][] = [];
const busy: number[][] = [];
let hashes = 0;
let refused = 0;
const probe = async (ms: number): Promise<number[]> => {
  const answers = await atRate([me], probesPerSecond, ms);
  if (answers.refused > 0)
    throw new Error(`${answers.refused} probes were refused, with status ${answers.refusedWith}`);
  return answers.latencies;
};
const quiet = async () => void idle.push(await probe(phaseMs));
const rush = async () => {
  const [latencies, done] = await Promise.all([
    probe(phaseMs),
    atRate(logins, logInsPerSecond, phaseMs),
  ]);
  busy.push(latencies);
  hashes += done.latencies.length;
  refused += done.refused;
};
await Promise.all([probe(warmUpMs), atRate(logins, logInsPerSecond, warmUpMs)]);
for (let round = 0; round < rounds; round++) {
  await quiet();
  await rush();
}

const medianOf = (phases: readonly number[][], part: number) =>
  median(phases.map((latencies) => percentile(latencies, part)));
print(`${((hashes * 1000) / (rounds * phaseMs)).toFixed(0)} log-ins/s of ${people} people`);
print(`/api/me, ms        p50     p99  (median of ${rounds})`);
for (const [name, phases] of [
  ["idle", idle],
  ["with log-ins", busy],
] as const) {
  const columns = [0.5, 0.99].map((part) => medianOf(phases, part).toFixed(1).padStart(8));
  print(`${name.padEnd(14)}${columns.join("")}`);
}
expect(`${hashes} log-ins succeed (${refused} refused)`, hashes >= people && refused === 0);
if (!smoke) {
  const ratio = medianOf(busy, 0.99) / medianOf(idle, 0.99);
  expect(`p99 of /api/me is ${ratio.toFixed(2)} × idle (at most 2.5)`, ratio <= 2.5);
}
